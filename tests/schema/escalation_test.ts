import fc from "fast-check";
import assert from "node:assert/strict";
import { MAX_ITEM_CHARACTERS, MAX_PAYLOAD_ITEMS } from "../../schema/names.ts";
import { escalationSchema } from "../../schema/zod.ts";
import { lintEscalation } from "../../judge/unblock/form.ts";
import { GOOD } from "../judge/unblock/_escalations.ts";
import { agreementOn, assertAgreementOnMutations } from "./_agreement.ts";
import { escalations, sampleEscalation } from "./_escalation_records.ts";

const SEED = 20260131;
const agreed = agreementOn("escalation.v1", escalationSchema);

Deno.test("zod and the JSON Schema accept every valid escalation.v1 record", () => {
  assert.equal(agreed(sampleEscalation()), true);
  fc.assert(
    fc.property(escalations, (record) => {
      assert.equal(agreed(record), true);
      assert.equal(agreed(JSON.parse(JSON.stringify(record))), true);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

Deno.test("zod and the JSON Schema accept what lintEscalation() reads", () => {
  const { payload, violations } = lintEscalation(GOOD.replace("4]", "2]"));
  assert.ok(payload !== null && violations.length > 0);
  assert.equal(agreed({ ...sampleEscalation(), payload, violations }), true);
});

Deno.test("zod and the JSON Schema hold every text of a payload to one line and its limit", () => {
  const { payload, ...rest } = sampleEscalation();
  const accepts = (changes: Record<string, unknown>): boolean =>
    agreed({ ...rest, payload: { ...payload, ...changes } });
  // A character beyond the basic plane is two UTF-16 units and one character.
  for (const letter of ["a", "é", "👩"]) {
    const most = letter.repeat(MAX_ITEM_CHARACTERS);
    assert.equal(accepts({ task_scope: most, request: [most] }), true, letter);
    assert.equal(accepts({ task_scope: most + letter }), false, letter);
    assert.equal(accepts({ request: [most + letter] }), false, letter);
  }
  for (const bad of ["", "two\nlines", "two\rlines"]) {
    assert.equal(accepts({ task_scope: bad }), false, bad);
    assert.equal(accepts({ what_was_tried: [bad] }), false, bad);
  }
  const many = Array.from({ length: MAX_PAYLOAD_ITEMS + 1 }, () => "unknown");
  for (const bad of [[], many]) {
    assert.equal(accepts({ current_invariants: bad }), false);
    assert.equal(accepts({ suspected_failure_layer: bad }), false);
  }
  assert.equal(accepts({ suspected_failure_layer: many.slice(1) }), true);
  assert.equal(accepts({ suspected_failure_layer: ["logic"] }), false);
  for (const attempt of [0, 1.5, null]) assert.equal(accepts({ attempt }), false);
});

Deno.test("zod and the JSON Schema agree on escalation.v1 records with mutations", () => {
  assertAgreementOnMutations(agreed, fc.constant(sampleEscalation()));
});
