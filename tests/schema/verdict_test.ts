import fc from "fast-check";
import assert from "node:assert/strict";
import { FLOORS, SKIP_REASONS, VERDICT_SEVERITIES } from "../../schema/names.ts";
import { verdictSchema } from "../../schema/zod.ts";
import { agreementOn, assertAgreementOnMutations } from "./_agreement.ts";
import { sampleVerdict } from "./_verdict_records.ts";

const agreed = agreementOn("verdict.v1", verdictSchema);

Deno.test("zod and the JSON Schema accept a verdict.v1 record, also where nothing was judged", () => {
  assert.equal(agreed(sampleVerdict()), true);
  const unknown = { prompt_id: null, head: null, diff_hash: null, task: null, cost_usd: null };
  const nobody = { verdict: null, model: null, usage: null, failure: null };
  for (const skipped of [null, ...SKIP_REASONS]) {
    assert.equal(agreed({ ...sampleVerdict(), ...unknown, ...nobody, skipped }), true);
  }
});

Deno.test("a record from before there were requirements is one, and so is one where nothing tells", () => {
  const { floor: _, requirements, observations, vetoes, ...old } = sampleVerdict();
  assert.equal(agreed(old), true);
  const verdict = { ...old.verdict, complete: null };
  for (const floor of FLOORS) {
    assert.equal(agreed({ ...old, verdict, floor, requirements, observations, vetoes }), true);
  }
  assert.equal(agreed({ ...old, floor: "perhaps" }), false);
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
  assertAgreementOnMutations(agreed, fc.constant(sampleVerdict()));
});
