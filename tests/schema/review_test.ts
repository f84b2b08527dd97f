import fc from "fast-check";
import assert from "node:assert/strict";
import { reviewSchema } from "../../schema/zod.ts";
import { agreementOn, assertAgreementOnMutations } from "./_agreement.ts";
import { sampleReview } from "./_review_records.ts";

const agreed = agreementOn("review.v1", reviewSchema);

Deno.test("zod and the JSON Schema accept a review.v1 record, also with nothing found", () => {
  assert.equal(agreed(sampleReview()), true);
  const empty = { issues: [], strengths: [], summary: null, model: null, usage: null };
  const unknown = { prompt_id: null, head: null, diff_hash: null, cost_usd: null };
  assert.equal(agreed({ ...sampleReview(), ...empty, ...unknown, failure: "timeout" }), true);
});

Deno.test("zod and the JSON Schema agree on review.v1 records with mutations", () => {
  assertAgreementOnMutations(agreed, fc.constant(sampleReview()));
});
