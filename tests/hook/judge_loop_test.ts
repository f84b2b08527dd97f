import assert from "node:assert/strict";
import { FAILED, Judging, TASK } from "./_judging.ts";

Deno.test("where nothing changed since the feedback the agent is let go, and the record says what is not met", async () => {
  await using judging = await Judging.make();
  const outcomes = [await judging.fails().outcome()];
  for (let round = 0; round < 2; round++) {
    judging.chat.runs("npm test", FAILED, { error: true }).says(`Attempt ${round}: it passes.`);
    outcomes.push(await judging.outcome());
  }
  assert.deepEqual(outcomes, ["pushed", ...Array(2).fill("handed_over: no_progress")]);
  assert.equal(judging.records().at(-1)?.floor, "incomplete");
  judging.fails("Please try it again, and run the tests afterwards");
  const { record, reason } = await judging.stop();
  assert.match(reason!, /\(1\/16\)/);
  assert.equal(record.task, "Please try it again, and run the tests afterwards");
});

Deno.test("what changed counts as progress, up to the last block before the client's own cap", async () => {
  await using judging = await Judging.make();
  const outcomes: string[] = [];
  for (let round = 0; round < 9; round++) {
    outcomes.push(await judging.fails(round === 0 ? TASK : null).outcome());
  }
  assert.deepEqual(outcomes, [
    ...Array(6).fill("pushed"),
    ...["handed_over", "skipped: attempts_used_up", "skipped: attempts_used_up"],
  ]);
});

Deno.test("with a lower cap of the client the last feedback comes earlier, and says that it is the last", async () => {
  await using judging = await Judging.make();
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3" };
  assert.equal(await judging.fails().outcome({ env }), "pushed");
  const { record, reason } = await judging.fails(null).stop({ env });
  assert.deepEqual(record.outcome, { decision: "handed_over", attempt: 2, max_attempts: 16 });
  assert.match(reason!, /This is the last reminder/);
  assert.equal(
    await judging.fails(null).outcome({ env }),
    "skipped: attempts_used_up",
  );
});

for (
  const [cap, first] of [
    ["1", "skipped: attempts_used_up"],
    ["1.9", "skipped: attempts_used_up"],
    ["many", "pushed"],
  ] as const
) {
  Deno.test(`with a cap of "${cap}" the first stop is ${first}`, async () => {
    await using judging = await Judging.make();
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap };
    assert.equal(await judging.fails().outcome({ env }), first);
  });
}

Deno.test("a task that was settled is not judged again, and the next one is judged by itself", async () => {
  await using judging = await Judging.make();
  assert.equal(await judging.succeeds().outcome(), "let_go");
  judging.chat.says("That was all.");
  assert.equal(await judging.outcome(), "skipped: already_judged");
  judging.chat.person("Now rename add() to sum() and run the tests");
  judging.fails(null);
  const { record } = await judging.stop();
  assert.equal(record.outcome.decision, "pushed");
  assert.equal(record.task, "Now rename add() to sum() and run the tests");
});

Deno.test("two sessions in one repository do not know of each other", async () => {
  await using judging = await Judging.make();
  assert.equal(await judging.fails().outcome(), "pushed");
  const other = { session_id: "another-session" };
  judging.chat.sentBack = false;
  const chat = judging.transcript("another-session");
  chat.person("Fix the tests").edits("src/add.mjs").runs("npm test", FAILED, { error: true })
    .says("All tests pass.");
  const payload = { ...other, transcript_path: chat.path };
  const { record } = await judging.stop({ payload });
  assert.deepEqual([record.outcome.decision, record.outcome.attempt], ["pushed", 1]);
  assert.deepEqual(judging.names(".judge.json", "state").length, 2);
});

for (const cap of ["0", "-4"]) {
  Deno.test(`where the client is told not to count (${cap}), only our own limits hold`, async () => {
    await using judging = await Judging.make();
    const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap };
    const outcomes: string[] = [];
    for (let round = 0; round < 9; round++) {
      outcomes.push(await judging.fails(round === 0 ? TASK : null).outcome({ env }));
    }
    assert.deepEqual(outcomes, Array(9).fill("pushed"));
  });
}

Deno.test("what was handed over is closed: the person's next question is not answered with it", async () => {
  await using judging = await Judging.make();
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "2" };
  assert.equal(await judging.fails().outcome({ env }), "handed_over");
  judging.chat.says("The test of add() still fails: it expects 3.");
  assert.equal(await judging.outcome({ env }), "skipped: attempts_used_up");
  judging.chat.person("What is the license of this project?")
    .uses("Read", { file_path: `${judging.repo.folder}/LICENSE` }, "MIT").says(
      "It is MIT licensed.",
    );
  const { record, reason } = await judging.stop({ env });
  assert.deepEqual([record.outcome.decision, reason], ["let_go", null]);
  assert.equal(record.task, "What is the license of this project?");
});
