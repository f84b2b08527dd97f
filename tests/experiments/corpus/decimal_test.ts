import fc from "fast-check";
import assert from "node:assert/strict";
import { fromDigits } from "../../../experiments/corpus/decimal.ts";

Deno.test("a decimal from its digits is the double that Number gives, or no answer", () => {
  const first = fc.oneof(fc.nat(2 ** 31 - 1), fc.nat(1000), fc.integer({ min: 1e8, max: 2e9 }));
  const digits = fc.tuple(first, fc.nat(999_999_999), fc.integer({ min: 0, max: 9 }));
  const runs = 30_000;
  let answered = 0;
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 22 }), ([head, rest, length], decimals) => {
      const tail = String(rest).padStart(9, "0").slice(0, length);
      const got = fromDigits(head, Number(tail), length, decimals);
      if (Number.isNaN(got)) return;
      answered++;
      assert.equal(got, Number(`${head}${tail}e-${decimals}`));
    }),
    { seed: 20260131, numRuns: runs },
  );
  assert.ok(answered > 0.9 * runs);
});

Deno.test("halfway between two doubles no double is given, and beside it the right one", () => {
  // 2^53 + 1 is exactly between its neighbours: only a rule of ties could tell.
  assert.ok(Number.isNaN(fromDigits(900719925, 4740993, 7, 0)));
  assert.equal(fromDigits(900719925, 474099301, 9, 2), 9007199254740994);
  assert.equal(fromDigits(900719925, 474099299, 9, 2), 9007199254740992);
});
