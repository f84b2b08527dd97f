import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import type * as inferred from "../../schema/_verdict_zod.ts";
import { renderSchemas } from "../../tools/schema.ts";
import {
  SKIP_REASONS,
  type Verdict,
  VERDICT_SEVERITIES,
  type VerdictEvidence,
  type VerdictOutcome,
  type VerdictRecord,
} from "../../schema/verdict.ts";
import { verdictSchema } from "../../schema/zod.ts";
import type { Equal } from "./_equal.ts";
import { mutate, mutations } from "./_mutations.ts";
import { sampleVerdict } from "./_verdict_records.ts";

const schema = JSON.parse(renderSchemas().get("verdict.v1.schema.json") ?? "");
const ajvAccepts = new Ajv2020({ strict: true }).compile(schema);

/** Asserts that both say the same, and returns what they say. */
function agreed(value: unknown): boolean {
  const [zod, ajv] = [verdictSchema.safeParse(value).success, ajvAccepts(value)];
  assert.equal(zod, ajv, `zod says ${zod} to ${JSON.stringify(value)}`);
  return zod;
}

Deno.test("zod and the JSON Schema accept a verdict.v1 record, also where nothing was judged", () => {
  assert.equal(agreed(sampleVerdict()), true);
  const unknown = { prompt_id: null, head: null, diff_hash: null, task: null, cost_usd: null };
  const nobody = { verdict: null, model: null, usage: null, failure: null };
  for (const skipped of [null, ...SKIP_REASONS]) {
    assert.equal(agreed({ ...sampleVerdict(), ...unknown, ...nobody, skipped }), true);
  }
});

Deno.test("zod and the JSON Schema know every severity and no other", () => {
  const { verdict, ...rest } = sampleVerdict();
  for (const severity of VERDICT_SEVERITIES) {
    assert.equal(agreed({ ...rest, verdict: { ...verdict, severity } }), true);
  }
  for (const severity of ["CRITICAL", "none", "", null]) {
    assert.equal(agreed({ ...rest, verdict: { ...verdict, severity } }), false);
  }
});

Deno.test("zod and the JSON Schema agree on verdict.v1 records with mutations", () => {
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(fc.array(mutations, { minLength: 1, maxLength: 2 }), (steps) => {
      const start: unknown = sampleVerdict();
      agreed(steps.reduce((value, step) => mutate(value, step).result, start))
        ? accepted++
        : rejected++;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  assert.ok(accepted > 200 && rejected > 2_000, `${accepted} accepted, ${rejected} rejected`);
});

Deno.test("the written interfaces of verdict.v1 are exactly what the zod schemas infer", () => {
  const record: Equal<z.output<typeof inferred.verdictRecord>, VerdictRecord> = true;
  const verdict: Equal<z.output<typeof inferred.verdict>, Verdict> = true;
  const evidence: Equal<z.output<typeof inferred.verdictEvidence>, VerdictEvidence> = true;
  const outcome: Equal<z.output<typeof inferred.verdictOutcome>, VerdictOutcome> = true;
  assert.ok(record && verdict && evidence && outcome);
});
