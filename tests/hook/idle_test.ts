import assert from "node:assert/strict";
import { ClientTranscript } from "./_client_transcript.ts";
import { Judging } from "./_judging.ts";

async function silence(judging: Judging, env: Record<string, string> = {}): Promise<void> {
  const { stdout } = await judging.hook("Notification", { env });
  assert.equal(stdout, "");
}

Deno.test("a silence is recorded for what it is, and nothing is printed", async () => {
  const talks: Record<string, (chat: ClientTranscript) => ClientTranscript> = {
    genuinely_stuck: (chat) =>
      chat.runs("ls", "src").says("I have looked around. Next Steps:\n- Write the"),
    waiting_for_user: (chat) => chat.runs("ls", "src").says("Which database should I use?"),
    complete: (chat) =>
      chat.edits("src/add.mjs").runs("npm test", "ℹ tests 2\nℹ pass 2\nℹ fail 0\n")
        .says("Done. I fixed `add()`, and all tests pass."),
    working: (chat) => chat.runs("npm install"),
  };
  for (const [reason, talk] of Object.entries(talks)) {
    await using judging = await Judging.make();
    talk(judging.chat.person("Fix add() in src/add.mjs and run the tests"));
    for (const mode of ["on", "observe"]) {
      await silence(judging, { REFLECTION_JUDGE: mode });
    }
    const [record, ...others] = judging.records();
    assert.deepEqual(others, [], "once per place and minute");
    assert.equal(record?.stuck?.reason, reason);
    assert.equal(record.stuck.stuck, reason === "genuinely_stuck");
    assert.deepEqual(
      [record.verdict, record.skipped, record.outcome.decision, record.task],
      [null, null, "observed", null],
    );
  }
});

Deno.test("a new place in the conversation is looked at again, and so is an old one after a minute", async () => {
  await using judging = await Judging.make();
  judging.chat.person("Fix add()").runs("ls", "src").says("Which file do you mean?");
  await silence(judging);
  judging.chat.person("src/add.mjs").runs("cat src/add.mjs", "x").says(
    "Do you want me to edit it?",
  );
  await silence(judging);
  assert.equal(judging.records().length, 2);

  const file = `.mosaic/reflections/state/${judging.session}.judge.json`;
  const state = JSON.parse(await Deno.readTextFile(judging.repo.path(file)));
  const { until } = state.stuck;
  assert.ok(until > Date.now() && until <= Date.now() + 60_000);
  await judging.repo.write({
    [file]: JSON.stringify({ ...state, stuck: { ...state.stuck, until: until - 60_000 } }),
  });
  await silence(judging);
  assert.equal(judging.records().length, 3);
});

Deno.test("under half a minute nobody is stuck yet", async () => {
  await using judging = await Judging.make();
  const { path, session, cwd } = judging.chat;
  new ClientTranscript(path, session, cwd, Date.now() - 10_000)
    .person("Fix add()").runs("ls", "src").says("I have looked around. Next Steps:\n- Write the");
  await silence(judging);
  assert.equal(judging.records()[0]?.stuck?.stuck, false);
});

Deno.test("a look at the silence leaves what the judge remembers of attempts as it was", async () => {
  await using judging = await Judging.make();
  await judging.claimsAgainstTests().stop();
  const guardOf = () => JSON.parse(judging.read(`state/${judging.session}.judge.json`)).guard;
  const guard = guardOf();
  await silence(judging);
  assert.deepEqual(guardOf(), guard);
});

Deno.test("without a conversation that can be read nothing is recorded, and the error is noted", async () => {
  await using judging = await Judging.make();
  const { stdout } = await judging.hook("Notification", {
    payload: { transcript_path: "/etc/passwd" },
  });
  assert.equal(stdout, "");
  assert.deepEqual(judging.records(), []);
  assert.match(judging.log("errors.log"), /Cannot tell whether the agent is stuck/);
  await judging.hook("Notification", { payload: { transcript_path: undefined } });
  assert.deepEqual(judging.records(), []);
});
