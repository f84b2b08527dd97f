import assert from "node:assert/strict";
import { callOf, type Conversation, conversationOf, turnOf } from "../../../judge/conversation.ts";
import { HOOK_PERMISSIONS } from "../../../hook/clients/permissions.ts";
import commands from "../../../hook/opencode/commands.json" with { type: "json" };
import type { Answer, Question } from "../../../hook/opencode/question.ts";
import { verdictSchema } from "../../../schema/zod.ts";
import { assertWithin, audited } from "../_audit.ts";
import { hookEnvironment } from "../session.ts";
import { PROJECT, type Ran, run } from "../../support/process.ts";
import { Scratch } from "../../support/repository.ts";

const RECORDS = ".mosaic/reflections";

/** What is required failed after an edit, whatever the agent claims. */
const CLAIM: Conversation = conversationOf([
  turnOf({ id: "m1", origin: "person", text: "Fix add() and run the tests" }),
  turnOf({
    id: "m2",
    origin: "agent",
    text: "All tests pass.",
    calls: [
      callOf({ name: "edit", input: { filePath: "add.mjs" }, output: "ok" }),
      callOf({ name: "bash", input: { command: "node --test" }, output: "# fail 1", exitCode: 1 }),
    ],
  }),
]);

/** A repository in which the script is run as the plugin runs it. */
class Judge implements AsyncDisposable {
  private constructor(readonly repo: Scratch, readonly home: Scratch) {}

  static async make(): Promise<Judge> {
    const judge = new Judge(await Scratch.make(), await Scratch.make());
    await judge.repo.init();
    const reflection = { requirements: { [judge.repo.folder]: ["node --test"] } };
    await judge.home.write({ ".config/reflection/config.json": JSON.stringify({ reflection }) });
    return judge;
  }

  ask(given: Partial<Question> = {}, env: Record<string, string> = {}): Promise<Ran> {
    return this.tell(`${this.question(given)}\n`, env);
  }

  /** A question, as the plugin asks it. */
  question(given: Partial<Question>): string {
    const question: Question = {
      kind: "task",
      session_id: "ses_1",
      prompt_id: "m1",
      conversation: CLAIM,
      plan_mode: false,
      idle_ms: 0,
      failed: false,
      ...given,
    };
    return JSON.stringify(question);
  }

  tell(stdin: string, env: Record<string, string> = {}): Promise<Ran> {
    return run("/bin/sh", ["-c", commands.judge], {
      cwd: this.repo.folder,
      clearEnv: true,
      env: {
        ...hookEnvironment(this.home.folder),
        CLAUDE_PROJECT_DIR: this.repo.folder,
        REFLECTION_ROOT: PROJECT,
        REFLECTION_AGENT: "opencode",
        REFLECTION_MODE: "solo",
        REFLECTION_JUDGE: "on",
        ...env,
      },
      stdin,
    });
  }

  records(): string[] {
    try {
      return Array.from(Deno.readDirSync(this.repo.path(RECORDS)), ({ name }) => name)
        .filter((name) => name.endsWith(".verdict.json")).sort();
    } catch {
      return [];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repo[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

function answerIn({ stdout, stderr }: Ran): Answer {
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

Deno.test("the script answers a task with feedback, and leaves a record of it", async () => {
  await using judge = await Judge.make();
  const answer = answerIn(await judge.ask());
  assert.ok(answer.kind === "task");
  assert.equal(answer.outcome.decision, "pushed");
  assert.match(answer.outcome.feedback!, /^## Reflection: Task Incomplete \(1\/16\) \[HIGH\]/);
  const [name] = judge.records();
  const path = judge.repo.path(`${RECORDS}/${name}`);
  const record = verdictSchema.parse(JSON.parse(await Deno.readTextFile(path)));
  assert.deepEqual([record.agent, record.session_id], ["opencode", "ses_1"]);
  assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);

  const again = answerIn(await judge.ask());
  assert.ok(again.kind === "task");
  assert.equal(again.outcome.skipped, "already_judged", "one state is answered once");
});

Deno.test("of two that judge one session at a time, one speaks", async () => {
  await using judge = await Judge.make();
  const answers = (await Promise.all([judge.ask(), judge.ask(), judge.ask()])).map(answerIn);
  const told = answers.filter((answer) =>
    answer.kind === "task" && answer.outcome.feedback !== null
  );
  assert.equal(told.length, 1);
});

Deno.test("a nudge of ours is no feedback: the task is judged after it", async () => {
  await using judge = await Judge.make();
  const [person, agent] = CLAIM.turns;
  const nudge = turnOf({ id: "n", origin: "feedback", text: "## Reflection: Continue\n\nGo on." });
  const answer = answerIn(
    await judge.ask({ conversation: conversationOf([person!, nudge, agent!]) }),
  );
  assert.ok(answer.kind === "task");
  assert.match(answer.outcome.feedback!, /\(1\/16\)/);
});

/** Work on a pull request that broke off. */
const BROKEN: Conversation = conversationOf([
  turnOf({ id: "m1", origin: "person", text: "Fix PR #34: add() subtracts" }),
  turnOf({
    id: "m2",
    origin: "agent",
    text: "I changed add(). Next I will",
    completed: false,
    calls: [callOf({ name: "bash", input: { command: "git push" }, output: "done" })],
  }),
]);

/** A silence of which only words tell. */
const UNCLEAR: Conversation = conversationOf([
  turnOf({ id: "m1", origin: "person", text: "Fix add()" }),
  turnOf({ id: "m2", origin: "agent", text: "Interesting.", outputTokens: 3 }),
]);

const SILENT = { kind: "stuck", conversation: BROKEN, idle_ms: 40_000 } as const;

Deno.test("the script tells what a silence means, and what a compaction needs", async () => {
  await using judge = await Judge.make();
  const silence = answerIn(await judge.ask(SILENT));
  assert.ok(silence.kind === "stuck");
  assert.deepEqual([silence.verdict?.reason, silence.verdict?.shouldNudge], [
    "genuinely_stuck",
    true,
  ]);
  const compacted = answerIn(await judge.ask({ kind: "compaction", conversation: BROKEN }));
  assert.ok(compacted.kind === "compaction");
  assert.equal(compacted.verdict?.action, "needs_github_update");
  assert.match(compacted.verdict.nudgeMessage!, /gh pr comment 34/);
});

Deno.test("a repository that wants no judge gets no nudge either", async () => {
  await using judge = await Judge.make();
  const config = JSON.stringify({ reflection: { judge: false } });
  await judge.repo.write({ ".mosaic/config.json": config });
  // Nor is a model asked, though the user named one.
  const env = { REFLECTION_PROVIDER: "opencode" };
  const silence = answerIn(await judge.ask(SILENT, env));
  assert.ok(silence.kind === "stuck");
  const { reason, shouldNudge, nudgeMessage } = silence.verdict!;
  assert.deepEqual([reason, shouldNudge, nudgeMessage], ["genuinely_stuck", false, null]);
  const unclear = answerIn(await judge.ask({ ...SILENT, conversation: UNCLEAR }, env));
  assert.deepEqual(unclear, { kind: "stuck", verdict: null });
  const compacted = answerIn(await judge.ask({ kind: "compaction", conversation: BROKEN }, env));
  assert.ok(compacted.kind === "compaction");
  assert.equal(compacted.verdict?.nudgeMessage, null);
  const task = answerIn(await judge.ask());
  assert.ok(task.kind === "task");
  assert.equal(task.outcome.feedback, null);
});

Deno.test("a silence is recorded once for where it is and what it means", async () => {
  await using judge = await Judge.make();
  for (const idle_ms of [40_000, 100_000]) await judge.ask({ ...SILENT, idle_ms });
  assert.equal(judge.records().length, 1);
  // Something else, in the same place; and the same, in another.
  await judge.ask({ ...SILENT, idle_ms: 10 });
  assert.equal(judge.records().length, 2);
  const [asked, said] = BROKEN.turns;
  const further = conversationOf([asked!, said!, { ...said!, id: "m3" }]);
  await judge.ask({ ...SILENT, conversation: further });
  assert.equal(judge.records().length, 3);
});

Deno.test("secrets reach neither the record nor the agent", async () => {
  await using judge = await Judge.make();
  const token = "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36);
  const [person, agent] = CLAIM.turns;
  const leaky = { ...agent!.calls[1]!, output: `not ok 1 - uses ${token}\n# fail 1` };
  const conversation = conversationOf([person!, { ...agent!, calls: [agent!.calls[0]!, leaky] }]);
  const { stdout } = await judge.ask({ conversation });
  assert.ok(!stdout.includes(token));
  for (const name of judge.records()) {
    assert.ok(!(await Deno.readTextFile(judge.repo.path(`${RECORDS}/${name}`))).includes(token));
  }
});

Deno.test("switched off, the script says and writes nothing", async () => {
  await using judge = await Judge.make();
  for (
    const env of [{ REFLECTION_MODE: "off" }, { REFLECTION_JUDGE: "off" }, {
      REFLECTION_INSIDE: "1",
    }]
  ) {
    assert.deepEqual([(await judge.ask({}, env)).stdout, judge.records()], ["", []]);
  }
});

Deno.test("whatever the script is told, it ends with 0 and says nothing that is no answer", async () => {
  await using judge = await Judge.make();
  for (const stdin of ["", "\n", "{}\n", "null\n", '{"kind":"task"}\n', "[1,2]\n", "{\n", "\0\n"]) {
    const { code, stdout } = await judge.tell(stdin);
    assert.deepEqual([code, stdout], [0, ""], JSON.stringify(stdin));
  }
  const odd = { turns: [{ origin: "person" }, 7, null] } as unknown as Conversation;
  const { code } = await judge.ask({ conversation: odd });
  assert.equal(code, 0);
  assert.deepEqual(judge.records().length <= 1, true);
});

Deno.test("the script sees, reads and writes what is registered, and asks for nothing else", async () => {
  await using judge = await Judge.make();
  const used = await audited(judge.repo, (env) => judge.ask({}, env));
  const outside = [judge.home.path(".config/reflection/config.json")];
  assertWithin(judge.repo, used, { ...HOOK_PERMISSIONS.review, outside });
});

/** What was said on stdout, line by line. */
// deno-lint-ignore no-explicit-any
function linesIn({ stdout, stderr }: Ran): any[] {
  assert.equal(stderr, "");
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

const OWN_MODEL = { REFLECTION_PROVIDER: "opencode" };

Deno.test("OpenCode's own models are asked through the plugin only", async () => {
  await using judge = await Judge.make();
  const [asked, answered] = linesIn(await judge.ask({}, OWN_MODEL));
  assert.equal(asked.ask.quick, null, "a task is worth the session's own model");
  assert.deepEqual([asked.ask.id, asked.ask.ms], [1, 180_000]);
  assert.match(asked.ask.system, /schema/);
  assert.equal(answered.outcome.decision, "pushed", "no answer leaves the floor's verdict");
});

Deno.test("a silence is a quick question, for half a minute and a quick model", async () => {
  await using judge = await Judge.make();
  const [asked, answered] = linesIn(
    await judge.ask({ ...SILENT, conversation: UNCLEAR }, OWN_MODEL),
  );
  assert.deepEqual([asked.ask.id, asked.ask.ms], [1, 30_000]);
  assert.ok(asked.ask.quick.anthropic.length > 0);
  assert.equal(answered.kind, "stuck");
  const sure = linesIn(await judge.ask(SILENT, OWN_MODEL));
  assert.deepEqual(sure.map(({ kind }) => kind), ["stuck"], "nobody asks what is known");
});

Deno.test("a reply is that of the request with its id, whatever else comes", async () => {
  await using judge = await Judge.make();
  const found = (missing: string) =>
    JSON.stringify({
      complete: false,
      severity: "HIGH",
      feedback: missing,
      missing: [missing],
      next_actions: [],
      requires_human_action: false,
    });
  const reply = (id: unknown, missing: string) =>
    JSON.stringify({ id, text: found(missing), failure: null, model: "openai/own" });
  const question = judge.question({});
  const told = [
    question,
    "7",
    reply(undefined, "Of no request"),
    reply("1", "Of another"),
    reply(2, "Of a later one"),
    reply(1, "A changelog"),
    reply(1, "Said twice"),
  ];
  const [, answered] = linesIn(await judge.tell(`${told.join("\n")}\n`, OWN_MODEL));
  assert.match(answered.outcome.feedback, /A changelog/);
  assert.doesNotMatch(answered.outcome.feedback, /Of |twice/);
});

Deno.test("a reply that is no JSON is none, and the floor's verdict stands", async () => {
  await using judge = await Judge.make();
  const told = `${judge.question({})}\n{ "id": 1, "text":\n`;
  const [, answered] = linesIn(await judge.tell(told, OWN_MODEL));
  assert.equal(answered.outcome.decision, "pushed");
});
