import { LINE_BYTES } from "../../../judge/transcript/claude_code.ts";
import { deepEqual, equal, ok } from "node:assert/strict";
import {
  AGENT_TURNS,
  ALL_TURNS,
  CALLS_PER_TURN,
  EARLIER_MESSAGES,
} from "../../../judge/transcript/turns.ts";
import { countPersonTurns, taskStart } from "../../../judge/conversation.ts";
import { answer, read, readBytes, result, text, toolUse, user } from "../_transcript.ts";
import { CUT_MARK } from "../../../lib/text/text.ts";

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

Deno.test("an output keeps its beginning and its end", () => {
  const long = `first ${"x".repeat(100_000)} last`;
  const { turns } = read([answer("m1", toolUse("t1")), result("t1", long)]).conversation;
  const output = turns[0]?.calls[0]?.output ?? "";
  equal(output.length, 8_000 + CUT_MARK.length);
  ok(output.startsWith("first ") && output.includes(CUT_MARK) && output.endsWith(" last"));
});

Deno.test("a text keeps its beginning and its end, also when it comes in pieces", () => {
  const whole = read([user(`first ${"x".repeat(100_000)} last`)]).conversation.turns[0]?.text ?? "";
  equal(whole.length, 20_000 + CUT_MARK.length);
  const pieces = many(50, (index) => answer("m1", text(`piece ${index} ${"x".repeat(5_000)}`)));
  const { turns } = read([...pieces, answer("m1", text("last"))]).conversation;
  equal(turns[0]?.text.length, 20_000 + CUT_MARK.length);
  ok(turns[0]?.text.startsWith("piece 0") && turns[0].text.endsWith("last"));
});

Deno.test("no character is cut in half", () => {
  for (const shift of ["", "x"]) {
    const long = shift + "😀".repeat(50_000);
    const { turns } = read([user(long)]).conversation;
    ok(turns[0]?.text.isWellFormed());
  }
});

Deno.test("an input keeps its shape, its paths and its commands", () => {
  const command = "x".repeat(3_990);
  const input = {
    command,
    file_path: "/a/b.ts",
    content: "y".repeat(100_000),
    todos: many(100, (index) => `todo ${index}`),
    nested: { a: [{ b: true, c: null, d: 1.5 }] },
  };
  const { turns } = read([answer("m1", toolUse("t1", input))]).conversation;
  const kept = turns[0]?.calls[0]?.input as typeof input;
  deepEqual({ ...kept, content: "" }, { ...input, content: "" });
  equal(kept.content.length, 4_000 + CUT_MARK.length);
});

Deno.test("an input is bounded in number, depth and size, and harms no prototype", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 1_000; level++) deep = { deep };
  const inputs: unknown[] = [
    { deep },
    Object.fromEntries(many(50_000, (index) => `key ${index}`).map((key) => [key, 1])),
    { list: many(50_000, () => "x".repeat(100)) },
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": 1}}}'),
  ];
  for (const input of inputs) {
    const { turns } = read([answer("m1", toolUse("t1", input))]).conversation;
    ok(JSON.stringify(turns[0]?.calls[0]?.input).length < 100_000);
  }
  equal(({} as { polluted?: unknown }).polluted, undefined);
  const { turns } = read([answer("m1", toolUse("t1", inputs[3]))]).conversation;
  equal(turns[0]?.calls[0]?.input.polluted, undefined);
});

Deno.test("the last turns of the agent are kept with their calls, the others counted", () => {
  const count = AGENT_TURNS + 100;
  const { conversation } = read(
    many(
      count,
      (index) => `${answer(`m${index}`, toolUse(`t${index}`))}\n${result(`t${index}`, "x")}`,
    ),
  );
  equal(conversation.turns.length, AGENT_TURNS);
  equal(conversation.turnsBefore, 100);
  equal(conversation.turns[0]?.id, "m100");
  equal(conversation.turns.at(-1)?.calls[0]?.output, "x");
});

Deno.test("a person's messages outlive the turns around them", () => {
  const { conversation } = read([
    user("The task"),
    answer("a", text("working")),
    user("[Request interrupted by user]"),
    user("Another task"),
    ...many(AGENT_TURNS + 5, (index) => answer(`m${index}`, text("working"))),
    user("And more"),
  ]);
  deepEqual(conversation.turns.filter(({ origin }) => origin !== "agent").map(({ text }) => text), [
    "The task",
    "[Request interrupted by user]",
    "Another task",
    "And more",
  ]);
  deepEqual([conversation.turnsBefore, conversation.personTurnsBefore], [6, 0]);
  equal(countPersonTurns(conversation), 3);
});

Deno.test("so many messages outlive them, and the others are counted as a person's", () => {
  const { conversation } = read([
    ...many(EARLIER_MESSAGES + 10, (index) => user(`Message ${index}`)),
    ...many(AGENT_TURNS + 1, (index) => answer(`m${index}`, text("working"))),
  ]);
  equal(conversation.turns.length, EARLIER_MESSAGES + AGENT_TURNS);
  equal(conversation.turns[0]?.text, "Message 10");
  deepEqual([conversation.turnsBefore, conversation.personTurnsBefore], [11, 10]);
});

Deno.test("a transcript of messages alone is bounded as well", () => {
  const { conversation } = read(many(3 * ALL_TURNS, (index) => user(`Message ${index}`)));
  equal(conversation.turns.length, ALL_TURNS + EARLIER_MESSAGES);
  equal(countPersonTurns(conversation), 3 * ALL_TURNS);
});

Deno.test("calls in one turn are bounded", () => {
  const calls = many(CALLS_PER_TURN * 3, (index) => answer("m1", toolUse(`t${index}`)));
  equal(read(calls).conversation.turns[0]?.calls.length, CALLS_PER_TURN);
});

Deno.test("a call that is written twice is one", () => {
  const lines = [answer("m1", toolUse("t1")), answer("m1", toolUse("t1"))];
  equal(read(lines).conversation.turns[0]?.calls.length, 1);
});

const SESSION = [
  user("<local-command-stdout>x</local-command-stdout>"),
  user("One"),
  answer("m1", toolUse("t1")),
  user("Two"),
  result("t1", "late"),
  answer("m2", text("done")),
  user("Three"),
  answer("m3", text("done")),
];

Deno.test("a task begins with the first message that is not settled, or else with the last", () => {
  const { conversation } = read(SESSION);
  const startOf = (settled: number) => conversation.turns[taskStart(conversation, settled)]?.text;
  deepEqual([0, 1, 2, 3, 99].map(startOf), ["One", "Two", "Three", "Three", "Three"]);
});

Deno.test("a line of 50 MB is read", () => {
  const long = user(`first ${"x".repeat(50_000_000)} last`);
  const { conversation } = read([long, user("next")]);
  deepEqual(conversation.turns.map(({ text }) => text.slice(-4)), ["last", "next"]);
});

Deno.test("a line longer than that is passed over and counted", () => {
  const encoder = new TextEncoder();
  const piece = new Uint8Array(LINE_BYTES / 4 + 1).fill(0x78);
  const { conversation, lines, broken } = readBytes([
    encoder.encode('{"type":"user","message":{"content":"'),
    piece,
    piece,
    piece,
    piece,
    encoder.encode(`"}}\n${user("next")}\n`),
  ]);
  deepEqual(conversation.turns.map(({ text }) => text), ["next"]);
  deepEqual([lines, broken], [2, 1]);
});

Deno.test("text made to be slow is not slow", () => {
  for (
    const part of [
      "<system-reminder>",
      "<command-name>",
      "</system-reminder>",
      "<task-notification>",
    ]
  ) {
    const { conversation } = read([user(`x${part.repeat(60_000)}`), user(part.repeat(60_000))]);
    equal(conversation.turns.length, 2);
  }
});
