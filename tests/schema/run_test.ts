import fc from "fast-check";
import assert from "node:assert/strict";
import { runSchema } from "../../schema/zod.ts";
import { agreementOn, assertAgreementOnMutations } from "./_agreement.ts";
import { runs, sampleRun } from "./_run_records.ts";

const agreed = agreementOn("run.v1", runSchema);

Deno.test("zod and the JSON Schema accept every valid run.v1 record", () => {
  assert.equal(agreed(sampleRun()), true);
  fc.assert(fc.property(runs, (record) => assert.equal(agreed(record), true)), { seed: 20260131 });
});

Deno.test("a run.v1 record with fields of a later version is one, and keeps them", () => {
  const later = { ...sampleRun(), title: "Round the total", tokens: { input: 1 } };
  assert.equal(agreed(later), true);
  assert.deepEqual(runSchema.parse(later), later);
});

Deno.test("zod and the JSON Schema agree on run.v1 records with mutations", () => {
  assertAgreementOnMutations(agreed, fc.constant(sampleRun()));
});
