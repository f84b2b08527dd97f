import assert from "node:assert/strict";
import fc from "fast-check";
import { countPersonTurns } from "../../../judge/conversation.ts";
import { AGENT_TURNS, ALL_TURNS, EARLIER_MESSAGES } from "../../../judge/transcript/turns.ts";
import { readMessages, type Standing } from "../../../hook/opencode/conversation.ts";
import { answer, person, text, tool } from "./_messages.ts";
import { CUT_MARK } from "../../../lib/text/text.ts";

const ORIGINS = ["person", "feedback", "synthetic", "summary", "agent"];
const STATES = ["pending", "running", "done", "failed"];

/** What holds of a conversation, whatever it was read from. */
function assertSound(standing: Standing): void {
  const { conversation, position, lastMessage } = standing;
  for (const { origin, calls, text } of conversation.turns) {
    assert.ok(ORIGINS.includes(origin));
    assert.equal(typeof text, "string");
    for (const { state } of calls) assert.ok(STATES.includes(state), `a tool is ${state}`);
  }
  assert.match(position, /^\d+:/);
  const { aborted, failed, summarised, open, unanswered, byPerson } = standing;
  const ends = [aborted, failed, summarised, unanswered, byPerson];
  assert.ok(ends.filter((is) => is).length <= 1, "two ends at once");
  assert.ok(!open || !(unanswered || byPerson || summarised), "nobody writes an answer");
  assert.ok((lastMessage ?? "").length <= 200_000);
}

const json = fc.jsonValue({ maxDepth: 2 });

/** A value that is mostly what it should be. */
const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: json });

/** An object in which any field may be missing, but those without which it is nothing. */
const record = (
  fields: Record<string, fc.Arbitrary<unknown>>,
  ...requiredKeys: string[]
): fc.Arbitrary<unknown> => fc.record(fields, { requiredKeys });

const state = record({
  status: fc.constantFrom<unknown>("pending", "running", "completed", "error", "", 7, null),
  input: mostly(fc.dictionary(fc.string(), json)),
  output: mostly(fc.string()),
  error: mostly(fc.string()),
  metadata: mostly(record({ exit: mostly(fc.integer()) })),
  time: mostly(record({ start: mostly(fc.nat()), end: mostly(fc.nat()) })),
});

const part = record({
  type: mostly(
    fc.constantFrom("text", "text", "text", "tool", "file", "compaction", "subtask", "reasoning"),
  ),
  text: mostly(fc.string()),
  prompt: mostly(fc.string()),
  filename: mostly(fc.string()),
  synthetic: mostly(fc.boolean()),
  ignored: mostly(fc.boolean()),
  auto: mostly(fc.boolean()),
  metadata: mostly(fc.oneof(
    { weight: 4, arbitrary: record({ compaction_continue: fc.boolean(), theirs: json }) },
    { weight: 1, arbitrary: record({ "reflection-kernel": json, reflection: json }) },
  )),
  callID: mostly(fc.constantFrom("c1", "c2")),
  tool: mostly(fc.string()),
  state: mostly(state),
}, "type");

const info = record({
  id: mostly(fc.constantFrom("m1", "m2", "m3", "")),
  parentID: mostly(fc.constantFrom("m1", "m2", "m3", "")),
  role: mostly(fc.constantFrom("user", "user", "assistant", "assistant", "system")),
  agent: mostly(fc.constantFrom("build", "plan", "compaction")),
  mode: mostly(fc.constantFrom("build", "plan")),
  model: mostly(record({ providerID: mostly(fc.string()), modelID: mostly(fc.string()) })),
  variant: mostly(fc.string()),
  system: mostly(fc.string()),
  tools: mostly(fc.dictionary(fc.string(), mostly(fc.boolean()))),
  summary: mostly(fc.boolean()),
  error: mostly(record({ name: mostly(fc.constantFrom("MessageAbortedError", "APIError")) })),
  finish: mostly(fc.constantFrom("stop", "length", "tool-calls")),
  time: mostly(record({ created: mostly(fc.nat()), completed: mostly(fc.nat()) })),
  tokens: mostly(record({ output: mostly(fc.nat()) })),
}, "role");

const parts = fc.array(mostly(part), { maxLength: 4 });
const message = record({ info: mostly(info), parts: mostly(parts) }, "info", "parts");
const anything = mostly(fc.array(mostly(message), { maxLength: 12 }));

/** As it comes from the client. */
const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A look at parsed JSON that shares nothing with what is tested. */
// deno-lint-ignore no-explicit-any
type Loose = any;
const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How many of the messages somebody typed. */
function personsIn(messages: Loose): number {
  if (!Array.isArray(messages)) return 0;
  return messages.filter((message: Loose) => {
    if (!isObject(message) || !isObject(message.info) || message.info.role !== "user") return false;
    const parts: Loose[] = Array.isArray(message.parts) ? message.parts.filter(isObject) : [];
    const marked = parts.some(({ metadata }) =>
      metadata !== null && typeof metadata === "object" && "reflection-kernel" in metadata
    );
    const clients = parts.every(({ synthetic }) => synthetic === true);
    return !marked && !clients && !parts.some(({ type }) => type === "compaction");
  }).length;
}

Deno.test("No JSON makes the reading of messages throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(json), fc.array(fc.record({ info: json, parts: json }))),
      (
        messages,
      ) => assertSound(readMessages(parsed(messages))),
    ),
    { seed: 1, numRuns: 1_000 },
  );
});

Deno.test("No message with anything anywhere makes the reading throw, and every person is counted", () => {
  let persons = 0;
  fc.assert(
    fc.property(anything.map(parsed), (messages) => {
      const standing = readMessages(messages);
      assertSound(standing);
      const count = personsIn(messages);
      assert.equal(countPersonTurns(standing.conversation), count);
      if (count === 0) assert.equal(standing.promptId, null);
      persons += count;
    }),
    { seed: 2, numRuns: 2_000 },
  );
  assert.ok(persons > 500, `only ${persons} persons: this proves nothing`);
});

Deno.test("Reading changes nothing of what is read", () => {
  fc.assert(
    fc.property(anything.map(parsed), (messages) => {
      const before = structuredClone(messages);
      readMessages(messages);
      assert.deepEqual(messages, before);
    }),
    { seed: 3, numRuns: 200 },
  );
});

for (const nothing of [undefined, null, true, 0, "", "[]", {}, { length: 3 }, () => []]) {
  Deno.test(`Where ${JSON.stringify(nothing) ?? typeof nothing} comes in place of messages, there are none`, () => {
    const { position, conversation } = readMessages(nothing);
    assert.equal(position, "0:");
    assert.deepEqual(conversation.turns, []);
  });
}

Deno.test("Two thousand long messages stay within bounds, and none of the persons is lost", () => {
  const long = `first ${"x".repeat(100_000)} last`;
  const call = (index: number) =>
    tool(
      { status: "completed", output: long, input: { command: long, content: long } },
      { id: `prt_${index}` },
    );
  const messages = Array.from(
    { length: 2_000 },
    (_, index) =>
      index % 2 === 0
        ? person(`msg_${index}`, long)
        : answer(`msg_${index}`, [call(index), text(long), text(long)]),
  );
  const { conversation, position } = readMessages(messages);
  assert.equal(position, "2000:msg_1999");
  assert.equal(countPersonTurns(conversation), 1_000);
  assert.equal(conversation.turnsBefore + conversation.turns.length, 2_000);
  assert.ok(conversation.turns.length <= 2 * AGENT_TURNS + EARLIER_MESSAGES);
  assert.equal(conversation.turns.filter(({ origin }) => origin === "agent").length, AGENT_TURNS);
  for (const { text, calls: [call] } of conversation.turns) {
    assert.ok(text.length <= 20_000 + CUT_MARK.length);
    assert.ok(text.startsWith("first ") && text.endsWith(" last"));
    assert.ok((call?.output ?? "").length <= 8_000 + CUT_MARK.length);
    assert.ok(JSON.stringify(call?.input ?? "").length <= 10_000);
  }
});

Deno.test("Messages of nobody but the person stay within bounds", () => {
  const messages = Array.from({ length: 5_000 }, (_, index) => person(`m${index}`, "More"));
  const { conversation } = readMessages(messages);
  assert.ok(conversation.turns.length <= ALL_TURNS + EARLIER_MESSAGES);
  assert.equal(countPersonTurns(conversation), 5_000);
});
