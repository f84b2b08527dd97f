import assert from "node:assert/strict";
import { PROJECT } from "../support/process.ts";
import { clientTest, Place, type PlaceOptions } from "./claude.ts";

const SOLO = { REFLECTION_MODE: "solo" };
const DEBUG = { ...SOLO, REFLECTION_DEBUG: "1" };
const LOG = ".mosaic/reflections/debug.log";

clientTest("An API error after a change leaves a record", async () => {
  await using place = await Place.make({ env: SOLO });
  const { code, result } = await place.work([place.write("src/auth.ts"), { refuse: 400 }]);
  assert.equal(code, 1);
  assert.match(result ?? "", /400/);
  assert.deepEqual((await place.record()).files_changed, ["src/auth.ts"]);
});

clientTest("An API error leaves its record at once in a session that stays open", async () => {
  await using place = await Place.make({ env: DEBUG });
  // The client reports no StopFailure in its stream: the log is what tells that it is over.
  const openUntil = { file: place.repo.path(LOG), holds: ".reflection.json" };
  await place.converse([place.write("src/auth.ts"), { refuse: 413 }], {
    prompts: ["Please do the work"],
    openUntil,
  });
  assert.deepEqual((await place.record()).files_changed, ["src/auth.ts"]);
  const log = await Deno.readTextFile(place.repo.path(LOG));
  assert.match(log, / StopFailure in [^]* wrote [^]* SessionEnd: nothing moved/);
});

clientTest("SIGTERM in the middle of a turn leaves a record through SessionEnd", async () => {
  await using place = await Place.make({ env: DEBUG });
  const { code, result } = await place.work([place.write("src/auth.ts"), { hold: true }]);
  assert.deepEqual({ code, result }, { code: 143, result: null });
  assert.deepEqual((await place.record()).files_changed, ["src/auth.ts"]);
  assert.match(await Deno.readTextFile(place.repo.path(LOG)), / SessionEnd in /);
});

interface Trouble extends PlaceOptions {
  prepare?: (place: Place) => Promise<void>;
  /** What the hooks say on stderr, which the client shows to nobody. */
  says: RegExp;
}

/** Ways in which no hook can do its work. */
const TROUBLES: Record<string, Trouble> = {
  ".mosaic is a file": {
    env: SOLO,
    prepare: (place) => place.repo.write({ ".mosaic": "In the way\n" }),
    says: /"\.mosaic" is not a folder/,
  },
  // Below a file nobody can write, not even root.
  "REFLECTION_DIR cannot be made": {
    env: { ...SOLO, REFLECTION_DIR: `${PROJECT}/deno.json/records` },
    says: /deno\.json/,
  },
  "deno is not there": { env: SOLO, without: "deno", says: /deno: not found/ },
  "the repository is broken": {
    env: SOLO,
    prepare: (place) => Deno.writeTextFile(place.repo.path(".git/HEAD"), "Nothing of git's\n"),
    says: /^$/,
  },
};

for (const [trouble, { prepare, says, ...options }] of Object.entries(TROUBLES)) {
  clientTest(`Claude Code ends as without hooks where ${trouble}`, async () => {
    const ends: { code: number; result: string | null }[] = [];
    for (const hooks of [false, true]) {
      await using place = await Place.make({ ...options, hooks });
      await prepare?.(place);
      const run = await place.work([place.write("src/auth.ts"), { say: "Done." }]);
      ends.push({ code: run.code, result: run.result });
      for (const { exit_code, stdout, stderr } of run.hooks) {
        assert.deepEqual({ exit_code, stdout }, { exit_code: 0, stdout: "" });
        assert.match(stderr, says);
      }
      assert.equal(run.hooks.length, hooks ? 2 : 0);
    }
    assert.deepEqual(ends[1], ends[0]);
    assert.deepEqual(ends[0], { code: 0, result: "Done." });
  });
}
