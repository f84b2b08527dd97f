import assert from "node:assert/strict";
import fc from "fast-check";
import { scrubPatterns } from "../../../lib/scrub/patterns.ts";
import { scrub } from "../../../lib/scrub/scrub.ts";
import { type Example, examples, type Fill, foreignExamples } from "./_examples.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A secret's characters from a random seed, with a digit, as real ones have. */
function filling(seed: number): Fill {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 16;
  return (count) =>
    Array.from(
      { length: count },
      (_, at) => at === 2 ? "7" : LETTERS[next() % LETTERS.length],
    ).join("");
}

/** What may stand directly around a secret. */
const around = fc.constantFrom(" ", "\n", "\t", "(", ")", "|", "\\n", " 😀 ", "\r\n", " — ");
const anyText = fc.string({ unit: "binary", maxLength: 60 });

function secrets(of: (fill: Fill) => Example[]): fc.Arbitrary<Example> {
  return fc.tuple(fc.nat(), fc.nat()).map(([seed, which]) => {
    const all = of(filling(seed));
    return all[which % all.length] as Example;
  });
}

/** The pieces of a text that hold something worth hiding. */
const parts = fc.array(
  fc.oneof(
    anyText,
    around,
    secrets(examples).map(([, before, secret, after]) => before + secret + after),
    secrets(examples).map(([, , secret]) => secret),
    fc.constantFrom("password=", "token: ", '"', "'", "[redacted: ", "]", "://", "@", "sk-", "--"),
  ),
  { maxLength: 12 },
).map((pieces) => pieces.join(""));

Deno.test("scrubPatterns() lets no secret of the table through, whatever stands around it", () => {
  fc.assert(
    fc.property(anyText, around, secrets(examples), around, anyText, (a, b, example, c, d) => {
      const [, before, secret, after] = example;
      const scrubbed = scrubPatterns(a + b + before + secret + after + c + d);
      assert.ok(!scrubbed.includes(secret), scrubbed);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("scrub() lets no secret through, its own or secretlint's", async () => {
  const all = secrets((fill) => [...examples(fill), ...foreignExamples(fill)]);
  await fc.assert(
    fc.asyncProperty(anyText, around, all, around, anyText, async (a, b, example, c, d) => {
      const [, before, secret, after] = example;
      const scrubbed = await scrub(a + b + before + secret + after + c + d);
      assert.ok(!scrubbed.includes(secret), scrubbed);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("scrubPatterns() is idempotent", () => {
  fc.assert(
    fc.property(parts, (text) => {
      const once = scrubPatterns(text);
      assert.equal(scrubPatterns(once), once);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("scrub() is idempotent", async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (text) => {
      const once = await scrub(text);
      assert.equal(await scrub(once), once);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("scrub() leaves plain words as they are", async () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), maxLength: 14 });
  const joint = fc.constantFrom(" ", ", ", ". ", "-", "\n", ": ", " = ", "/", " (", ") ");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(word, joint), { maxLength: 40 }), async (pieces) => {
      const text = pieces.flat().join("");
      assert.equal(await scrub(text), text);
    }),
    { numRuns: 500 },
  );
});
