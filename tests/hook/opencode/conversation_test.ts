import assert from "node:assert/strict";
import type { Turn } from "../../../judge/conversation.ts";
import { readMessages, type Standing } from "../../../hook/opencode/conversation.ts";
import { markOf } from "../../../hook/opencode/messages.ts";
import {
  answer,
  commanded,
  compactionAsked,
  continued,
  type Message,
  MODEL,
  ours,
  person,
  summary,
  text,
  tool,
  user,
} from "./_messages.ts";

const TASK = person("msg_1", "Fix add()");
const DONE = answer("msg_2", [text("It is fixed.")]);
const WRITING = answer("m2", [text("It")], { time: { created: 2_000 }, finish: undefined });
const STOPPED = answer("m2", [text("I am")], {
  error: { name: "MessageAbortedError", data: { message: "Aborted" } },
  finish: undefined,
});
const BROKEN = answer("m2", [], {
  error: { name: "APIError", data: { message: "Overloaded", statusCode: 500 } },
  finish: undefined,
});
const RAN = commanded("m3", { status: "completed", output: "# fail 1", metadata: { exit: 1 } });
const BY_HAND = [compactionAsked("m3", false), summary("m4")];
const BY_ITSELF = [compactionAsked("m3", true), summary("m4")];

const NOBODY = { agent: null, model: null, variant: null, system: null, tools: null };
const BUILD = { ...NOBODY, agent: "build", model: MODEL };

function lastTurn(...messages: unknown[]): Turn {
  return readMessages(messages).conversation.turns.at(-1)!;
}

Deno.test("A session of which nothing is there yet stands nowhere", () => {
  assert.deepEqual(readMessages([]), {
    conversation: { turns: [], turnsBefore: 0, personTurnsBefore: 0, folder: "" },
    position: "0:",
    promptId: null,
    lastMessage: null,
    open: false,
    unanswered: true,
    byPerson: false,
    aborted: false,
    failed: false,
    planMode: false,
    summarised: false,
    compaction: null,
    addressee: NOBODY,
  });
});

Deno.test("A task and its answer are two turns, with what the judge wants to know", () => {
  const used = tool({ status: "completed", output: "1 passed", metadata: { exit: 0 } });
  const standing = readMessages([TASK, answer("msg_2", [used, text("It is fixed.")])]);
  const shared = { subagent: false, aborted: false, completed: true };
  const call = {
    ...{ id: "prt_2", name: "bash", input: { command: "node --test" }, output: "1 passed" },
    ...{ state: "done", exitCode: 0, background: false, refusedBy: null, cut: false },
    ...{ folder: "", endedAt: null },
  };
  assert.deepEqual(standing.conversation.turns, [
    {
      ...{ ...shared, id: "msg_1", origin: "person", text: "Fix add()", outputTokens: null },
      ...{ calls: [], at: 1_000 },
    },
    {
      ...{ ...shared, id: "msg_2", origin: "agent", text: "It is fixed.", outputTokens: 42 },
      ...{ calls: [call], at: 2_000 },
    },
  ]);
  const { promptId, lastMessage, addressee } = standing;
  assert.deepEqual([promptId, lastMessage, addressee], ["msg_1", "It is fixed.", BUILD]);
});

Deno.test("One more message, or another one, is another place; a message that grows is not", () => {
  const places = [[], [TASK], [TASK, DONE], [TASK, answer("msg_9", [])], [DONE, TASK]];
  const positions = places.map((messages) => readMessages(messages).position);
  assert.equal(new Set(positions).size, places.length);
  const growing = answer("msg_2", [], { time: { created: 2_000 }, finish: undefined });
  assert.equal(readMessages([TASK, growing]).position, readMessages([TASK, DONE]).position);
});

/** How a session stands at its end; what is not named is as where an agent has answered. */
const ENDS: readonly [what: string, messages: readonly Message[], Partial<Standing>][] = [
  ["is answered", [TASK, DONE], {}],
  ["waits for an answer", [TASK], { unanswered: true }],
  ["waits for an answer to us", [TASK, DONE, ours("m3", "Go on")], { unanswered: true }],
  ["goes on after a compaction", [TASK, DONE, continued("m3")], { unanswered: true }],
  ["was told of a command", [TASK, DONE, RAN[0]!], { unanswered: true }],
  ["is being answered", [TASK, WRITING], { open: true }],
  ["was answered in part", [TASK, answer("m2", [text("I")], { finish: "length" })], {}],
  ["goes on after an open answer", [TASK, WRITING, TASK], { unanswered: true }],
  ["was stopped", [TASK, STOPPED], { aborted: true }],
  ["failed", [TASK, BROKEN], { failed: true }],
  ["was asked for a summary", [TASK, DONE, compactionAsked("m3", true)], {}],
  ["was summarised", [TASK, DONE, summary("m3")], { summarised: true }],
  ["had a command of the person", [TASK, DONE, ...RAN], { byPerson: true }],
  ["had one that runs", [
    TASK,
    DONE,
    ...commanded("m3", { status: "running" }, {
      time: { created: 2_000 },
    }),
  ], { byPerson: true }],
  ["had one that went wrong", [TASK, DONE, ...commanded("m3", { status: "error" })], {
    byPerson: true,
  }],
  // While the client tries a request again, it writes down no reason.
  ...[[], [{ type: "step-start" }], [text("All is done.")], [tool({ status: "completed" })]].map(
    (parts) =>
      [
        `ended for no reason with ${JSON.stringify(parts).slice(0, 40)}`,
        [TASK, answer("m2", parts, { finish: undefined })],
        { aborted: true },
      ] as [string, Message[], Partial<Standing>],
  ),
  [
    "used tools",
    [TASK, answer("m2", [tool({ status: "completed" })], { finish: "tool-calls" })],
    {},
  ],
];

function endOf(messages: readonly Message[]) {
  const { open, unanswered, byPerson, aborted, failed, summarised } = readMessages(messages);
  return { open, unanswered, byPerson, aborted, failed, summarised };
}

const ANSWERED = endOf([TASK, DONE]);

for (const [what, messages, expected] of ENDS) {
  Deno.test(`How a session stands that ${what}`, () => {
    assert.deepEqual(endOf(messages), { ...ANSWERED, ...expected });
  });

  Deno.test(`What a session that ${what} was is over when anything follows`, () => {
    const ask = { ...ANSWERED, unanswered: true };
    for (const next of [person("m9", "And?"), ours("m9", "Go on"), continued("m9")]) {
      assert.deepEqual(endOf([...messages, next]), ask);
    }
    assert.deepEqual(endOf([...messages, answer("m9", [])]), ANSWERED);
    assert.deepEqual(endOf([...messages, summary("m9")]), { ...ANSWERED, summarised: true });
  });
}

for (
  const [origin, message] of [
    ["person", TASK],
    ["person", user("m", [{ type: "file", filename: "a.ts" }])],
    ["person", user("m", [text("Read @a.ts"), text("The file", { synthetic: true })])],
    ["person", user("m", [text("Mine", { metadata: { theirs: true } })])],
    ["person", user("m", [{ type: "subtask", prompt: "Look it up", agent: "explore" }])],
    ["feedback", ours("m", "## Reflection: Task Incomplete")],
    ["feedback", user("m", [text("Said", { synthetic: true, metadata: markOf("nudge") })])],
    ["person", user("m", [text("Theirs", { metadata: { reflection: {} } })])],
    ["synthetic", user("m", [text("Called the Read tool", { synthetic: true })])],
    ["synthetic", user("m", [])],
    ["synthetic", compactionAsked("m", false)],
    ["synthetic", continued("m")],
    ["summary", summary("m")],
    ["summary", answer("m", [], { agent: "compaction" })],
    ["summary", answer("m", [], { summary: true })],
    ["agent", DONE],
  ] as const satisfies readonly (readonly [string, Message])[]
) {
  const what = JSON.stringify(message.parts).slice(0, 100);
  Deno.test(`A message of ${message.info.agent} with ${what} is of origin ${origin}`, () => {
    assert.equal(lastTurn(message).origin, origin);
  });
}

Deno.test("A person's words are those that the person wrote, and the names of the files", () => {
  const message = user("m", [
    text("Fix this"),
    text("Called the Read tool with a.ts", { synthetic: true }),
    text("A note of the client's", { ignored: true }),
    { type: "file", filename: "a.ts", mime: "text/plain", url: "file:///a.ts" },
    { type: "file", mime: "image/png", url: "data:image/png;base64,AAAA" },
    { type: "subtask", prompt: "Look it up", agent: "explore" },
    { type: "agent", name: "explore" },
    { type: "unheard-of", text: "not a text" },
  ]);
  assert.equal(lastTurn(message).text, "Fix this\n\n[file: a.ts]\n\nLook it up");
  assert.equal(lastTurn(continued("m")).text, "Continue", "where the person wrote none");
});

Deno.test("What an agent thinks, and what the client notes, is nothing that it said", () => {
  const { lastMessage, conversation } = readMessages([
    answer("m", [
      { type: "reasoning", text: "Hm" },
      text("First"),
      { type: "patch", files: [] },
      text("Added by the client", { synthetic: true }),
      text(""),
      { type: "snapshot", text: "no" },
      text("Second"),
    ]),
  ]);
  assert.equal(lastMessage, "First\n\nSecond");
  assert.equal(conversation.turns[0]?.text, "First\n\nSecond");
});

Deno.test("What the agent said last, and was asked, stands until the person speaks", () => {
  const silent = answer("msg_3", [tool({ status: "completed", output: "" })]);
  const others = [[silent], [ours("m3", "Go on")], [continued("m3")], RAN, [summary("m3")]];
  for (const next of others) {
    const { lastMessage, promptId } = readMessages([TASK, DONE, ...next]);
    assert.deepEqual([lastMessage, promptId], ["It is fixed.", "msg_1"]);
  }
  const { lastMessage, promptId } = readMessages([TASK, DONE, person("m3", "And?"), STOPPED]);
  assert.deepEqual([lastMessage, promptId], ["I am", "m3"]);
  assert.equal(readMessages([TASK, DONE, person("m3", "And?"), BROKEN]).lastMessage, null);
  const long = `${"x".repeat(300_000)} the end`;
  const last = readMessages([TASK, answer("m2", [text(long)])]).lastMessage!;
  assert.deepEqual([last.length, last.endsWith(" the end")], [200_000, true]);
});

Deno.test("A turn is whole when the client says when it ended, unless it was cut off", () => {
  const cut = answer("m2", [text("I")], { finish: "length" });
  const whole = [WRITING, DONE, cut, STOPPED, BROKEN].map((last) => lastTurn(TASK, last).completed);
  assert.deepEqual(whole, [false, true, false, false, false]);
  assert.equal(lastTurn(TASK, STOPPED).aborted, true);
  const { turns } = readMessages([TASK, WRITING, person("m3", "And?")]).conversation;
  assert.equal(turns[1]!.completed, true);
});

Deno.test("A compaction is known by who asked for it, and by whether the client went on", () => {
  const on = [...BY_ITSELF, continued("m5")];
  const byItself = { auto: true, continued: false };
  const wentOn = { auto: true, continued: true };
  const rows: [Message[], Standing["compaction"]][] = [
    [[DONE], null],
    [[continued("m3")], null],
    [BY_HAND, { auto: false, continued: false }],
    [BY_ITSELF, byItself],
    [on, wentOn],
    [[...on, DONE, person("m6", "And?"), DONE], wentOn],
    [[...on, ...BY_HAND], { auto: false, continued: false }],
    [[...on, ...BY_ITSELF], byItself],
    [[...BY_ITSELF, person("m5", "Go on"), DONE], byItself],
  ];
  for (const [messages, compaction] of rows) {
    assert.deepEqual(readMessages([TASK, ...messages]).compaction, compaction);
  }
});

const OTHER = { providerID: "openai", modelID: "gpt-5" };
const TERMS = { variant: "high", system: "Be brief", tools: { write: false, bash: true } };
const WITH_TERMS = person("m1", "Fix add()", TERMS);
const PLANS = person("m1", "How?", { agent: "plan", ...TERMS });

for (
  const [what, messages, addressee] of [
    ["goes to whom the last one went, whatever is compacted", [
      ...[TASK, DONE, person("m3", "Now you", { agent: "docs", model: OTHER })],
      ...[answer("m4", []), compactionAsked("m5", true)],
    ], { ...NOBODY, agent: "docs", model: OTHER }],
    ["goes to nobody named where names are none", [
      person("m6", "?", { agent: 7, model: { providerID: "openai" } }),
    ], NOBODY],
    ["keeps the terms of the last one", [WITH_TERMS, DONE], { ...BUILD, ...TERMS }],
    ["keeps them after the person's command", [WITH_TERMS, DONE, ...RAN], { ...BUILD, ...TERMS }],
    ["has those of the person's next message", [WITH_TERMS, DONE, TASK], BUILD],
    ["goes to whom the client made take over, as where a plan is approved", [
      ...[PLANS, DONE, user("m3", [text("Approved", { synthetic: true })])],
      answer("m4", [text("Done.")]),
    ], { ...BUILD, ...TERMS }],
    ["stays with the agent where the client names none", [
      ...[PLANS, user("m3", [text("Go", { synthetic: true })], { agent: undefined, model: 7 })],
    ], { ...BUILD, agent: "plan", ...TERMS }],
    ["has the variant, which may stand in the model", [
      person("m1", "Fix add()", { model: { ...MODEL, variant: "high" } }),
    ], { ...BUILD, variant: "high" }],
    ["has no terms that are none", [
      person("m1", "?", { variant: 7, system: "", tools: { write: "no", edit: 0 } }),
    ], BUILD],
    ["has the tools that are allowed or not", [
      person("m1", "?", { tools: { write: false, edit: "no" } }),
    ], { ...BUILD, tools: { write: false } }],
  ] as const satisfies readonly (readonly [string, readonly Message[], Standing["addressee"]])[]
) {
  Deno.test(`A message of ours ${what}`, () => {
    assert.deepEqual(readMessages(messages).addressee, addressee);
  });
}

Deno.test("Who may only plan is known by the message and by the answer", () => {
  const plan = person("m1", "How?", { agent: "plan" });
  const planned = [[plan], [plan, answer("m2", [], { agent: "plan" })], [
    ...[TASK, answer("m2", [], { mode: "plan" })],
  ]];
  for (const messages of planned) assert.equal(readMessages(messages).planMode, true);
  const free = [[plan, person("m3", "Do it")], [TASK, DONE]];
  for (const messages of free) assert.equal(readMessages(messages).planMode, false);
});

Deno.test("A command of the person is no work of the agent's, and what follows it is", () => {
  const next = [person("m4", "Fix that"), answer("m5", [text("Done.")], { parentID: "m4" })];
  const { turns } = readMessages([TASK, DONE, ...RAN, ...next]).conversation;
  const origins = ["person", "agent", "synthetic", "synthetic", "person", "agent"];
  assert.deepEqual(turns.map(({ origin }) => origin), origins);
  assert.equal(turns[3]!.text, "The person ran: node --test\n# fail 1");
  assert.deepEqual(turns.flatMap(({ calls }) => calls), []);
});

Deno.test("What an agent does is its own work, whoever made it go on", () => {
  const synthetic = user("m3", [text("Go", { synthetic: true })]);
  for (const asked of [continued("m3"), synthetic, ours("m3", "Go on"), person("m3", "Go on")]) {
    const used = tool({ status: "completed", output: "" });
    const worked = answer("m4", [used], { parentID: "m3", finish: "tool-calls" });
    const ended = answer("m5", [text("Done.")], { parentID: "m3" });
    const { byPerson, conversation, lastMessage } = readMessages([TASK, asked, worked, ended]);
    assert.deepEqual([byPerson, lastMessage], [false, "Done."]);
    assert.deepEqual(conversation.turns.slice(2).map(({ origin }) => origin), ["agent", "agent"]);
  }
});

Deno.test("A call has the id of its part, which is its own, or else the provider's", () => {
  const run = (id: string | undefined) => tool({ status: "completed" }, { id, callID: "call_0" });
  const messages = [TASK, answer("m2", [run("p1")]), answer("m3", [run("p2"), run(undefined)])];
  const { turns } = readMessages(messages).conversation;
  assert.deepEqual(turns.flatMap(({ calls }) => calls.map(({ id }) => id)), ["p1", "p2", "call_0"]);
  const odd = [{ type: "tool" }, { type: "tool", tool: 7, callID: [], state: "done" }];
  assert.deepEqual(lastTurn(answer("m", odd)).calls.map(({ name, id }) => [name, id]), [
    ["unknown", ""],
    ["unknown", ""],
  ]);
});

for (
  const [state, expected] of [
    [{ status: "pending" }, { state: "pending", output: null, exitCode: null }],
    [{ status: "running", time: { start: 5 } }, { state: "running", endedAt: null }],
    [
      { status: "completed", output: "ok", metadata: { exit: 1 }, time: { start: 5, end: 7 } },
      { state: "done", output: "ok", exitCode: 1, endedAt: 7 },
    ],
    [{ status: "completed", output: "" }, { state: "done", output: "", exitCode: null }],
    [{ status: "error", error: "No such file", output: "not this" }, {
      state: "failed",
      output: "No such file",
    }],
    [{ status: "error" }, { state: "failed", output: null }],
    [{ status: "completed", output: { a: 1 }, metadata: { exit: "0" } }, {
      state: "done",
      output: null,
      exitCode: null,
    }],
    [{ status: "completed", input: "ls" }, { input: {} }],
    // In no state that is known
    ...["waiting", "constructor", "__proto__", { toString: null, valueOf: null }].map(
      (status) => [{ status }, { state: "running" }] as const,
    ),
  ] as const
) {
  Deno.test(`A tool in the state ${JSON.stringify(state)} is read as ${JSON.stringify(expected)}`, () => {
    const [call] = lastTurn(TASK, answer("m2", [tool(state)])).calls;
    assert.deepEqual({ ...call, ...expected }, call);
  });
}

Deno.test("A tool in an unknown state is over when something came after it or it was stopped", () => {
  const odd = tool({ status: "waiting" });
  const stateOf = (...messages: Message[]) =>
    readMessages(messages).conversation.turns[0]?.calls[0]?.state;
  assert.equal(stateOf(answer("m1", [odd]), TASK), "done");
  assert.equal(stateOf({ ...STOPPED, parts: [odd] }), "failed");
});
