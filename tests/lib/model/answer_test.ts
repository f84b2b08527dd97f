import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { readAnswer } from "../../../lib/model/ask.ts";
import { GOOD, VERDICT } from "./support.ts";

const WRAPPINGS: ((json: string) => string)[] = [
  (json) => json,
  (json) => `\n\t ${json}\n`,
  (json) => "```json\n" + json + "\n```",
  (json) => "```\n" + json + "\n```\n",
  (json) => "Sure, here it is:\n\n```JSON\n" + json + "\n```\nAnything else?",
];

Deno.test("an answer is read out of whatever a model wraps it in", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...WRAPPINGS), (value, wrap) => {
      const text = wrap(JSON.stringify(value, null, 2));
      assert.deepEqual(readAnswer(text, z.unknown()), {
        ok: true,
        value: JSON.parse(JSON.stringify(value)),
      });
    }),
  );
});

Deno.test("an object among words is read", () => {
  const text = `The answer is ${JSON.stringify(GOOD)}. I hope it helps.`;
  assert.deepEqual(readAnswer(text, VERDICT), { ok: true, value: GOOD });
});

Deno.test("an answer whose own text holds a code fence is read whole", () => {
  const value = { text: "Use\n```ts\nf()\n```\nthere" };
  const schema = z.object({ text: z.string() });
  const json = JSON.stringify(value);
  assert.deepEqual(readAnswer(json, schema), { ok: true, value });
  assert.deepEqual(readAnswer("```json\n" + json + "\n```", schema), { ok: true, value });
});

Deno.test("any text is read or refused in a short sentence, never thrown at", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const answer = readAnswer(text, VERDICT);
      assert(!answer.ok && answer.problem.length > 0 && answer.problem.length <= 2000);
    }),
  );
});

Deno.test("a wrong answer is refused with the path of every fault, but not with a thousand", () => {
  const faults = (value: unknown, schema: z.ZodType) => {
    const answer = readAnswer(JSON.stringify(value), schema);
    assert(!answer.ok);
    return answer.problem;
  };
  assert.match(faults({ verdict: "x", score: "y" }, VERDICT), /^verdict: .*; score: /);
  assert.match(faults([1], VERDICT), /^the value: /);
  const many = faults(Array(1000).fill(1), z.array(z.string()));
  assert.equal(many.split("; ").length, 10);
});

Deno.test("a long answer that is nothing but fences or spaces is refused, too", () => {
  for (const piece of ["```\n", " ", "\n", "{", "```json\n \t"]) {
    assert(!readAnswer("```\n" + piece.repeat(1e6), VERDICT).ok);
  }
});

Deno.test("of several values the one of the right shape is read, and of several answers none", () => {
  const json = JSON.stringify(GOOD);
  const among = `As [1] and {"note": 1} say:\n${json}\nOr so.`;
  assert.deepEqual(readAnswer(among, VERDICT), { ok: true, value: GOOD });
  assert.deepEqual(readAnswer(`${json}\n${json}`, VERDICT), { ok: true, value: GOOD });
  const other = JSON.stringify({ ...GOOD, score: GOOD.score + 1 });
  assert.deepEqual(readAnswer(`First ${json}, then ${other}`, VERDICT), {
    ok: false,
    problem: "it has 2 answers that differ",
  });
});
