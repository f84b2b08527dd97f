import { deepEqual, equal } from "node:assert/strict";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import { markedText } from "../../../judge/feedback.ts";
import type { ToolCall, Turn } from "../../../judge/conversation.ts";
import { answer, queued, read, readBytes, result, text, toolUse, user } from "../_transcript.ts";
import { CUT_MARK } from "../../../lib/text/text.ts";

const INTERRUPTED = [text("[Request interrupted by user]")];

function turnsOf(lines: readonly string[]): readonly Turn[] {
  return read(lines).conversation.turns;
}

function callOf(lines: readonly string[]): ToolCall {
  return turnsOf(lines).flatMap(({ calls }) => calls)[0]!;
}

Deno.test("blocks that share a message's id are one turn", () => {
  const [, turn, ...others] = turnsOf([
    user("Go"),
    answer("m1", { type: "thinking", thinking: "hm" }),
    answer("m1", text("First.")),
    answer("m1", toolUse("t1")),
    result("t1", "one"),
    answer("m1", toolUse("t2")),
    result("t2", "two"),
    answer("m1", text("Second.")),
  ]);
  equal(others.length, 0);
  equal(turn?.text, "First.\n\nSecond.");
  deepEqual(turn?.calls.map(({ id, output }) => [id, output]), [["t1", "one"], ["t2", "two"]]);
});

Deno.test("messages with different ids, or with none, are turns of their own", () => {
  const lines = [answer("m1", text("a")), answer("m2", text("b"))];
  equal(turnsOf(lines).length, 2);
  equal(turnsOf([answer(undefined, text("a")), answer(undefined, text("b"))]).length, 2);
});

Deno.test("tokens are counted once for a message, as its last line has them", () => {
  const usage = (output_tokens: unknown) => ({ usage: { output_tokens } });
  const [turn] = turnsOf([
    answer("m1", text("a"), usage(1)),
    answer("m1", text("b"), usage(42)),
    answer("m1", text("c"), { usage: null }),
  ]);
  equal(turn?.outputTokens, 42);
  equal(turnsOf([answer("m1", text("a"), usage("many"))])[0]?.outputTokens, null);
});

Deno.test("a message is completed when its last line says why it stopped", () => {
  const stop = (...reasons: unknown[]) =>
    turnsOf(reasons.map((stop_reason) => answer("m1", text("a"), { stop_reason })))[0]?.completed;
  equal(stop(null, "end_turn"), true);
  equal(stop("end_turn"), true);
  equal(stop("end_turn", null), true);
  equal(stop("max_tokens"), false);
});

Deno.test("a message without a reason is completed when it said something, or something follows", () => {
  const said = answer("m1", text("a"), { stop_reason: null });
  equal(turnsOf([said])[0]?.completed, true);
  equal(turnsOf([said, user(INTERRUPTED)])[0]?.completed, false);
  const open = answer("m1", toolUse("t1"), { stop_reason: null });
  equal(turnsOf([open])[0]?.completed, false);
  equal(turnsOf([said, open])[0]?.completed, false);
  equal(turnsOf([open, user("And?")])[0]?.completed, true);
  equal(turnsOf([open, user(INTERRUPTED)])[0]?.completed, false);
  equal(turnsOf([open, user("for a subagent", { isSidechain: true })])[0]?.completed, false);
});

Deno.test("a result is found wherever it stands, as text or as blocks", () => {
  const lines = [answer("m1", toolUse("t1")), answer("m2", text("meanwhile"))];
  equal(callOf([...lines, result("t1", "out")]).output, "out");
  equal(callOf([...lines, result("t1", [text("a"), text("b")])]).output, "a\nb");
  equal(
    callOf([...lines, result("t1", [text("a"), { type: "image" }])]).output,
    "a\n[1 without text]",
  );
  equal(callOf([...lines, result("t1", "")]).output, "");
  equal(callOf([...lines, result("t1", 7)]).output, null);
});

Deno.test("a result without text is what the program wrote", () => {
  const more = { toolUseResult: { stdout: "out", stderr: "err", interrupted: false } };
  equal(
    callOf([answer("m1", toolUse("t1")), result("t1", undefined, {}, more)]).output,
    "out\nerr",
  );
});

Deno.test("an output that went to a file ends with the mark of what is missing", () => {
  const { conversation } = read([
    answer("m1", toolUse("t1")),
    result("t1", "<persisted-output>\nOutput too large", {}, {
      toolUseResult: { stdout: "1\n2", stderr: "", persistedOutputPath: "/somewhere/out.txt" },
    }),
  ]);
  equal(conversation.turns[0]?.calls[0]?.output, `1\n2${CUT_MARK}`);
});

Deno.test("an error fails the call, with the exit code that the client tells", () => {
  const failed = (content: string, more = {}) =>
    callOf([answer("m1", toolUse("t1")), result("t1", content, { is_error: true }, more)]);
  equal(failed("Exit code 3\nhi").exitCode, 3);
  equal(failed("Exit code 3\nhi").state, "failed");
  equal(failed("It says: Exit code 3").exitCode, null);
  equal(failed("no", { toolUseResult: { exitCode: 9 } }).exitCode, 9);
});

for (
  const [by, content] of [
    ["person", "The user doesn't want to proceed with this tool use. The tool use was rejected"],
    ["person", "Error: The user doesn't want to take this action right now. STOP"],
    ["person", "[Request interrupted by user for tool use]"],
    ["client", "Permission to use Bash with command sudo ls has been denied."],
    ["client", "Claude requested permissions to use Bash, but you haven't granted it yet."],
    ["client", "This command requires approval"],
    ["client", "PreToolUse:Write hook error: [x]: no"],
    ["client", "<tool_use_error>Sibling tool call errored</tool_use_error>"],
    ["client", "cd in '/etc' was blocked. For security, Claude Code may only change directories"],
    [null, "Exit code 1\nPermission to use x denied"],
    [null, "<tool_use_error>File does not exist.</tool_use_error>"],
  ] as const
) {
  Deno.test(`a call that ends with "${content.slice(0, 60)}" was refused by ${by}`, () => {
    const call = answer("m1", toolUse("t1"));
    equal(callOf([call, result("t1", content, { is_error: true })]).refusedBy, by);
    equal(callOf([call, result("t1", content)]).refusedBy, null);
  });
}

Deno.test("what a person says with a refusal is a message of the person", () => {
  const refusal =
    "The user doesn't want to proceed with this tool use. The tool use was rejected " +
    "(eg. if it was a file edit). To tell you how to proceed, the user said:\n";
  const said = (words: string) =>
    turnsOf([user("Go"), answer("m1", toolUse("t1")), result("t1", words, { is_error: true })])
      .slice(2).map(({ origin, text }) => [origin, text]);
  deepEqual(said(`${refusal}Use yarn`), [["person", "Use yarn"]]);
  deepEqual(said(refusal), []);
  deepEqual(said(`${refusal}The user wants to clarify these questions.\n x`), []);
  deepEqual(said("Exit code 1\nand then the user said:\nno"), []);
});

Deno.test("an output is cut where the client says that it kept a part, or ended the command", () => {
  const cut = (content: string, more = {}) =>
    callOf([answer("m1", toolUse("t1")), result("t1", content, {}, more)]).cut;
  equal(cut("<persisted-output>\nOutput too large (40KB)."), true);
  equal(cut("a\n\n... [120 lines truncated] ...\nb"), true);
  equal(cut("a\n\n... [2030 characters truncated] ...\n\nb"), true);
  equal(cut("Exit code 143\nCommand timed out after 2m 0s\nx"), true);
  equal(cut("a.ts", { toolUseResult: { filenames: ["a.ts"], truncated: true } }), true);
  equal(cut("x", { toolUseResult: { stdout: "x", persistedOutputPath: "/x.txt" } }), true);
  equal(cut("42 lines truncated\nCommand timed out after 2m"), false);
});

Deno.test("a call has the folder that it began in, where that is not the session's", () => {
  const at = (id: string, cwd: string) => answer(`m${id}`, toolUse(id), {}, { cwd });
  const lines = [user("Go", { cwd: "/p" }), at("1", "/p"), at("2", "/p/sub"), at("3", "/p")];
  deepEqual(turnsOf(lines).flatMap(({ calls }) => calls.map(({ folder }) => folder)), [
    "",
    "/p/sub",
    "",
  ]);
});

Deno.test("a message id that comes again later is another message's", () => {
  const shapeOf = (...lines: string[]) =>
    turnsOf(lines).map(({ text, calls }) => [text, ...calls.map(({ output }) => output)]);
  const first = [answer("m1", text("a")), answer("m1", toolUse("t1")), result("t1", "one")];
  const again = [answer("m1", text("b")), answer("m1", toolUse("t1")), result("t1", "two")];
  const two = [["a", "one"], ["b", "two"]];
  deepEqual(shapeOf(...first, user("More"), ...again), [two[0], ["More"], two[1]]);
  const other = [answer("m2", toolUse("t2")), result("t2", "other")];
  deepEqual(shapeOf(...first, ...other, ...again), [two[0], ["", "other"], two[1]]);
  // Agents that the agent started take their turns in between.
  const side = { isSidechain: true };
  const beside = [
    user("Look", side),
    answer("m2", toolUse("t2"), {}, side),
    result("t2", "x", {}, side),
  ];
  deepEqual(shapeOf(first[0]!, ...beside, ...first.slice(1))[0], ["a", "one"]);
});

Deno.test("a question of the client's own tool is open until it is answered or put away", () => {
  const questions = [{ question: "Which?", options: [{ label: "a" }] }];
  const asked = answer("m1", toolUse("t1", { questions }, "AskUserQuestion"));
  const seen = (...more: string[]) => {
    const { name, state, output, refusedBy } = callOf([user("Go"), asked, ...more]);
    return [name, state, output, refusedBy];
  };
  deepEqual(seen(), ["AskUserQuestion", "running", null, null]);
  const told = 'User has answered your questions: "Which?"="a".';
  deepEqual(seen(result("t1", told)), ["AskUserQuestion", "done", told, null]);
  const away = "The user doesn't want to proceed with this tool use.";
  deepEqual(seen(result("t1", away, { is_error: true })), [
    ...["AskUserQuestion", "failed", away, "person"],
  ]);
});

Deno.test("the session of a teammate is known, and what its leader says is no person's", () => {
  const task = '<teammate-message teammate_id="team-lead">\n{"taskId":"1"}</teammate-message>';
  const team = { teamName: "t", agentName: "tester" };
  const own = read([user(task, team), answer("m1", text("Done"), {}, team)]);
  deepEqual([own.teammate, own.conversation.turns[0]?.origin], [true, "synthetic"]);
  equal(read([user("Lead", { teamName: "t" }), user(task, { teamName: "t" })]).teammate, false);
  equal(read([user("Go"), queue("enqueue", task)]).personWaits, false);
});

Deno.test("what a program prints is not taken for its exit code", () => {
  const { state, exitCode } = callOf([answer("m1", toolUse("t1")), result("t1", "Exit code 3")]);
  deepEqual({ state, exitCode }, { state: "done", exitCode: null });
});

Deno.test("an interrupted command has failed", () => {
  const more = { toolUseResult: { stdout: "", stderr: "", interrupted: true } };
  equal(callOf([answer("m1", toolUse("t1")), result("t1", "", {}, more)]).state, "failed");
});

Deno.test("several results on one line do not share the structured one", () => {
  const both = [
    { type: "tool_result", tool_use_id: "t1", content: "ok" },
    { type: "tool_result", tool_use_id: "t2", content: "ok" },
  ];
  const turns = turnsOf([
    answer("m1", toolUse("t1")),
    answer("m1", toolUse("t2")),
    user(both, { toolUseResult: { interrupted: true } }),
  ]);
  deepEqual(turns[0]?.calls.map(({ state }) => state), ["done", "done"]);
});

Deno.test("a call without a result runs at the end, and is not recorded before that", () => {
  const call = answer("m1", toolUse("t1"));
  const stateOf = (...lines: string[]) => {
    const { state, output } = callOf([call, ...lines]);
    return [state, output];
  };
  deepEqual(stateOf(), ["running", null]);
  deepEqual(stateOf(answer("m2", text("Next"))), ["done", null]);
  deepEqual(stateOf(user("Hello?")), ["done", null]);
  deepEqual(stateOf(user(INTERRUPTED)), ["failed", null]);
});

Deno.test("a call knows when it ended", () => {
  const { endedAt } = callOf([answer("m1", toolUse("t1")), result("t1", "x")]);
  equal(endedAt, Date.parse("2026-01-01T00:00:02.000Z"));
});

const LEFT_RUNNING = [
  answer("m1", toolUse("t1", { command: "make", run_in_background: true })),
  result("t1", "Command running in background with ID: b1", {}, {
    toolUseResult: { stdout: "", stderr: "", backgroundTaskId: "b1" },
  }),
];

function notice(status: string, summary: string): string {
  return `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>t1</tool-use-id>\n` +
    `<output-file>/tmp/b1.output</output-file>\n<status>${status}</status>\n` +
    `<summary>${summary}</summary>\n</task-notification>`;
}

Deno.test("a command in the background runs until a notice says that it ended", () => {
  const running = callOf(LEFT_RUNNING);
  deepEqual([running.background, running.state, running.endedAt], [true, "running", null]);
  const { conversation } = read([
    ...LEFT_RUNNING,
    user(notice("completed", `Background command "make (exit code 7)" completed (exit code 0)`)),
  ]);
  const call = conversation.turns[0]?.calls[0];
  deepEqual([call?.state, call?.exitCode, call?.output], ["done", 0, null]);
});

Deno.test("a notice tells of failure, also from the queue", () => {
  const prompt = notice("failed", "Background command failed with exit code 2");
  const call = callOf([...LEFT_RUNNING, queued({ prompt, commandMode: "task-notification" })]);
  deepEqual([call.state, call.exitCode], ["failed", 2]);
});

Deno.test("a notice may name the job alone, and holds as soon as it waits for the agent", () => {
  const content = notice("completed", "done").replace("<tool-use-id>t1</tool-use-id>\n", "");
  equal(callOf([...LEFT_RUNNING, user(content)]).state, "done");
  const enqueued = JSON.stringify({ type: "queue-operation", operation: "enqueue", content });
  equal(callOf([...LEFT_RUNNING, enqueued]).state, "done");
  equal(callOf([...LEFT_RUNNING, user(content.replace(">b1<", ">b2<"))]).state, "running");
});

Deno.test("a person's words are no notice", () => {
  const quoting = `See this: ${notice("completed", "done")}`;
  equal(callOf([...LEFT_RUNNING, user(quoting)]).state, "running");
});

Deno.test("a tool is in the background if it was asked to be, or was put there", () => {
  const asked = answer("m1", toolUse("t1", { run_in_background: true }));
  equal(callOf([asked]).background, true);
  equal(callOf([asked, result("t1", "started")]).background, true);
  const put = result("t1", "…", {}, { toolUseResult: { backgroundTaskId: "b1" } });
  equal(callOf([answer("m1", toolUse("t1")), put]).background, true);
  equal(callOf([answer("m1", toolUse("t1", { run_in_background: "yes" }))]).background, false);
});

Deno.test("a command that was left running never passed, also where only its text or its input tells", () => {
  const asked = answer("m1", toolUse("t1", { command: "npm test", run_in_background: true }));
  const plain = answer("m1", toolUse("t1", { command: "npm test" }));
  const started = "Command running in background with ID: b1. Output is being written to: /t/b1";
  const put = "ok 1\nCommand was manually backgrounded by user with ID: b1.";
  const stateOf = (...lines: string[]) => {
    const { conversation } = read(lines);
    const [call] = conversation.turns.flatMap(({ calls }) => calls);
    const [run] = factsIn(conversation).runs;
    return [call?.background, call?.state, run?.outcome];
  };
  const running = [true, "running", "running"];
  deepEqual(stateOf(asked, result("t1", "started")), running);
  deepEqual(stateOf(plain, result("t1", started)), running);
  deepEqual(stateOf(plain, result("t1", put)), running);
  deepEqual(stateOf(plain, result("t1", put), user(notice("completed", "done"))), [
    ...[true, "done", "passed"],
  ]);
  deepEqual(stateOf(asked, result("t1", "Exit code 1", { is_error: true }))[1], "failed");
  for (const printed of [`It says: ${started}`, `${started}\nok 1`]) {
    deepEqual(stateOf(plain, result("t1", printed)), [false, "done", "passed"]);
  }
});

Deno.test("of several results on one line, the one that names the job was left running", () => {
  const statesOf = (first: string, second: string) =>
    turnsOf([
      ...["t1", "t2"].map((id) => answer("m1", toolUse(id))),
      user([
        { type: "tool_result", tool_use_id: "t1", content: first },
        { type: "tool_result", tool_use_id: "t2", content: second },
      ], { toolUseResult: { backgroundTaskId: "b1" } }),
    ])[0]?.calls.map(({ state }) => state);
  deepEqual(statesOf("ok", "Command running in background with ID: b1"), ["done", "running"]);
  deepEqual(statesOf("ok", "ok"), ["running", "running"], "each may be the one");
});

Deno.test("an interruption aborts the agent's turn, and is said to be the last word", () => {
  const { conversation, lastInterrupted } = read([
    user("Go"),
    answer("m1", text("I am")),
    user(INTERRUPTED),
  ]);
  deepEqual(conversation.turns.map(({ origin, aborted }) => [origin, aborted]), [
    ["person", false],
    ["agent", true],
    ["synthetic", true],
  ]);
  equal(lastInterrupted, true);
});

Deno.test("an interruption before any answer aborts no earlier one", () => {
  const turns = turnsOf([answer("m1", text("Done")), user("Next"), user(INTERRUPTED)]);
  deepEqual(turns.map(({ aborted }) => aborted), [false, false, true]);
});

const STOPPED = [
  user("Go"),
  answer("m1", text("a")),
  user("[Request interrupted by user for tool use]"),
];

Deno.test("an interruption is not the last word once the person speaks", () => {
  equal(read(STOPPED).lastInterrupted, true);
  equal(read([...STOPPED, user("Go on")]).lastInterrupted, false);
  equal(read([...STOPPED, queued({ prompt: "Go on" })]).lastInterrupted, false);
});

Deno.test("nobody but the person takes an interruption back", () => {
  const others = [
    answer("m2", text("All tests pass")),
    user("<local-command-stdout>x</local-command-stdout>"),
    user(notice("completed", "done")),
    queued({ prompt: notice("completed", "done"), commandMode: "task-notification" }),
    user("Stop hook feedback:\n## Reflection: Task Incomplete (1/16) [HIGH]", { isMeta: true }),
    user("Stop hook feedback:\nLint first", { isMeta: true }),
    user(markedText("Task Incomplete (1/16) [HIGH]", "Run it")),
    user("Look around", { isSidechain: true }),
    user("Anything", { isCompactSummary: true }),
  ];
  for (const other of others) equal(read([...STOPPED, other]).lastInterrupted, true, other);
  equal(read([...STOPPED, ...others, answer("m3", text("Done"))]).lastInterrupted, true);
});

function queue(operation: string, content?: unknown): string {
  return JSON.stringify({ type: "queue-operation", operation, sessionId: "s", content });
}

Deno.test("what the person sends while the agent is busy waits until it is taken up", () => {
  const waits = (...lines: string[]): boolean => read([user("Go"), ...lines]).personWaits;
  const sent = queue("enqueue", "What is the license?");
  equal(waits(), false);
  equal(waits(sent), true);
  equal(waits(sent, answer("m1", text("a"))), true);
  equal(waits(sent, user(notice("completed", "done"))), true);
  for (const taken of ["dequeue", "remove", "popAll"]) equal(waits(sent, queue(taken)), false);
  equal(waits(sent, user("What is the license?")), false);
  equal(waits(sent, queued({ prompt: "What is the license?" })), false);
});

Deno.test("a person who ran a command since the agent's last message is there", () => {
  const done = [user("Go"), answer("m1", text("Done"))];
  const waits = (...lines: string[]): boolean => read([...done, ...lines]).personWaits;
  const ran = [
    user("<bash-input>npm test</bash-input>"),
    user("<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>"),
  ];
  equal(read([ran[0]!, ...done]).personWaits, false);
  for (const line of ran) equal(waits(line), true);
  equal(waits(...ran, queue("enqueue", "More"), queue("dequeue")), true);
  equal(waits(...ran, answer("m2", text("a"), {}, { isSidechain: true })), true);
  equal(waits(...ran, answer("m2", text("I see"))), false);
  equal(waits(...ran, user("Fix it")), false);
  for (const other of [{ isMeta: true }, { isSidechain: true }]) {
    equal(waits(user("<bash-input>ls</bash-input>", other)), false);
  }
  equal(waits(user("<local-command-stdout>x</local-command-stdout>")), false);
});

Deno.test("what the client puts aside for itself is no message of the person", () => {
  for (const content of [notice("completed", "done"), undefined, 7, "", [{ type: "image" }]]) {
    equal(read([user("Go"), queue("enqueue", content)]).personWaits, false, String(content));
  }
});

Deno.test("a message beside an interruption is kept", () => {
  const turns = turnsOf([user([...INTERRUPTED, text("Do B")])]);
  deepEqual(turns.map(({ origin, text }) => [origin, text]), [
    ["synthetic", "[Request interrupted by user]"],
    ["person", "Do B"],
  ]);
});

Deno.test("the last permission mode is told", () => {
  const { permissionMode } = read([
    user("a", { permissionMode: "plan" }),
    answer("m1", text("b")),
    user("c", { permissionMode: "acceptEdits" }),
    user("d", { permissionMode: 7 }),
  ]);
  equal(permissionMode, "acceptEdits");
  equal(read([]).permissionMode, null);
  const planned = [
    user("a", { permissionMode: "plan" }),
    answer("m1", toolUse("t1", {}, "ExitPlanMode")),
  ];
  equal(read([...planned, result("t1", "User has approved your plan")]).permissionMode, "default");
  equal(read([...planned, result("t1", "No", { is_error: true })]).permissionMode, "plan");
});

Deno.test("an error that the client wrote is not the agent's", () => {
  const [turn] = turnsOf([answer("m4", text("API Error: 500"), { model: "<synthetic>" })]);
  equal(turn?.origin, "synthetic");
});

Deno.test("lines of a subagent are marked, and its prompt is no person's", () => {
  const side = { isSidechain: true };
  const turns = turnsOf([user("Look around", side), answer("m1", text("Seen"), {}, side)]);
  deepEqual(turns.map(({ origin, subagent }) => [origin, subagent]), [
    ["synthetic", true],
    ["agent", true],
  ]);
});

Deno.test("broken lines are counted and change nothing else", () => {
  const broken = ["{", "null", "[]", "7", '"x"', "\u0000", '{"type":"user"', "not json"];
  const { lines, broken: count, conversation } = read([user("Hi there"), ...broken, "", "\r"]);
  deepEqual([lines, count, conversation.turns.length], [1 + broken.length, broken.length, 1]);
});

Deno.test("carriage returns, a byte order mark, invalid UTF-8 and a half last line are survived", () => {
  const encoder = new TextEncoder();
  const { conversation, broken } = readBytes([
    encoder.encode(`\uFEFF${user("one")}\r\n`),
    encoder.encode('{"type":"user","message":{"content":"tw'),
    Uint8Array.of(0xff, 0xc3),
    encoder.encode('o"}}\r\n{"type":"user","mess'),
  ]);
  deepEqual(conversation.turns.map(({ text }) => text), ["one", "tw\uFFFD\uFFFDo"]);
  equal(broken, 1);
});

Deno.test("a last line needs no line feed", () => {
  equal(readBytes([new TextEncoder().encode(user("one"))]).conversation.turns.length, 1);
});
