import assert from "node:assert/strict";
import { ClientTranscript } from "./_client_transcript.ts";
import { judgedBy } from "./_judge_model.ts";
import { Judging } from "./_judging.ts";

async function silence(judging: Judging, env: Record<string, string> = {}): Promise<void> {
  const { stdout } = await judging.hook("Notification", { env });
  assert.equal(stdout, "");
}

Deno.test("a silence is recorded for what it is, and nothing is printed", async () => {
  const talks: Record<string, (chat: ClientTranscript) => ClientTranscript> = {
    genuinely_stuck: (chat) => chat.runs("ls", "src"),
    waiting_for_user: (chat) => chat.uses("AskUserQuestion", { questions: [] }),
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

Deno.test("where only words tell, a quick model is asked; without one there is no record", async () => {
  const say = { stuck: true, reason: "genuinely_stuck", confidence: 0.9, shouldNudge: true };
  await using by = await judgedBy([{ say: { ...say, nudgeMessage: "Write it" } }]);
  by.judging.chat.person("Add a parser").runs("ls", "src").says("Next Steps:\n- Write the parser");
  await silence(by.judging);
  assert.deepEqual(by.judging.records(), []);
  await silence(by.judging, by.env);
  assert.deepEqual([by.judging.records(), by.api.requests.length], [[], 0], "once per minute");
  by.judging.chat.person("Go on").says("Sure. Next Steps:\n- Write the parser");
  await silence(by.judging, by.env);
  const [record] = by.judging.records();
  assert.match(record?.stuck?.nudgeMessage ?? "", /^## Reflection: Continue\n\nWrite it\n/);
  assert.equal(by.api.requests.length, 1);
});

Deno.test("a new place in the conversation is recorded; an old one is looked at again after a minute", async () => {
  await using judging = await Judging.make();
  judging.chat.person("Fix add()").runs("ls", "src");
  await silence(judging);
  judging.chat.person("src/add.mjs").runs("cat src/add.mjs", "x");
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
  assert.ok(JSON.parse(await Deno.readTextFile(judging.repo.path(file))).stuck.until >= until);
  assert.equal(judging.records().length, 2, "once for what a silence means");
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
  await judging.fails().stop();
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
