import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import type { review } from "../../schema/_review_zod.ts";
import { renderSchemas } from "../../tools/schema.ts";
import type { Review } from "../../schema/review.ts";
import { reviewSchema } from "../../schema/zod.ts";
import type { Equal } from "./_equal.ts";
import { mutate, mutations } from "./_mutations.ts";
import { sampleReview } from "./_review_records.ts";

const schema = JSON.parse(renderSchemas().get("review.v1.schema.json") ?? "");
const ajvAccepts = new Ajv2020({ strict: true }).compile(schema);

/** Asserts that both say the same, and returns what they say. */
function agreed(value: unknown): boolean {
  const [zod, ajv] = [reviewSchema.safeParse(value).success, ajvAccepts(value)];
  assert.equal(zod, ajv, `zod says ${zod} to ${JSON.stringify(value)}`);
  return zod;
}

Deno.test("zod and the JSON Schema accept a review.v1 record, also with nothing found", () => {
  assert.equal(agreed(sampleReview()), true);
  const empty = { issues: [], strengths: [], summary: null, model: null, usage: null };
  const unknown = { prompt_id: null, head: null, diff_hash: null, cost_usd: null };
  assert.equal(agreed({ ...sampleReview(), ...empty, ...unknown, failure: "timeout" }), true);
});

Deno.test("zod and the JSON Schema agree on review.v1 records with mutations", () => {
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(fc.array(mutations, { minLength: 1, maxLength: 2 }), (steps) => {
      const start: unknown = sampleReview();
      agreed(steps.reduce((value, step) => mutate(value, step).result, start))
        ? accepted++
        : rejected++;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  assert.ok(accepted > 200 && rejected > 2_000, `${accepted} accepted, ${rejected} rejected`);
});

Deno.test("the written interface of review.v1 is exactly what the zod schema infers", () => {
  const same: Equal<z.output<typeof review>, Review> = true;
  assert.ok(same);
});
