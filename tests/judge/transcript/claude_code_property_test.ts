import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { answer, queued, read, readBytes, result, text, toolUse, user } from "../_transcript.ts";

const ids = fc.constantFrom("1", "2", "3");
const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom(
    "[Request interrupted by user]",
    "## Reflection: Task Incomplete",
    "<command-name>/clear</command-name>",
    "<task-notification><tool-use-id>1</tool-use-id><status>failed</status></task-notification>",
  ),
);
const flags = fc.record({
  isMeta: fc.boolean(),
  isSidechain: fc.boolean(),
  permissionMode: fc.constantFrom("plan", "default"),
}, { requiredKeys: [] });

const goodLine = fc.oneof(
  fc.tuple(words, flags).map(([said, more]) => user(said, more)),
  fc.tuple(ids, words).map(([id, said]) => answer(id, text(said))),
  fc.tuple(ids, ids).map(([id, call]) => answer(id, toolUse(call))),
  fc.tuple(ids, words, fc.boolean()).map(([id, out, is_error]) => result(id, out, { is_error })),
  words.map((prompt) => queued({ prompt })),
  fc.constant(JSON.stringify({ type: "progress", data: "x" })),
);

/** No JSON, or none that says anything. */
const garbageLine = fc.oneof(
  fc.string().map((line) => `?${line.replaceAll("\n", " ")}`),
  fc.json().map((json) => `[${json}]`),
  goodLine.map((line) => line.slice(0, -1)),
  fc.constantFrom("\u0000", "{}}", "null", "{", "7"),
);

/** Lines of the right shape in which any value may be anything. */
const anything = fc.jsonValue({ maxDepth: 3 });
const blocks = fc.array(fc.record({
  type: fc.oneof(fc.constantFrom("text", "tool_use", "tool_result"), anything),
  text: anything,
  id: anything,
  name: anything,
  input: anything,
  tool_use_id: anything,
  content: anything,
  is_error: anything,
}, { requiredKeys: ["type"] }));
const oddLine = fc.record({
  type: fc.constantFrom("user", "assistant", "attachment", "system", "permission-mode"),
  message: fc.oneof(
    anything,
    fc.record({ id: anything, model: anything, content: blocks, usage: anything }),
    fc.record({ content: anything, stop_reason: anything }),
  ),
  attachment: fc.oneof(
    anything,
    fc.record({ type: fc.constant("queued_command"), prompt: fc.oneof(anything, blocks) }),
  ),
  toolUseResult: anything,
  timestamp: anything,
  uuid: anything,
  isSidechain: anything,
  origin: anything,
  permissionMode: anything,
}, { requiredKeys: ["type"] }).map((line) => JSON.stringify(line));

function chunked(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.slice(start, at[index] ?? bytes.length));
}

Deno.test("any cutting of the bytes into pieces gives the same", () => {
  fc.assert(fc.property(
    fc.array(fc.oneof(goodLine, garbageLine), { maxLength: 12 }),
    fc.array(fc.nat(), { maxLength: 30 }),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
    (lines, cuts, newline, ended) => {
      const bytes = new TextEncoder().encode(lines.join(newline) + (ended ? newline : ""));
      deepEqual(readBytes(chunked(bytes, cuts)), readBytes([bytes]));
    },
  ));
});

Deno.test("the same buffer may be filled again for every piece", () => {
  fc.assert(fc.property(fc.array(goodLine), fc.integer({ min: 1, max: 50 }), (lines, size) => {
    const bytes = new TextEncoder().encode(lines.join("\n"));
    const buffer = new Uint8Array(size);
    function* pieces() {
      for (let at = 0; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size);
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    }
    deepEqual(readBytes(pieces() as unknown as Uint8Array[]), readBytes([bytes]));
  }));
});

Deno.test("garbage between good lines changes nothing but what is counted", () => {
  fc.assert(fc.property(
    fc.array(goodLine, { maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(), garbageLine), { maxLength: 8 }),
    (lines, garbage) => {
      const mixed = [...lines];
      for (const [at, line] of garbage) mixed.splice(at % (mixed.length + 1), 0, line);
      const clean = read(lines);
      deepEqual(read(mixed), {
        ...clean,
        lines: clean.lines + garbage.length,
        broken: clean.broken + garbage.length,
      });
    },
  ));
});

Deno.test("values of any type are read without a throw, and in the promised shape", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(oddLine, goodLine), { maxLength: 10 }), (lines) => {
      const { conversation, broken } = read(lines);
      equal(broken, 0);
      for (const turn of conversation.turns) {
        equal(typeof turn.text, "string");
        ok(turn.at === null || Number.isFinite(turn.at));
        ok(turn.outputTokens === null || turn.outputTokens >= 0);
        for (const call of turn.calls) {
          equal(typeof call.name, "string");
          ok(typeof call.output === "string" || call.output === null);
          ok(typeof call.input === "object" && call.input !== null && !Array.isArray(call.input));
        }
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("any bytes at all are read without a throw", () => {
  fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
    const { lines, broken } = readBytes(chunks);
    ok(broken <= lines);
  }));
});
