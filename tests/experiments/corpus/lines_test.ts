import fc from "fast-check";
import assert from "node:assert/strict";
import { MAX_LINE, readBlocks } from "../../../experiments/corpus/lines.ts";
import { pieces } from "./pieces.ts";
import { UserError } from "../../../lib/text/errors.ts";

/** All lines; null for one that is too long. */
function collect(bytes: Uint8Array, sizes?: readonly number[]): (string | null)[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return [
    ...readBlocks(pieces(bytes, sizes), "test").map((block) => block && decoder.decode(block)),
  ]
    .flatMap((text) => {
      if (text === null) return [null];
      assert.ok(text.endsWith("\n"));
      return text.slice(0, -1).split("\n");
    });
}

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("lines come whole, whatever the sizes of the reads", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "\r", "\0", "é", "\ufeff"), maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.boolean(),
      (lines, sizes, ended) => {
        // A mark at the very start is no part of the first line.
        const text = lines.join("\n").replace(/^\ufeff/, "");
        const wanted = ended ? text.split("\n") : text.replace(/\n$/, "").split("\n");
        const marked = encode(`\ufeff${text}${ended ? "\n" : ""}`);
        assert.deepEqual(collect(marked, sizes), text === "" && !ended ? [] : wanted);
      },
    ),
    { seed: 20260131, numRuns: 1000 },
  );
});

Deno.test("nothing, a mark alone and a line feed alone are no line, no line and one", () => {
  assert.deepEqual(collect(encode("")), []);
  assert.deepEqual(collect(encode("\ufeff")), []);
  assert.deepEqual(collect(encode("\n")), [""]);
  assert.deepEqual(collect(encode("é"), [1]), ["é"]);
});

Deno.test("a line longer than the buffer is whole, one longer than the limit is skipped alone", () => {
  const long = "x".repeat(MAX_LINE - 1);
  for (const sizes of [[1 << 16], [1 << 30], [1_000_003]]) {
    const lines = collect(encode(`a\n${long}\nb\n${long}x\nc\n${long}xyz\n\nd`), sizes);
    assert.deepEqual(lines, ["a", long, "b", null, "c", null, "", "d"]);
    assert.deepEqual(collect(encode(`${long}xx`), sizes), [null]);
    assert.deepEqual(collect(encode(`${long.repeat(3)}\nb`), sizes), [null, "b"]);
    assert.deepEqual(collect(encode(`a\n${long}`), sizes), ["a", long]);
  }
});

Deno.test("a source that breaks is an error that names it", () => {
  const broken = {
    readSync: () => {
      throw new Error("worn out");
    },
  };
  const error = new UserError('Cannot read "tape": worn out');
  assert.throws(() => [...readBlocks(broken, "tape")], error);
});
