import assert from "node:assert/strict";
import { FAILED, Judging, PASSED, RECORDS, TASK } from "./_judging.ts";

const SECRETS = [
  "DATABASE_URL=postgres://app:hunter2secret@localhost/db",
  "PGPASSWORD=secret123",
  "SECRET_KEY=test-0123456789",
];

for (const secret of SECRETS) {
  const [name] = secret.split("=");
  Deno.test(`a required command behind ${name}=… counts, and the secret is not kept`, async () => {
    for (const error of [true, false]) {
      await using judging = await Judging.make();
      judging.chat.person(TASK);
      judging.edits().chat.runs(`${secret} npm test`, error ? FAILED : PASSED, { error })
        .says("I fixed `add()` in `src/add.mjs`. All tests pass now.");
      const { record, reason } = await judging.stop();
      assert.equal(record.floor, error ? "incomplete" : "complete", JSON.stringify(record));
      const value = secret.slice(secret.indexOf("=") + 1);
      assert.ok(!(JSON.stringify(record) + reason).includes(value));
    }
  });
}

Deno.test("a log that cannot be written does not swallow the feedback", async () => {
  await using judging = await Judging.make();
  await judging.repo.write({ [`${RECORDS}/debug.log/x`]: "" });
  const { reason } = await judging.fails().stop({
    env: { REFLECTION_DEBUG: "1" },
    stderr: /not a plain file/,
  });
  assert.match(reason!, /npm test/);
});

Deno.test("a state that has settled more messages than there are mutes nobody", async () => {
  await using judging = await Judging.make();
  const state = { settled: 9 };
  await judging.repo.write({
    [`${RECORDS}/state/${judging.session}.judge.json`]: JSON.stringify(state),
  });
  assert.equal(await judging.fails().outcome(), "pushed");
});

Deno.test("a judge that was killed on the way does not keep the next one from judging", async () => {
  await using judging = await Judging.make();
  assert.equal(await judging.fails().outcome(), "pushed");
  const file = judging.repo.path(`${RECORDS}/state/${judging.session}.judge.json`);
  const state = JSON.parse(await Deno.readTextFile(file));
  // It had taken note of the stop, and of nothing else.
  state.guard.at = "elsewhere";
  await Deno.writeTextFile(file, JSON.stringify(state));
  assert.equal(await judging.fails(null).outcome(), "pushed");
});

Deno.test("a repository can keep the judge from speaking, and not switch it on", async () => {
  await using judging = await Judging.make();
  const config = { reflection: { judge: false } };
  await judging.repo.write({ ".mosaic/config.json": JSON.stringify(config) });
  assert.equal(await judging.fails().outcome(), "observed");
});

Deno.test("a folder for signals may lie deeper in the repository", async () => {
  await using judging = await Judging.make();
  await judging.succeeds().stop({ env: { REFLECTION_SIGNAL_DIR: "out/reflection" } });
  const signal = judging.repo.path(`out/reflection/verdict_${judging.session}.json`);
  assert.equal(JSON.parse(await Deno.readTextFile(signal)).complete, true);
});

Deno.test("a setting that cannot be followed is written down", async () => {
  await using judging = await Judging.make();
  await judging.repo.write({ ".mosaic/config.json": '{ "reflection": { "judge": "off" } }' });
  assert.equal(await judging.fails().outcome(), "pushed");
  assert.match(judging.log("errors.log"), /judge[^]*repository's config/);
});
