import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import type * as inferred from "../../schema/_escalation_zod.ts";
import {
  type EscalationPayload,
  type EscalationRecord,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  type Violation,
} from "../../schema/escalation.ts";
import { renderSchemas } from "../../tools/schema.ts";
import { escalationSchema } from "../../schema/zod.ts";
import { lintEscalation } from "../../judge/unblock/escalation.ts";
import { GOOD } from "../judge/unblock/_escalations.ts";
import type { Equal } from "./_equal.ts";
import { escalations, sampleEscalation } from "./_escalation_records.ts";
import { mutate, mutations } from "./_mutations.ts";

const SEED = 20260131;
const schema = JSON.parse(renderSchemas().get("escalation.v1.schema.json") ?? "");
const ajvAccepts = new Ajv2020({ strict: true }).compile(schema);

/** Asserts that both say the same, and returns what they say. */
function agreed(value: unknown): boolean {
  const [zod, ajv] = [escalationSchema.safeParse(value).success, ajvAccepts(value)];
  assert.equal(zod, ajv, `zod says ${zod} to ${JSON.stringify(value)}`);
  return zod;
}

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
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(fc.array(mutations, { minLength: 1, maxLength: 2 }), (steps) => {
      const start: unknown = sampleEscalation();
      agreed(steps.reduce((value, step) => mutate(value, step).result, start))
        ? accepted++
        : rejected++;
    }),
    { seed: SEED, numRuns: 6_000 },
  );
  assert.ok(accepted > 200 && rejected > 2_000, `${accepted} accepted, ${rejected} rejected`);
});

Deno.test("the written interfaces of escalation.v1 are exactly what the zod schemas infer", () => {
  const record: Equal<z.output<typeof inferred.escalationRecord>, EscalationRecord> = true;
  const payload: Equal<z.output<typeof inferred.escalationPayload>, EscalationPayload> = true;
  const violation: Equal<z.output<typeof inferred.violation>, Violation> = true;
  assert.ok(record && payload && violation);
});
