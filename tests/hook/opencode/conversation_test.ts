import assert from "node:assert/strict";
import type { Turn } from "../../../judge/conversation.ts";
import { readMessages } from "../../../hook/opencode/conversation.ts";
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
const ABORT_ERROR = { name: "MessageAbortedError", data: { message: "Aborted" } };
const API_ERROR = { name: "APIError", data: { message: "Overloaded", statusCode: 500 } };

const NOBODY = { agent: null, model: null, variant: null, system: null, tools: null };

function turnsOf(...messages: unknown[]): readonly Turn[] {
  return readMessages(messages).conversation.turns;
}

function lastTurn(...messages: unknown[]): Turn {
  return turnsOf(...messages).at(-1)!;
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

Deno.test("An answer is open while it is written, until it has ended or was cut off", () => {
  const writing = answer("msg_2", [text("It")], { time: { created: 2_000 }, finish: undefined });
  const ended = answer("msg_2", [text("It is")], { finish: "length" });
  const openOf = (...messages: Message[]) => readMessages(messages).open;
  assert.deepEqual(
    [openOf(TASK), openOf(TASK, writing), openOf(TASK, ended), openOf(TASK, writing, TASK)],
    [false, true, false, false],
  );
  assert.equal(readMessages([TASK, ended]).conversation.turns[1]!.completed, false);
});

Deno.test("A message is unanswered until an answer begins, or where none is to come", () => {
  const begun = answer("m9", [], { time: { created: 2_000 }, finish: undefined });
  for (const asked of [TASK, ours("m3", "Go on"), continued("m3"), commanded("m3", {})[0]]) {
    assert.equal(readMessages([TASK, DONE, asked]).unanswered, true);
    for (const next of [begun, DONE, summary("m9"), compactionAsked("m9", true)]) {
      assert.equal(readMessages([TASK, DONE, asked, next]).unanswered, false);
    }
  }
  assert.equal(readMessages([TASK, ...commanded("m3", {})]).unanswered, false);
});

Deno.test("A task and its answer are two turns, with what the judge wants to know", () => {
  const used = tool({ status: "completed", output: "1 passed", metadata: { exit: 0 } });
  const standing = readMessages([TASK, answer("msg_2", [used, text("It is fixed.")])]);
  const shared = { subagent: false, aborted: false, completed: true };
  assert.deepEqual(standing.conversation, {
    turns: [
      {
        ...shared,
        id: "msg_1",
        origin: "person",
        text: "Fix add()",
        outputTokens: null,
        calls: [],
        at: 1_000,
      },
      {
        ...shared,
        id: "msg_2",
        origin: "agent",
        text: "It is fixed.",
        outputTokens: 42,
        calls: [{
          id: "prt_2",
          name: "bash",
          input: { command: "node --test" },
          output: "1 passed",
          state: "done",
          exitCode: 0,
          background: false,
          refusedBy: null,
          cut: false,
          folder: "",
          endedAt: null,
        }],
        at: 2_000,
      },
    ],
    turnsBefore: 0,
    personTurnsBefore: 0,
    folder: "",
  });
  assert.equal(standing.promptId, "msg_1");
  assert.equal(standing.lastMessage, "It is fixed.");
  assert.deepEqual(standing.addressee, { ...NOBODY, agent: "build", model: MODEL });
});

Deno.test("One more message, or another one, is another place", () => {
  const places = [[], [TASK], [TASK, DONE], [TASK, answer("msg_9", [])], [DONE, TASK]];
  const positions = places.map((messages) => readMessages(messages).position);
  assert.equal(new Set(positions).size, places.length);
  assert.equal(readMessages([TASK, DONE]).position, readMessages([TASK, DONE]).position);
});

Deno.test("The place is the same while the last message grows", () => {
  const growing = answer("msg_2", [], { time: { created: 2_000 }, finish: undefined });
  assert.equal(readMessages([TASK, growing]).position, readMessages([TASK, DONE]).position);
});

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
    ["synthetic", compactionAsked("m", true)],
    ["synthetic", continued("m")],
    ["summary", summary("m")],
    ["summary", answer("m", [], { agent: "compaction" })],
    ["summary", answer("m", [], { summary: true })],
    ["agent", DONE],
  ] as const satisfies readonly (readonly [string, Message])[]
) {
  const what = JSON.stringify(message.parts).slice(0, 100);
  Deno.test(`A message of ${message.info.agent} with ${what} is of origin ${origin}`, () => {
    assert.deepEqual(turnsOf(message).map((turn) => turn.origin), [origin]);
  });
}

Deno.test("Only a person's message is what the agent was asked", () => {
  const { promptId } = readMessages([TASK, DONE, ours("m3", "Go on"), continued("m4")]);
  assert.equal(promptId, "msg_1");
});

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
});

Deno.test("A text of the client's own is kept where nobody else wrote one", () => {
  assert.equal(lastTurn(continued("m")).text, "Continue");
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

Deno.test("What the agent said last may be older than its last step", () => {
  const silent = answer("msg_3", [tool({ status: "completed", output: "" })]);
  assert.equal(readMessages([TASK, DONE, silent]).lastMessage, "It is fixed.");
});

Deno.test(
  "What the agent said to an earlier message is nothing that it said to this one",
  () => {
    const next = person("msg_3", "Now sub()");
    const stopped = answer("msg_4", [], { error: ABORT_ERROR, finish: undefined });
    assert.equal(readMessages([TASK, DONE, next, stopped]).lastMessage, null);
  },
);

Deno.test("A message that carries the error of an abort was aborted, and did not fail", () => {
  const stopped = answer("m2", [text("I am")], { error: ABORT_ERROR, finish: undefined });
  const { aborted, failed, conversation } = readMessages([TASK, stopped]);
  assert.deepEqual([aborted, failed], [true, false]);
  assert.equal(conversation.turns.at(-1)?.aborted, true);
  assert.equal(conversation.turns.at(-1)?.completed, false);
});

Deno.test("A message that ended for no reason, whatever is in it, was aborted during a retry", () => {
  const { info } = answer("m2", [], { finish: undefined });
  const used = tool({ status: "completed" });
  for (const parts of [[], [{ type: "step-start" }], [text("All is done.")], [used], undefined]) {
    const { aborted, failed } = readMessages([TASK, { info, parts }]);
    assert.deepEqual([aborted, failed], [true, false]);
  }
});

Deno.test("A message is not aborted while it is written, nor when it has a reason", () => {
  for (
    const message of [
      answer("m2", [], { finish: undefined, time: { created: 2_000 } }),
      answer("m2", [text("I am")], { finish: undefined, time: { created: 2_000 } }),
      answer("m2", []),
      answer("m2", [text("I am")], { finish: "length" }),
      answer("m2", [tool({ status: "completed" })], { finish: "tool-calls" }),
    ]
  ) {
    assert.equal(readMessages([TASK, message]).aborted, false, JSON.stringify(message.info));
  }
});

Deno.test("A message with an error of the API failed, and was not aborted", () => {
  const broken = answer("m2", [], { error: API_ERROR, finish: undefined });
  const { aborted, failed, conversation } = readMessages([TASK, broken]);
  assert.deepEqual([aborted, failed], [false, true]);
  assert.equal(conversation.turns.at(-1)?.completed, false);
});

Deno.test("What comes after an abort or an error is neither", () => {
  for (const error of [ABORT_ERROR, API_ERROR]) {
    const broken = answer("m2", [], { error });
    for (const next of [person("m3", "Go on"), ours("m3", "Go on"), summary("m3"), DONE]) {
      const { aborted, failed } = readMessages([TASK, broken, next]);
      assert.deepEqual([aborted, failed], [false, false]);
    }
  }
});

Deno.test("A message is at its end when the client says when, unless it was cut off", () => {
  const writing = answer("m2", [text("I")], { time: { created: 2_000 }, finish: undefined });
  assert.equal(lastTurn(TASK, writing).completed, false);
  assert.equal(lastTurn(TASK, DONE).completed, true);
  assert.equal(lastTurn(TASK, answer("m2", [text("I")], { finish: "length" })).completed, false);
  assert.equal(turnsOf(TASK, writing, person("m3", "And?"))[1]?.completed, true);
});

Deno.test("A summary is none of the agent's work, until somebody speaks or works again", () => {
  const { summarised, lastMessage } = readMessages([TASK, DONE, summary("m3")]);
  assert.equal(summarised, true);
  assert.equal(lastMessage, "It is fixed.");
  for (const next of [person("m4", "Go on"), continued("m4"), answer("m4", [])]) {
    assert.equal(readMessages([TASK, summary("m3"), next]).summarised, false);
  }
});

Deno.test("A compaction is known by who asked for it, and by whether the client went on", () => {
  const compactionOf = (...messages: Message[]) => readMessages([TASK, ...messages]).compaction;
  assert.equal(compactionOf(DONE), null);
  assert.equal(compactionOf(continued("m3")), null);
  const byHand = [compactionAsked("m3", false), summary("m4")];
  assert.deepEqual(compactionOf(...byHand), { auto: false, continued: false });
  const byItself = [compactionAsked("m3", true), summary("m4")];
  assert.deepEqual(compactionOf(...byItself), { auto: true, continued: false });
  const on = [...byItself, continued("m5")];
  assert.deepEqual(compactionOf(...on), { auto: true, continued: true });
  assert.deepEqual(compactionOf(...on, DONE, person("m6", "And?"), DONE), {
    auto: true,
    continued: true,
  });
  assert.deepEqual(compactionOf(...on, ...byHand), { auto: false, continued: false });
  assert.deepEqual(compactionOf(...on, ...byItself), { auto: true, continued: false });
  assert.deepEqual(compactionOf(...byItself, person("m5", "Go on"), DONE), {
    auto: true,
    continued: false,
  });
});

Deno.test("A message of ours goes to whom the last one went, and a compaction changes nothing", () => {
  const other = { providerID: "openai", modelID: "gpt-5" };
  const asked = person("m3", "Now you", { agent: "docs", model: other });
  const messages = [TASK, DONE, asked, answer("m4", []), compactionAsked("m5", true)];
  const expected = { ...NOBODY, agent: "docs", model: other };
  assert.deepEqual(readMessages(messages).addressee, expected);
  const odd = person("m6", "?", { agent: 7, model: { providerID: "openai" } });
  assert.deepEqual(readMessages([odd]).addressee, NOBODY);
});

Deno.test("A message of ours keeps the terms of the last one: variant, system prompt and tools", () => {
  const terms = { variant: "high", system: "Be brief", tools: { write: false, bash: true } };
  const asked = person("m1", "Fix add()", terms);
  const expected = { agent: "build", model: MODEL, ...terms };
  assert.deepEqual(readMessages([asked, DONE]).addressee, expected);
  const ran = commanded("m3", { status: "completed", output: "" });
  assert.deepEqual(readMessages([asked, DONE, ...ran]).addressee, expected, "the person's command");
  assert.deepEqual(readMessages([asked, DONE, TASK]).addressee, {
    ...NOBODY,
    agent: "build",
    model: MODEL,
  }, "the next message has terms of its own");
});

Deno.test("A message of ours goes to whom the client made take over, as where a plan is approved", () => {
  const terms = { variant: "high", system: "Be brief", tools: { write: false } };
  const asked = person("m1", "How?", { agent: "plan", ...terms });
  const approved = user("m3", [text("The plan has been approved", { synthetic: true })]);
  const worked = answer("m4", [text("Done.")], { parentID: "m3" });
  const { addressee, planMode } = readMessages([asked, DONE, approved, worked]);
  assert.deepEqual(addressee, { agent: "build", model: MODEL, ...terms });
  assert.equal(planMode, false);
  const unnamed = user("m3", [text("Go on", { synthetic: true })], { agent: undefined, model: 7 });
  assert.equal(readMessages([asked, DONE, unnamed]).addressee.agent, "plan");
  assert.deepEqual(readMessages([asked, DONE, unnamed]).addressee.model, MODEL);
});

Deno.test("The variant of a message is found wherever the client puts it", () => {
  const asked = person("m1", "Fix add()", { model: { ...MODEL, variant: "high" } });
  assert.deepEqual(readMessages([asked]).addressee, {
    ...NOBODY,
    agent: "build",
    model: MODEL,
    variant: "high",
  });
});

Deno.test("Terms that are none are not kept", () => {
  const odd = { variant: 7, system: "", tools: { write: "no", edit: 0 } };
  const { variant, system, tools } = readMessages([person("m1", "?", odd)]).addressee;
  assert.deepEqual([variant, system, tools], [null, null, null]);
  const some = person("m1", "?", { tools: { write: false, edit: "no" } });
  assert.deepEqual(readMessages([some]).addressee.tools, { write: false });
});

Deno.test("A command of the person is the person's doing, and nobody's work", () => {
  const used = { status: "completed", output: "# fail 1", metadata: { exit: 1 } };
  const messages = [TASK, DONE, ...commanded("m3", used)];
  const { byPerson, aborted, failed, open, promptId, lastMessage, conversation } = readMessages(
    messages,
  );
  assert.equal(byPerson, true);
  assert.deepEqual([aborted, failed, open], [false, false, false]);
  assert.deepEqual([promptId, lastMessage], ["msg_1", "It is fixed."]);
  const [told, ran] = conversation.turns.slice(2);
  assert.deepEqual([told!.origin, ran!.origin], ["synthetic", "synthetic"]);
  assert.equal(ran!.text, "The person ran: node --test\n# fail 1");
  assert.deepEqual(conversation.turns.flatMap(({ calls }) => calls), []);
});

Deno.test("A command of the person is the last thing that happened until something else does", () => {
  const messages = [TASK, DONE, ...commanded("m3", { status: "completed" })];
  const next = [person("m4", "Go on"), ours("m4", "Go on"), continued("m4"), summary("m4")];
  for (const message of [...next, answer("m4", []), compactionAsked("m4", false)]) {
    assert.equal(readMessages([...messages, message]).byPerson, false);
  }
  assert.equal(readMessages([...messages, ...commanded("m5", {})]).byPerson, true);
});

Deno.test("A command of the person that runs, or went wrong, is the person's doing as well", () => {
  const running = commanded("m3", { status: "running" }, { time: { created: 2_000 } });
  const broken = commanded("m3", { status: "error", error: "No such shell" });
  for (const ran of [running, broken]) {
    const { byPerson, open } = readMessages([TASK, DONE, ...ran]);
    assert.deepEqual([byPerson, open], [true, false]);
  }
});

for (
  const [what, asked] of [
    ["goes on after a compaction", continued("m3")],
    ["is told that the plan is approved", user("m3", [text("Go", { synthetic: true })])],
    ["is told what a background task came to", user("m3", [text("Over", { synthetic: true })])],
    ["is sent back by us", ours("m3", "Go on")],
    ["is asked", person("m3", "Go on")],
  ] as const
) {
  Deno.test(`What an agent does that ${what} is its own work`, () => {
    const used = tool({ status: "completed", output: "" });
    const worked = answer("m4", [used], { parentID: "m3", finish: "tool-calls" });
    const ended = answer("m5", [text("Done.")], { parentID: "m3" });
    const { byPerson, conversation, lastMessage } = readMessages([TASK, asked, worked, ended]);
    assert.equal(byPerson, false);
    assert.equal(lastMessage, "Done.");
    assert.deepEqual(conversation.turns.slice(2).map(({ origin }) => origin), ["agent", "agent"]);
  });
}

Deno.test("What an agent does after a command of the person is its own work", () => {
  const ran = commanded("m3", { status: "completed" });
  const next = [person("m4", "Fix that"), answer("m5", [text("Done.")], { parentID: "m4" })];
  const { byPerson, conversation } = readMessages([TASK, DONE, ...ran, ...next]);
  assert.equal(byPerson, false);
  assert.equal(conversation.turns.at(-1)!.origin, "agent");
});

Deno.test("Calls that the provider gives one id are as many as there are", () => {
  const run = (id: string, exit: number) =>
    tool({ status: "completed", metadata: { exit } }, { id, callID: "call_0" });
  const turns = turnsOf(TASK, answer("m2", [run("p1", 1)]), answer("m3", [run("p2", 0)]));
  assert.deepEqual(turns.flatMap(({ calls }) => calls.map(({ id, exitCode }) => [id, exitCode])), [
    ["p1", 1],
    ["p2", 0],
  ]);
});

Deno.test("A call without a part's id has the provider's", () => {
  const [call] = lastTurn(answer("m2", [tool({}, { id: undefined })])).calls;
  assert.equal(call!.id, "call_1");
});

Deno.test("The end of what the agent said last is kept, and no more than is read of it", () => {
  const long = `${"x".repeat(300_000)} the end`;
  const { lastMessage } = readMessages([TASK, answer("m2", [text(long)])]);
  assert.equal(lastMessage!.length, 200_000);
  assert.ok(lastMessage!.endsWith(" the end"));
});

Deno.test("What the agent said last stands until the person speaks, whoever else does", () => {
  const ran = commanded("m3", { status: "completed" });
  for (const next of [[ours("m3", "Go on")], [continued("m3")], ran, [summary("m3")]]) {
    assert.equal(readMessages([TASK, DONE, ...next]).lastMessage, "It is fixed.");
  }
  assert.equal(readMessages([TASK, DONE, person("m3", "And?")]).lastMessage, null);
});

Deno.test("Who may only plan is known by the message and by the answer", () => {
  const plan = person("m1", "How?", { agent: "plan" });
  assert.equal(readMessages([plan]).planMode, true);
  assert.equal(readMessages([plan, answer("m2", [], { agent: "plan" })]).planMode, true);
  assert.equal(readMessages([TASK, answer("m2", [], { mode: "plan" })]).planMode, true);
  assert.equal(readMessages([plan, person("m3", "Do it")]).planMode, false);
  assert.equal(readMessages([TASK, DONE]).planMode, false);
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
    [
      { status: "error", error: "No such file", output: "not this" },
      { state: "failed", output: "No such file" },
    ],
    [{ status: "error" }, { state: "failed", output: null }],
    [{ status: "completed", output: { a: 1 }, metadata: { exit: "0" } }, {
      state: "done",
      output: null,
      exitCode: null,
    }],
    [{ status: "completed", input: "ls" }, { input: {} }],
  ] as const
) {
  Deno.test(`A tool in the state ${JSON.stringify(state)} is read as ${JSON.stringify(expected)}`, () => {
    const [call] = lastTurn(TASK, answer("m2", [tool(state)])).calls;
    assert.deepEqual({ ...call, ...expected }, call);
  });
}

Deno.test("A tool in a state that nobody knows runs, unless something came after it or it was stopped", () => {
  const odd = tool({ status: "waiting" });
  const stateOf = (...messages: Message[]) => turnsOf(...messages)[0]?.calls[0]?.state;
  assert.equal(stateOf(answer("m1", [odd])), "running");
  assert.equal(stateOf(answer("m1", [odd]), TASK), "done");
  assert.equal(stateOf(answer("m1", [odd], { error: ABORT_ERROR })), "failed");
});

Deno.test("A tool without a name or an id is one all the same", () => {
  const parts = [{ type: "tool" }, { type: "tool", tool: 7, callID: [], state: "done" }];
  assert.deepEqual(lastTurn(answer("m", parts)).calls.map(({ name, id }) => [name, id]), [
    ["unknown", ""],
    ["unknown", ""],
  ]);
});

Deno.test(
  "A tool in a state that is called like a property of every object is in none that is known",
  () => {
    for (const status of ["constructor", "toString", "__proto__"]) {
      assert.equal(lastTurn(answer("m", [tool({ status })])).calls[0]?.state, "running");
    }
  },
);

Deno.test("A tool whose state is no name at all is in none that is known", () => {
  const status = { toString: null, valueOf: null };
  assert.equal(lastTurn(answer("m", [tool({ status })])).calls[0]?.state, "running");
});
