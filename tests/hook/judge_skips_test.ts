import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import { FAILED, Judging, RECORDS, TASK } from "./_judging.ts";

/** Circumstances in which nobody is judged, though there is all reason to. */
const CIRCUMSTANCES = {
  "judge_session": { env: { REFLECTION_INSIDE: "1" } },
  "subagent": { payload: { agent_id: "ab503465bc1134aac", agent_type: "Explore" } },
  "plan_mode": { payload: { permission_mode: "plan" } },
  "background_tasks": {
    payload: {
      background_tasks: [{ id: "b1", type: "shell", status: "running", command: "sleep 9" }],
    },
  },
};

for (const [reason, start] of Object.entries(CIRCUMSTANCES)) {
  Deno.test(`a stop is skipped and recorded: ${reason}`, async () => {
    await using judging = await Judging.make();
    const { record, reason: told } = await judging.fails().stop(start);
    assert.equal(told, null);
    assert.deepEqual([record.skipped, record.outcome.decision], [reason, "skipped"]);
    assert.deepEqual([record.verdict, record.task, record.stuck], [null, null, null]);
    assert.deepEqual(judging.names(`verdict_${judging.session}.json`), []);
    // It says nothing about the task: the next stop is judged.
    assert.equal(await judging.outcome(), "pushed");
  });
}

Deno.test("a stop that is skipped by what the client tells leaves what is remembered as it was", async () => {
  await using judging = await Judging.make();
  assert.equal(await judging.succeeds().outcome(), "let_go");
  const remembered = () => judging.read(`state/${judging.session}.judge.json`);
  const before = remembered();
  judging.chat.woken().says("All tests pass.");
  for (const [reason, start] of Object.entries(CIRCUMSTANCES)) {
    assert.equal(await judging.outcome(start), `skipped: ${reason}`);
    assert.equal(remembered(), before, reason);
  }
});

Deno.test("a teammate answers to the agent that leads it, and is not judged", async () => {
  await using judging = await Judging.make();
  const message = { role: "user", content: '<teammate-message teammate_id="lead">Go' };
  judging.chat.raw({ type: "user", teamName: "team", agentName: "tester", message });
  assert.equal(await judging.fails().outcome(), "skipped: subagent");
});

Deno.test("after a block every stop of the agent is counted, also one that is skipped", async () => {
  await using judging = await Judging.make();
  const { plan_mode } = CIRCUMSTANCES;
  assert.equal(await judging.fails().outcome(), "pushed");
  judging.chat.says("Here is what I would do.");
  assert.equal(await judging.outcome(plan_mode), "skipped: plan_mode");
  assert.equal(JSON.parse(judging.read(`state/${judging.session}.judge.json`)).guard.row, 1);
});

Deno.test("a background task that has ended does not keep the judge waiting", async () => {
  await using judging = await Judging.make();
  const background_tasks = ["completed", "failed", "killed", "stopped"].map((status) => ({
    ...{ id: "b1", type: "shell", status, command: "sleep 9" },
  }));
  judging.fails();
  assert.equal(await judging.outcome({ payload: { background_tasks } }), "pushed");
});

Deno.test("whatever has not ended in the background is waited for, whatever the client calls it", async () => {
  await using judging = await Judging.make();
  judging.fails();
  for (const status of ["running", "pending", "queued", "paused", "of tomorrow", undefined]) {
    const ended = { id: "b1", type: "shell", status: "completed" };
    const background_tasks = [ended, { id: "b2", type: "subagent", status }];
    const outcome = await judging.outcome({ payload: { background_tasks } });
    assert.equal(outcome, "skipped: background_tasks", status);
  }
});

Deno.test("a payload that is too long may have lost who is not to be judged, so that nobody is", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const last_assistant_message = "x".repeat(1.2 * 1024 * 1024);
  for (const fields of [{ permission_mode: "plan" }, {}]) {
    const { record, reason } = await judging.stop({
      payload: { ...fields, last_assistant_message },
    });
    assert.deepEqual([record.skipped, reason], ["unreadable", null]);
    assert.match(record.failure!, /Payload is too long/);
  }
  assert.equal(await judging.outcome(), "pushed");
});

Deno.test("an interrupted task is not judged, and the person's next one is", async () => {
  await using judging = await Judging.make();
  judging.fails().chat.interrupted();
  assert.equal(await judging.outcome(), "skipped: aborted");
  // The client may tell again of a stop in the same task.
  judging.chat.says("All tests pass.");
  assert.equal(await judging.outcome(), "skipped: aborted");
  assert.equal(await judging.fails("Go on and fix the test").outcome(), "pushed");
});

for (const sentBackBefore of [false, true]) {
  const task = sentBackBefore ? "task that was sent back before" : "task";
  Deno.test(`an interrupted ${task} is not judged when something in the background wakes the agent`, async () => {
    await using judging = await Judging.make();
    if (sentBackBefore) assert.equal(await judging.fails().outcome(), "pushed");
    else judging.chat.person(TASK);
    judging.edits().chat.runs("npm test", FAILED, { error: true }).interrupted()
      .woken().says("All tests pass now.");
    assert.equal(await judging.outcome(), "skipped: aborted");
    judging.chat.woken().runs("npm test", FAILED, { error: true }).says("All tests pass.");
    assert.equal(await judging.outcome(), "skipped: aborted");
    assert.equal(await judging.fails("Go on and fix the test").outcome(), "pushed");
  });
}

Deno.test("one stop that is told twice is answered once", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const { stdout } = await judging.hook("Stop");
  assert.match(stdout, /^\{"decision"/);
  const { record, reason } = await judging.stop();
  assert.equal(reason, null);
  assert.deepEqual([record.skipped, record.outcome.attempt], ["already_judged", 1]);
});

Deno.test("while another process judges the session, a second one leaves it alone", async () => {
  await using judging = await Judging.make();
  await judging.repo.write({ [`${RECORDS}/state/${judging.session}.judge.lock`]: "" });
  using lock = await Deno.open(
    judging.repo.path(`${RECORDS}/state/${judging.session}.judge.lock`),
    { write: true },
  );
  await lock.lock(true);
  judging.fails();
  assert.equal(await judging.outcome(), "skipped: concurrent");
  await lock.unlock();
  assert.equal(await judging.outcome(), "pushed");
});

Deno.test("a conversation in which nobody asked for anything has no task", async () => {
  await using judging = await Judging.make();
  judging.chat.runs("npm test", "ℹ fail 1\n", { error: true }).says("All tests pass.");
  assert.equal(await judging.outcome(), "skipped: no_task");
});

Deno.test("a transcript that is missing or no plain file is unreadable, and nobody is sent back", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const folder = judging.home.path(".claude/projects/x");
  await run("mkfifo", [`${folder}/pipe.jsonl`]);
  const paths = [undefined, null, 7, "", "relative.jsonl", `${folder}/none.jsonl`, folder];
  for (const transcript_path of [...paths, `${folder}/pipe.jsonl`]) {
    const { record, reason } = await judging.stop({ payload: { transcript_path } });
    assert.deepEqual(
      [record.skipped, record.verdict, reason],
      ["unreadable", null, null],
      String(transcript_path),
    );
  }
  assert.equal(await judging.outcome(), "pushed");
});

Deno.test("without an id there is nothing to count by, so that nobody is sent back", async () => {
  await using judging = await Judging.make();
  judging.fails();
  for (const session_id of [undefined, "", 7]) {
    const { record } = await judging.stop({ payload: { session_id } });
    assert.deepEqual([record.skipped, record.session_id], ["unreadable", "unknown"]);
    assert.equal(record.degraded, true);
  }
});

Deno.test("of two stops that are told at the same time one is answered", async () => {
  await using judging = await Judging.make();
  judging.fails();
  const both = await Promise.all([judging.hook("Stop"), judging.hook("Stop")]);
  assert.equal(both.filter(({ stdout }) => stdout !== "").length, 1);
  const [pushed, left] = judging.records().toSorted((a) => a.skipped === null ? -1 : 1);
  assert.equal(pushed?.outcome.decision, "pushed");
  assert.match(left?.skipped ?? "", /^(concurrent|already_judged)$/);
});
