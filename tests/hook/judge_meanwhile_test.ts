import assert from "node:assert/strict";
import { ModelApi } from "../support/model_api.ts";
import { DISSATISFIED, provider, SATISFIED } from "./_judge_model.ts";
import { Judging } from "./_judging.ts";

Deno.test("an interruption that comes while the model thinks is not followed by feedback", async () => {
  await using judging = await Judging.make();
  await using api = ModelApi.start(() => {
    judging.chat.interrupted();
    return { say: DISSATISFIED };
  });
  judging.fails();
  const { record, reason } = await judging.stop({ env: provider(api) });
  assert.deepEqual([api.requests.length, reason], [1, null]);
  assert.deepEqual([record.skipped, record.outcome.attempt], ["aborted", 0]);
  api.program([{ say: SATISFIED }]);
  judging.chat.says("All tests pass.");
  assert.equal(await judging.outcome({ env: provider(api) }), "skipped: aborted");
  assert.equal(api.requests.length, 0);
});

/** What a person does while the model thinks, and what that is to the client. */
const MEANWHILE: Record<string, (judging: Judging) => void> = {
  "a message that the client keeps until the agent is free": ({ chat }) => {
    chat.sentMeanwhile("Forget it. What is the license?");
  },
  "a message": ({ chat }) => {
    chat.person("Forget it. What is the license?");
  },
  "an interruption and a message": ({ chat }) => {
    chat.interrupted().person("Forget it. What is the license?");
  },
};

for (const [what, happens] of Object.entries(MEANWHILE)) {
  Deno.test(`no feedback follows where the person speaks while the model thinks: ${what}`, async () => {
    await using judging = await Judging.make();
    await using api = ModelApi.start(() => {
      happens(judging);
      return { say: DISSATISFIED };
    });
    judging.fails();
    const { record, reason } = await judging.stop({ env: provider(api) });
    assert.deepEqual([api.requests.length, reason], [1, null]);
    assert.deepEqual([record.skipped, record.outcome.attempt], ["concurrent", 0]);
    // What they said is judged like anything else.
    assert.equal(await judging.fails("Fix the test then").outcome(), "pushed");
  });
}

Deno.test("what the client itself keeps until the agent is free does not keep the judge from speaking", async () => {
  await using judging = await Judging.make();
  await using api = ModelApi.start(() => {
    judging.chat.sentMeanwhile("<task-notification>x</task-notification>");
    return { say: DISSATISFIED };
  });
  assert.equal(await judging.fails().outcome({ env: provider(api) }), "pushed");
});

Deno.test("a message that waits when the turn ends comes before any feedback", async () => {
  await using judging = await Judging.make();
  judging.chat.person("Make sure that the tests pass").sentMeanwhile("And what is the license?");
  const { record } = await judging.fails(null).stop();
  assert.deepEqual([record.outcome.decision, record.skipped], ["let_go", "concurrent"]);
  assert.deepEqual(record.vetoes?.map(({ name }) => name), ["message_waiting"]);
});

Deno.test("an agent is not sent back over a person who runs a command in the client", async () => {
  await using judging = await Judging.make();
  const content = "<bash-input>npm test</bash-input>";
  judging.fails().chat.raw({ type: "user", message: { role: "user", content } });
  const { record } = await judging.stop();
  assert.deepEqual([record.outcome.decision, record.skipped], ["let_go", "concurrent"]);
  assert.deepEqual(record.vetoes?.map(({ name }) => name), ["message_waiting"]);
});

Deno.test("what is done is closed, also where the person has something new to say already", async () => {
  await using judging = await Judging.make();
  await using api = ModelApi.start(() => {
    judging.chat.sentMeanwhile("What is the license?");
    return { say: SATISFIED };
  });
  assert.equal(await judging.succeeds().outcome({ env: provider(api) }), "let_go");
  judging.chat.person("What is the license?").runs("cat LICENSE", "MIT").says("It is MIT.");
  const { record } = await judging.stop();
  assert.equal(record.task, "What is the license?");
});
