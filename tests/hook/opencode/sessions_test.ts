import assert from "node:assert/strict";
import { JUDGE_TITLE } from "../../../hook/opencode/client.ts";
import { TOASTS } from "../../../hook/opencode/messages.ts";
import {
  answer,
  commanded,
  compactionAsked,
  continued,
  MODEL,
  ours,
  person,
  summary,
  text,
} from "./_messages.ts";
import { Project, SESSION } from "./_project.ts";
import { COMPLETE, judgedStop, SECOND, SILENCE, STUCK, weighing } from "./_watched.ts";

const TASK = person("m1", "Fix add()");
const DONE = answer("m2", [text("It is fixed.")]);
const MINUTE = 60 * SECOND;
const FAILED = answer("m2", [], { error: { name: "APIError" }, finish: undefined });

Deno.test("A stop is read once, captured and judged", async () => {
  using project = new Project();
  project.prompts();
  await project.ends(TASK, DONE);
  assert.equal(project.count("messages"), 1);
  assert.deepEqual(project.done.slice(-2).sort(), ["capture Stop", "judge task"]);
  const { question } = project.pending[0]!;
  assert.deepEqual([question.session_id, question.prompt_id], [SESSION, "m1"]);
  assert.deepEqual(question.conversation.turns.map(({ id }) => id), ["m1", "m2"]);
});

Deno.test("What is judged is how the session stood when it stopped", async () => {
  using project = new Project();
  project.prompts();
  project.messages = [TASK, DONE];
  project.busy();
  project.tell("session.idle");
  await project.clock.settle();
  project.messages.push(person("m3", "And now?"));
  await project.clock.settle();
  assert.equal(project.pending[0]!.question.conversation.turns.length, 2);
});

Deno.test("The next stop calls off the judging of the one before", async () => {
  using project = new Project();
  project.prompts();
  await project.ends(TASK, DONE);
  await project.ends(TASK, DONE, answer("m3", [text("It is fixed now.")]));
  const [first, second] = project.pending;
  assert.deepEqual([first!.signal.aborted, second!.signal.aborted], [true, false]);
  first!.answer({ kind: "task", outcome: judgedStop({ feedback: "First" }) });
  await project.clock.settle();
  second!.answer({ kind: "task", outcome: judgedStop({ feedback: "Second" }) });
  await project.clock.settle();
  assert.deepEqual(project.done.filter((what) => what.startsWith("feedback")), [
    "feedback: Second",
  ]);
});

for (
  const [what, does] of [
    ["a message", (project: Project) => project.prompts()],
    [
      "Esc",
      (project: Project) =>
        project.tell("session.error", { error: { name: "MessageAbortedError" } }),
    ],
    [
      "an undo",
      (project: Project) =>
        project.tell("session.updated", { info: { id: SESSION, revert: { messageID: "m1" } } }),
    ],
    [
      "a command of the person's own",
      (project: Project) => project.ends(TASK, DONE, ...commanded("m3", { status: "completed" })),
    ],
  ] as const
) {
  Deno.test(`With ${what} the judge is called off, and what it says is not passed on`, async () => {
    for (const outcome of [judgedStop(), COMPLETE]) {
      using project = new Project();
      project.prompts();
      await project.ends(TASK, DONE);
      await does(project);
      const [judge, ...more] = project.pending;
      assert.deepEqual(more, [], "nothing else is judged");
      assert.equal(judge!.signal.aborted, true);
      judge!.answer({ kind: "task", outcome });
      await project.clock.passes(10 * MINUTE);
      assert.deepEqual(project.done.filter((done) => /^(?:feedback|toast|nudge)/.test(done)), []);
      assert.equal(project.count("capture Stop"), 1);
    }
  });
}

Deno.test("Feedback goes to whom the last message was, under its terms", async () => {
  using project = new Project();
  const terms = { variant: "high", system: "Be brief", tools: { write: false } };
  project.prompts();
  await project.ends(person("m1", "Fix add()", { agent: "docs", ...terms }), DONE);
  project.pending[0]!.answer({ kind: "task", outcome: judgedStop() });
  await project.clock.settle();
  assert.deepEqual(project.addressees, [{ agent: "docs", model: MODEL, ...terms }]);
});

Deno.test("A silence after an error is looked at, and the agent is nudged", async () => {
  using project = new Project();
  project.prompts();
  await project.ends(TASK, FAILED);
  await project.clock.passes(SILENCE);
  const [look] = project.pending;
  assert.deepEqual([look!.question.kind, look!.question.idle_ms], ["stuck", SILENCE]);
  look!.answer({ kind: "stuck", verdict: STUCK });
  await project.clock.passes(10 * MINUTE);
  assert.equal(project.count("nudge: Go on"), 1);
  assert.equal(project.pending.length, 1);
});

Deno.test("In plan mode there is neither a look nor a weighing, only a stop that says so", async () => {
  const plan = person("m1", "How?", { agent: "plan" });
  using failed = new Project();
  failed.prompts();
  await failed.ends(plan, { ...FAILED, info: { ...FAILED.info, agent: "plan" } });
  await failed.clock.passes(60 * MINUTE);
  assert.deepEqual(failed.pending, []);

  using compacted = new Project();
  compacted.prompts();
  compacted.tell("session.compacted");
  const planned = answer("m4", [text("So.")], { agent: "plan" });
  await compacted.ends(plan, compactionAsked("m2", true), summary("m3"), planned);
  const [judge] = compacted.pending;
  assert.equal(judge!.question.plan_mode, true);
  judge!.answer(null);
  await compacted.clock.passes(60 * MINUTE);
  assert.equal(compacted.pending.length, 1);
});

Deno.test("A compaction by itself is weighed when the judge has answered; one by hand is not", async () => {
  for (const auto of [true, false]) {
    using project = new Project();
    project.prompts();
    project.tell("session.compacted");
    await project.ends(TASK, compactionAsked("m2", auto), summary("m3"), continued("m4"), DONE);
    await project.clock.passes(10 * SECOND);
    assert.deepEqual(project.pending.map(({ question }) => question.kind), ["task"]);
    project.pending[0]!.answer({ kind: "task", outcome: COMPLETE });
    await project.clock.passes(MINUTE);
    const weighs = auto ? ["compaction"] : [];
    assert.deepEqual(project.pending.slice(1).map(({ question }) => question.kind), weighs);
    project.pending[1]?.answer({ kind: "compaction", verdict: weighing("task_complete") });
    await project.clock.settle();
    assert.equal(project.count(`toast: ${TOASTS.complete.message}`), 1, "shown once");
  }
});

for (
  const [whose, info] of [
    ["a subagent", { parentID: "ses_0" }],
    ["a judge of ours", { title: JUDGE_TITLE }],
  ] as const
) {
  Deno.test(`The session of ${whose} is left alone`, async () => {
    using project = new Project();
    project.info = info;
    project.prompts();
    await project.ends(TASK, DONE);
    await project.clock.passes(10 * MINUTE);
    assert.deepEqual(project.done, ["session"], "asked for once");
    assert.equal(await project.sessions.isWork(SESSION), false);
  });
}

Deno.test("A session is forgotten after half an hour, though nothing else happens", async () => {
  using project = new Project();
  assert.equal(await project.sessions.isWork(SESSION), true);
  assert.equal(await project.sessions.isWork(SESSION), true);
  assert.equal(project.count("session"), 1, "known");
  await project.clock.passes(61 * MINUTE);
  assert.equal(project.clock.timers, 0, "and no timer is left");
  assert.equal(await project.sessions.isWork(SESSION), true);
  assert.equal(project.count("session"), 2, "asked again");
});

Deno.test("A session in which something happens is not forgotten", async () => {
  using project = new Project();
  await project.sessions.isWork(SESSION);
  for (let minutes = 0; minutes < 90; minutes += 10) {
    await project.clock.passes(10 * MINUTE);
    project.tell("todo.updated");
  }
  await project.sessions.isWork(SESSION);
  assert.equal(project.count("session"), 1);
});

Deno.test("What is judged is called off where the session is deleted, and nothing is said in it", async () => {
  using project = new Project();
  project.prompts();
  await project.ends(TASK, DONE);
  project.tell("session.deleted");
  const [judge] = project.pending;
  assert.equal(judge!.signal.aborted, true);
  judge!.answer({ kind: "task", outcome: judgedStop() });
  await project.clock.settle();
  assert.equal(project.count("feedback: Run the tests"), 0);
});

Deno.test("At its end the project waits for its records, and for no longer than ten seconds", async () => {
  using project = new Project();
  const written = Promise.withResolvers<void>();
  project.writes = written.promise;
  project.prompts();
  await project.ends(TASK, DONE);
  let over = false;
  const disposed = project.sessions.dispose().then(() => over = true);
  await project.clock.passes(9 * SECOND);
  assert.equal(over, false);
  project.pending[0]?.answer(null);
  written.resolve();
  await disposed;
  assert.equal(project.count("capture Stop"), 1);

  using stuck = new Project();
  stuck.writes = new Promise(() => {});
  stuck.prompts();
  await stuck.ends(TASK, DONE);
  const late = stuck.sessions.dispose();
  await stuck.clock.passes(10 * SECOND);
  await late;
});

Deno.test("After its end the project says nothing, takes note of nothing and sets no timer", async () => {
  using project = new Project();
  project.prompts();
  await project.ends(TASK, DONE);
  const disposed = project.sessions.dispose();
  assert.equal(project.pending[0]!.signal.aborted, true);
  project.pending[0]!.answer({ kind: "task", outcome: judgedStop() });
  await disposed;
  const before = [...project.done];
  project.prompts();
  await project.ends(TASK, DONE, answer("m3", []));
  await project.clock.settle();
  assert.deepEqual(project.done, before);
  assert.equal(project.clock.timers, 0);
});

Deno.test("Without deno the person is told once, and nothing is run", async () => {
  using project = new Project({ available: false });
  project.prompts();
  await project.ends(TASK, DONE);
  await project.ends(TASK, DONE, answer("m3", []));
  assert.equal(project.count(`toast: ${TOASTS.noDeno.message}`), 1);
  assert.deepEqual(project.done.filter((what) => /^(?:begin|capture|judge)/.test(what)), []);
});

Deno.test("A client that gives nothing, and a judge that fails, are nobody's trouble", async () => {
  using project = new Project();
  Object.assign(project.world.client, { messages: () => Promise.reject(new Error("Gone")) });
  project.prompts();
  await project.ends(TASK, DONE);
  assert.deepEqual(project.pending, []);

  using other = new Project();
  Object.assign(other.world.scripts, { judge: () => Promise.reject(new Error("Gone")) });
  other.prompts();
  await other.ends(TASK, DONE);
  assert.equal(other.count("capture Stop"), 1);
});

Deno.test("Nobody is asked for a self-report who summarises, or works for an agent", async () => {
  using project = new Project();
  assert.equal(await project.sessions.isWork(SESSION), true);
  project.sessions.compacting(SESSION);
  assert.equal(await project.sessions.isWork(SESSION), false);
  project.tell("session.compacted");
  assert.equal(await project.sessions.isWork(SESSION), true);
});

Deno.test("What is said to an agent by the client or by us is no message of the person", async () => {
  for (const { parts } of [continued("m3"), ours("m3", "Go on")]) {
    using project = new Project();
    project.prompts();
    await project.ends(TASK, DONE);
    project.sessions.message(SESSION, parts);
    assert.equal(project.pending[0]!.signal.aborted, false);
  }
});
