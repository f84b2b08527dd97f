import fc from "fast-check";
import assert from "node:assert/strict";
import {
  decide,
  findingOf,
  rankCommits,
  scoreCommit,
  type ScoredCommit,
} from "../../experiments/floor_backtest.ts";
import type { Phase0Of } from "../../schema/types.ts";
import type { Ran } from "../support/process.ts";
import { Scratch } from "../support/repository.ts";
import { recordOf, runScript } from "./script.ts";

function backtest(...args: string[]): Promise<Ran> {
  return runScript("floor_backtest", args);
}

function record(...args: string[]): Promise<Phase0Of<"floor_backtest">> {
  return recordOf("floor_backtest", args);
}

/** Commits of which every fifth touches sessions; of those, every other one is reverted later. */
async function makeHistory(scratch: Scratch, rounds: number): Promise<void> {
  await scratch.init();
  for (let round = 0; round < rounds; round++) {
    const risky = round % 5 === 0;
    const file = risky ? `src/auth/session${round}.ts` : `src/cart${round}.ts`;
    await scratch.write({ [file]: `export const value = ${round};\n` });
    const sha = await scratch.commit(`Add ${file}`);
    if (risky && round % 10 === 0) {
      await Deno.remove(scratch.path(file));
      await scratch.commit(`Revert "Add ${file}"\n\nThis reverts commit ${sha}.`);
    }
  }
}

Deno.test("floor_backtest finds culprits by explicit links and ranks every commit", async () => {
  await using scratch = await Scratch.make();
  await makeHistory(scratch, 20);
  for (const args of [[scratch.folder], [scratch.path(".git")]]) {
    const { verdict, metrics, registered } = await record(...args);
    assert.equal(verdict, "insufficient");
    assert.ok(registered.preregistered);
    assert.deepEqual([metrics.commits, metrics.culprits], [23, 2]);
    const floor = metrics.rankings.find(({ name }) => name === "risk floor + size");
    assert.ok(floor?.auc && floor.auc > 0.85, `AUC ${floor?.auc}`);
    assert.equal(floor.gate_capture, 1);
    // Four commits touch sessions, and two reverts do.
    assert.equal(floor.gate_rate, 6 / 23);
    assert.deepEqual(
      metrics.rankings.map(({ name }) => name),
      [
        ...["substring table", "risk floor", "risk floor + size"],
        ...["lines changed", "files changed", "chance"],
      ],
    );
  }
});

Deno.test("floor_backtest answers with fewer culprits if told to, and calls that not pre-registered", async () => {
  await using scratch = await Scratch.make();
  await makeHistory(scratch, 20);
  const { code, stdout, stderr } = await backtest(scratch.folder, "--min-culprits", "2");
  assert.equal(code, 0, stderr);
  const [first, second] = stdout.split("\n");
  assert.match(first!, /^# PASS \(not pre-registered\): the risk floor ranks commits that fail/);
  assert.match(second!, /^Of a culprit and another commit/);
  assert.match(stderr, /--min-culprits 2 is not pre-registered \(registered: 100\)/);
});

Deno.test("floor_backtest does without line counts where file contents are missing", async () => {
  await using scratch = await Scratch.make();
  await makeHistory(scratch, 6);
  const blob = await scratch.git("rev-parse", "HEAD:src/cart1.ts");
  await Deno.remove(scratch.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
  const { code, stderr } = await backtest(scratch.folder);
  assert.equal(code, 1);
  assert.match(stderr, /Cannot count the lines of the history: .*; try --no-lines/);
  const { metrics } = await record(scratch.folder, "--no-lines");
  assert.equal(metrics.commits, 8);
  assert.ok(!metrics.rankings.some(({ name }) => /size|lines/.test(name)));
});

Deno.test("floor_backtest is insufficient on an empty repository, and refuses what is none", async () => {
  await using scratch = await Scratch.make();
  await scratch.git("init", "--quiet");
  const { verdict, n, metrics } = await record(scratch.folder);
  assert.deepEqual([verdict, n, metrics.culprits], ["insufficient", 0, 0]);
  await using plain = await Scratch.make();
  const outside = await backtest(plain.folder);
  assert.equal(outside.code, 1);
  assert.match(outside.stderr, /Cannot find a git repository/);
  for (const args of [["--since", "someday"], ["a", "b"], ["--gate", "1"]]) {
    const { code, stdout } = await backtest(...args);
    assert.deepEqual([code, stdout], [2, ""]);
  }
});

const commits: fc.Arbitrary<ScoredCommit[]> = fc.array(
  fc.record({
    sha: fc.uuid(),
    literal: fc.constantFrom(0, 0.1, 0.6, 1),
    floor: fc.constantFrom(0, 0.1, 0.6, 1),
    floorWithSize: fc.constantFrom(0, 0.1, 0.6, 1),
    lines: fc.nat(1000),
    files: fc.nat(20),
  }),
  { maxLength: 60 },
);

Deno.test("rankCommits() gives shares that are shares, and capture grows with what is reviewed", () => {
  fc.assert(
    fc.property(commits, fc.nat(6), (all, every) => {
      const culprits = new Set(all.filter((_, n) => n % (every + 2) === 0).map(({ sha }) => sha));
      for (const { metrics } of rankCommits(all, culprits, 1)) {
        const { auc, gate_rate, gate_capture, capture } = metrics;
        const rising = [capture["5"], capture["10"], capture["20"], capture["50"]];
        for (const share of [auc, gate_rate, gate_capture, ...rising]) {
          assert.ok(share === null || (share >= 0 && share <= 1 + 1e-12), JSON.stringify(metrics));
        }
        rising.forEach((share, n) =>
          assert.ok(n === 0 || (share ?? 0) >= (rising[n - 1] ?? 0) - 1e-12)
        );
        if (culprits.size > 0) assert.notEqual(capture["50"], null);
      }
    }),
    { seed: 20260131 },
  );
});

Deno.test("scoreCommit() scores by the paths and counts size only where lines are known", () => {
  const small = scoreCommit("a", ["src/cart.ts"], { insertions: 10, deletions: 0 });
  const large = scoreCommit("a", ["src/cart.ts"], { insertions: 900, deletions: 200 });
  assert.deepEqual([small.floor, small.floorWithSize, small.lines], [0, 0, 10]);
  assert.deepEqual([large.floor, large.floorWithSize, large.lines], [0, 0.6, 1100]);
  const unknown = scoreCommit("a", ["src/tokenizer.ts"], null);
  assert.deepEqual([unknown.literal, unknown.floor, unknown.floorWithSize], [1, 0, null]);
});

Deno.test("decide() kills, passes and abstains as registered", () => {
  const used = { "min-auc": 0.6, "min-culprits": 100 };
  const at = (auc: number, half: number) => ({
    auc,
    auc_ci95: [auc - half, auc + half] as [number, number],
  });
  assert.equal(decide(at(0.52, 0.03), 0.55, 100, used), "kill");
  assert.equal(decide(at(0.52, 0.03), 0.55, 99, used), "insufficient");
  assert.equal(decide(at(0.58, 0.04), 0.61, 100, used), "insufficient");
  assert.equal(decide(at(0.65, 0.04), 0.68, 100, used), "pass");
  assert.equal(decide(at(0.65, 0.2), 0.82, 100, used), "insufficient");
  assert.equal(decide({ auc: null, auc_ci95: null }, null, 100, used), "insufficient");
});

Deno.test("findingOf() draws every ranking, and nothing where there is nothing", () => {
  const used = { "min-auc": 0.6, "min-culprits": 1 };
  const scored = ["a", "b", "c"].map((sha) => scoreCommit(sha, [`${sha}.md`], null));
  const some = { commits: scored, culprits: new Set(["a"]), without: 0, caveats: [] };
  assert.equal(findingOf(some, used, 1).plots()[0]?.marks.length, 4);
  assert.equal(findingOf({ ...some, commits: [], culprits: new Set() }, used, 1).plots().length, 0);
});
