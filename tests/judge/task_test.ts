import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  callOf,
  type Conversation,
  conversationOf,
  type Turn,
  turnOf,
} from "../../judge/conversation.ts";
import { taskOf } from "../../judge/task.ts";

const person = (text: string) => turnOf({ origin: "person", text });
const agent = (text = "Done.") => turnOf({ origin: "agent", text });
const calling = () => turnOf({ origin: "agent", calls: [callOf({ name: "Bash" })] });
const feedback = () => turnOf({ origin: "feedback", text: "## Reflection: Task Incomplete" });
const esc = () => turnOf({ origin: "synthetic", text: "[stopped]", aborted: true });

function messagesIn(...turns: Turn[]): readonly string[] {
  return taskOf(conversationOf(turns)).messages;
}

Deno.test("the task is what the person said, and nothing that a program said", () => {
  deepEqual(
    messagesIn(
      turnOf({ origin: "summary", text: "Earlier: add a page" }),
      person("Fix the login"),
      agent(),
      feedback(),
      turnOf({ origin: "synthetic", text: "Continue from where you left off" }),
      turnOf({ origin: "person", text: "Look at the files", subagent: true }),
      person("  "),
      agent(),
    ),
    ["Fix the login"],
  );
});

Deno.test("one message is the text, several are numbered", () => {
  equal(taskOf(conversationOf([person(" Fix it ")])).text, "Fix it");
  const { text } = taskOf(conversationOf([person("Fix it"), agent(), person("Test it too")]));
  equal(text, "1. Fix it\n2. Test it too");
});

Deno.test("without a message there is no task", () => {
  const conversation = conversationOf([agent(), feedback()]);
  deepEqual(taskOf(conversation), {
    text: "",
    messages: [],
    from: 2,
    kind: "question",
    wishes: [],
    personTurns: 0,
  });
});

Deno.test("a task says where it begins, and how many messages there were in all", () => {
  const turns = [person("Fix it"), agent(), person("Forget that. Add a page"), agent()];
  const { from, personTurns } = taskOf({ turns, turnsBefore: 9, personTurnsBefore: 3, folder: "" });
  deepEqual([from, personTurns], [2, 5]);
});

Deno.test("settled messages are left out, those that were not kept included", () => {
  const turns = [person("One"), agent(), person("Two"), agent(), person("Three")];
  const settle = (settled: number, personTurnsBefore = 0) => {
    const conversation: Conversation = { turns, turnsBefore: 0, personTurnsBefore, folder: "" };
    return taskOf(conversation, { settled }).messages;
  };
  deepEqual(settle(1), ["Two", "Three"]);
  deepEqual(settle(3), []);
  deepEqual(settle(4, 3), ["Two", "Three"]);
  deepEqual(settle(1, 3), ["One", "Two", "Three"]);
});

Deno.test("what was stopped is no part of what was asked instead", () => {
  deepEqual(messagesIn(person("Add a page"), agent("I am"), esc(), person("Fix the login")), [
    "Fix the login",
  ]);
  const stopped = turnOf({ origin: "agent", text: "I am", aborted: true });
  deepEqual(messagesIn(person("Add a page"), stopped, person("Fix the login")), ["Fix the login"]);
});

Deno.test("what was finished before the stop stays", () => {
  deepEqual(
    messagesIn(
      person("Add a page"),
      agent(),
      person("Add a menu"),
      calling(),
      esc(),
      person("Fix it"),
    ),
    ["Add a page", "Fix it"],
  );
});

Deno.test("what was sent while the agent worked is stopped with it", () => {
  deepEqual(
    messagesIn(
      person("Add a page"),
      calling(),
      person("and a menu"),
      calling(),
      esc(),
      person("Fix it"),
    ),
    ["Fix it"],
  );
});

Deno.test("going on takes up what was stopped", () => {
  for (
    const goOn of [
      "continue",
      "Continue.",
      "go on",
      "Please continue",
      "ok, keep going",
      "weiter",
      "carry on!",
      "Sorry, continue",
      "continue but skip the menu",
      "resume",
    ]
  ) {
    deepEqual(messagesIn(person("Add a page"), calling(), esc(), person(goOn)), [
      "Add a page",
      goOn,
    ]);
  }
});

Deno.test("a message that only begins like going on does not", () => {
  for (const other of ["Continuous integration is broken, fix it", "Go online with the page"]) {
    deepEqual(messagesIn(person("Add a page"), calling(), esc(), person(other)), [other]);
  }
});

Deno.test("what was stopped stays the task while nothing else is asked", () => {
  deepEqual(messagesIn(person("Add a page"), calling(), esc()), ["Add a page"]);
  deepEqual(messagesIn(person("Add a page"), calling(), esc(), person("thanks")), ["Add a page"]);
});

Deno.test("a change of course drops what was asked before", () => {
  for (
    const pivot of [
      "Actually, do the footer instead",
      "actually let's add a footer instead.",
      "Forget that, add a footer",
      "forget it. Add a footer",
      "Forget about that and add a footer",
      "Scratch that. Add a footer",
      "Never mind, add a footer",
      "nevermind – add a footer",
      "No, wait: add a footer",
      "Wait, no. Add a footer",
      "Stop. Instead add a footer",
      "Instead, add a footer",
      "Disregard the previous message. Add a footer",
      "Ignore my last request and add a footer",
      "On second thought, add a footer",
      "Change of plans: add a footer",
      "I changed my mind, add a footer instead",
      "Ok, never mind. Add a footer",
      "Hold on, let's do the footer instead",
      "New task: add a footer",
      "Stop. Work on the footer.",
      "Stop that, add a footer",
      "No, I meant the footer.",
      "I changed my mind. Make it a footer.",
      "Leave that for now. Fix the footer first.",
      "Put that on hold and add a footer",
    ]
  ) {
    deepEqual(messagesIn(person("Add a page"), agent(), person(pivot)), [pivot], pivot);
  }
});

Deno.test("what only says how is no change of course", () => {
  for (
    const more of [
      "Actually, use tabs instead of spaces",
      "Use a list instead",
      "Also add a footer",
      "Never mind the formatting, but add a footer",
      "Forget about the tests in the old folder",
      "Actually the footer is missing too",
      "No, the footer must be blue",
      "Ignore the warnings of the linter",
      "Stop using var",
      "Wait for the server before you connect",
      'The page should say "forget it, do that instead"',
      "No wait, also add a footer",
      "ok, but throw a ParseError instead",
      "Actually, in the page use the email field instead",
      "No wait, use tabs",
      "Actually, make the footer blue instead",
      "Leave it as it is, but add a footer",
      "Wait, no need for a footer too",
    ]
  ) {
    equal(messagesIn(person("Add a page"), agent(), person(more)).length, 2, more);
  }
});

Deno.test("taking everything back leaves nothing to do", () => {
  for (const back of ["Never mind.", "Stop.", "Stop it", "Leave that for now.", "No, wait!"]) {
    const { messages, kind } = taskOf(
      conversationOf([person("Add a page"), agent(), person(back)]),
    );
    deepEqual([messages, kind], [[back], "question"], back);
  }
});

Deno.test("what a change of course took back is remembered", () => {
  const pivot = person("Actually, do a footer instead");
  deepEqual(taskOf(conversationOf([person("Add a page"), pivot])).takenBack, ["Add a page"]);
  deepEqual(taskOf(conversationOf([person("Add a page")])).takenBack, undefined);
});

const THANKS = [
  "thanks!",
  "Thank you so much",
  "ok great",
  "OK.",
  "Perfect, thanks a lot!",
  "looks good to me",
  "nice work",
  "👍",
  "got it, thanks",
  "lgtm",
  "it works now",
  "Great job!",
];

Deno.test("thanks neither add to a task nor make one", () => {
  for (const thanks of THANKS) {
    deepEqual(messagesIn(person("Add a page"), agent(), person(thanks)), ["Add a page"], thanks);
    const { messages, kind } = taskOf(conversationOf([person(thanks)]));
    deepEqual([messages, kind], [[thanks], "question"], thanks);
  }
});

Deno.test("a message with more than thanks is a message", () => {
  for (
    const more of [
      "thanks, now push",
      "ok do it",
      "great, add tests",
      "yes",
      "no",
      "ok?",
      "good morning footer",
      "2",
      "谢谢,修复它",
    ]
  ) {
    deepEqual(messagesIn(person("Add a page"), agent(), person(more)), ["Add a page", more], more);
  }
});

Deno.test("messages and the text are bounded, with both ends kept", () => {
  const long = (name: string) => person(`begin ${name} ${"x".repeat(1_000_000)} end ${name}`);
  const { messages, text } = taskOf(conversationOf(["a", "b", "c", "d", "e"].map(long)));
  for (const message of messages) ok(message.length < 8_100);
  ok(text.length < 24_100);
  ok(text.startsWith("1. begin a") && text.endsWith("end e"));
  equal(
    taskOf(conversationOf(Array.from({ length: 300 }, (_, n) => person(`Do ${n}`)))).messages
      .length,
    50,
  );
});

Deno.test("text made to be slow is not slow", () => {
  const parts = [
    "please ",
    "don't ",
    "and ",
    "run the ",
    "no ",
    "a ",
    "```",
    "> ",
    "make sure ",
    "all the ",
    ", ",
    "ok ",
    "write a ",
  ];
  const started = performance.now();
  for (const part of parts) {
    const text = part.repeat(1_000_000 / part.length);
    taskOf(conversationOf([person(text), person(`actually ${text}`), person(`run ${text}`)]));
  }
  ok(performance.now() - started < 5_000);
});

Deno.test("any text gives a task that holds only what the person said", () => {
  const turn = fc.record({
    origin: fc.constantFrom("person", "agent", "feedback", "synthetic", "summary"),
    text: fc.oneof(fc.string(), fc.constantFrom("continue", "thanks", "forget that", "Run it")),
    aborted: fc.boolean(),
  }).map((given) => turnOf(given as Partial<Turn> & Pick<Turn, "origin">));
  fc.assert(fc.property(fc.array(turn), fc.nat({ max: 4 }), (turns, settled) => {
    const task = taskOf(conversationOf(turns), { settled });
    const said = turns.filter(({ origin }) => origin === "person").slice(settled)
      .map(({ text }) => text.trim());
    for (const message of task.messages) ok(said.includes(message));
    if (task.messages.length > 0) {
      equal(turns[task.from]?.text.trim(), task.messages[0]);
      equal(turns[task.from]?.origin, "person");
    } else equal(task.from, turns.length);
    equal(said.some((text) => text !== ""), task.messages.length > 0);
  }));
});
