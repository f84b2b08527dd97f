import { equal } from "node:assert/strict";
import { conversationOf, taskText, type Turn, turnOf } from "../../judge/conversation.ts";

const person = (text: string, more: Partial<Turn> = {}) =>
  turnOf({ origin: "person", text, ...more });
const agent = turnOf({ origin: "agent", text: "Done." });

Deno.test("a single message is the task as it was typed", () => {
  const { text, from } = taskText(conversationOf([agent, person(" Bitte Tests reparieren ")]));
  equal(text, "Bitte Tests reparieren");
  equal(from, 1);
});

Deno.test("several messages are numbered, whatever they say", () => {
  const turns = [person("Add a page"), agent, person("no, stop. never mind"), person("спасибо")];
  equal(
    taskText(conversationOf(turns)).text,
    "1. Add a page\n2. no, stop. never mind\n3. спасибо",
  );
});

Deno.test("only a person's own words since the last settled task count", () => {
  const turns = [
    person("one"),
    ...(["feedback", "synthetic", "summary", "agent"] as const)
      .map((origin) => turnOf({ origin, text: "noise" })),
    person("for another agent", { subagent: true }),
    person("  "),
    person("two"),
  ];
  // The subagent's and the empty message are counted, as the state that remembers them counts.
  const conversation = { turns, turnsBefore: 9, personTurnsBefore: 3, folder: "" };
  equal(taskText(conversation, 4).text, "two");
  equal(taskText(conversation, 4).from, turns.length - 1);
  equal(taskText(conversation, 3).text, "1. one\n2. two");
  equal(taskText(conversation, 7).text, "");
  equal(taskText(conversation, 7).from, turns.length);
});

Deno.test("it is bounded, and the newest messages stay", () => {
  const many = Array.from(
    { length: 300 },
    (_, n) => person(`${n} ${"word ".repeat(20_000)}end${n}`),
  );
  const { text, from } = taskText(conversationOf(many));
  equal(text.length < 25_000, true);
  equal(text.endsWith("end299"), true);
  equal(from, 250);
});
