import fc from "fast-check";
import assert from "node:assert/strict";
import { reflectionSchema } from "../../schema/zod.ts";
import { agreementOn } from "./_agreement.ts";
import { mutate, mutations, placesOf } from "./_mutations.ts";
import { records, sampleRecord } from "./_records.ts";

const SEED = 20260131;

const agreed = agreementOn("reflection.v1", reflectionSchema);

Deno.test("zod and the JSON Schema accept every valid record, also after a trip through JSON", () => {
  fc.assert(
    fc.property(records, (record) => {
      assert.equal(agreed(record), true);
      assert.equal(agreed(JSON.parse(JSON.stringify(record))), true);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

Deno.test("zod and the JSON Schema agree on records with one mutation, wherever it is", () => {
  const seen = new Map<string, { accepted: number; rejected: number }>();
  fc.assert(
    fc.property(records, mutations, (record, mutation) => {
      const { result, label } = mutate(record, mutation);
      const accepted = agreed(result);
      if (label === null) return;
      const count = seen.get(label) ?? { accepted: 0, rejected: 0 };
      count[accepted ? "accepted" : "rejected"]++;
      seen.set(label, count);
    }),
    { seed: SEED, numRuns: 12_000 },
  );

  // A law that was only tried where it cannot fail says nothing: every place was mutated in every
  // way that it can be, and every mutation that must be fatal was.
  const optional = ["confidence", "most_likely_wrong", "known_not_in_diff", "files_changed.*"];
  for (const { path, value } of placesOf(sampleRecord())) {
    for (const op of ["drop", "add", "retype", "perturb"]) {
      if (op === "drop" ? path === "" : op === "add" && typeof value !== "object") continue;
      const count = seen.get(`${op} ${path}`) ?? { accepted: 0, rejected: 0 };
      assert.ok(count.accepted + count.rejected >= 15, `${op} "${path}" is rare`);
      const harmless = op === "drop" && optional.includes(path);
      assert.equal(count.rejected > 0, !harmless, `${op} "${path}": ${count.rejected} rejected`);
      if (op === "drop" && !harmless) assert.equal(count.accepted, 0, `drop "${path}" passes`);
      if (op === "add" && path !== "files_changed") {
        assert.ok(count.rejected > 4 * count.accepted, `Keys added to "${path}" pass`);
      }
    }
  }
  const counts = [...seen.values()];
  const accepted = counts.reduce((sum, count) => sum + count.accepted, 0);
  const rejected = counts.reduce((sum, count) => sum + count.rejected, 0);
  assert.ok(accepted > 1_200, `Only ${accepted} were accepted`);
  assert.ok(rejected > 6_000, `Only ${rejected} were rejected`);
});

Deno.test("zod and the JSON Schema agree on records with several mutations", () => {
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(records, fc.array(mutations, { minLength: 2, maxLength: 4 }), (record, steps) => {
      const result = steps.reduce<unknown>((value, step) => mutate(value, step).result, record);
      agreed(result) ? accepted++ : rejected++;
    }),
    { seed: SEED, numRuns: 4_000 },
  );
  assert.ok(accepted > 40, `Only ${accepted} were accepted`);
  assert.ok(rejected > 2_000, `Only ${rejected} were rejected`);
});

Deno.test("zod and the JSON Schema agree on values that are no record at all", () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      assert.equal(agreed(value), false);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});
