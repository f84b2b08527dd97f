import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import type * as inferred from "../../schema/_unblock_zod.ts";
import { renderSchemas } from "../../tools/schema.ts";
import {
  type NextStep,
  type RetryPacket,
  UNBLOCK_OUTPUTS,
  type UnblockRecord,
  type UnblockReport,
} from "../../schema/unblock.ts";
import { unblockSchema } from "../../schema/zod.ts";
import {
  COHERENCE_FAILED,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
} from "../../judge/unblock/contract.ts";
import type { Equal } from "./_equal.ts";
import { mutate, mutations } from "./_mutations.ts";
import { sampleUnblock, unblocks } from "./_unblock_records.ts";

const SEED = 20260131;
const schema = JSON.parse(renderSchemas().get("unblock.v1.schema.json") ?? "");
const ajvAccepts = new Ajv2020({ strict: true }).compile(schema);

/** Asserts that both say the same, and returns what they say. */
function agreed(value: unknown): boolean {
  const [zod, ajv] = [unblockSchema.safeParse(value).success, ajvAccepts(value)];
  assert.equal(zod, ajv, `zod says ${zod} to ${JSON.stringify(value)}`);
  return zod;
}

Deno.test("zod and the JSON Schema accept every valid unblock.v1 record", () => {
  assert.equal(agreed(sampleUnblock()), true);
  fc.assert(
    fc.property(unblocks, (record) => {
      assert.equal(agreed(record), true);
      assert.equal(agreed(JSON.parse(JSON.stringify(record))), true);
    }),
    { seed: SEED, numRuns: 500 },
  );
});

Deno.test("zod and the JSON Schema know every output of the protocol and no other", () => {
  assert.deepEqual(UNBLOCK_OUTPUTS, [...OUTPUTS.map(({ name }) => name), COHERENCE_FAILED]);
  for (const output of [...UNBLOCK_OUTPUTS, null]) {
    assert.equal(agreed({ ...sampleUnblock(), output }), true);
  }
  for (const output of ["business_rewrite", "", "[NEED_CONTEXT: clean_handoff]"]) {
    assert.equal(agreed({ ...sampleUnblock(), output }), false);
  }
});

Deno.test("a record's report and packet have the fields that the protocol names", () => {
  const { report, packet } = sampleUnblock();
  const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name).toSorted();
  assert.deepEqual(Object.keys(report ?? {}).toSorted(), names(REPORT_FIELDS));
  assert.deepEqual(Object.keys(packet ?? {}).toSorted(), names(RETRY_FIELDS));
});

Deno.test("zod and the JSON Schema agree on unblock.v1 records with mutations", () => {
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(fc.array(mutations, { minLength: 1, maxLength: 2 }), (steps) => {
      const start: unknown = sampleUnblock();
      agreed(steps.reduce((value, step) => mutate(value, step).result, start))
        ? accepted++
        : rejected++;
    }),
    { seed: SEED, numRuns: 6_000 },
  );
  assert.ok(accepted > 200 && rejected > 2_000, `${accepted} accepted, ${rejected} rejected`);
});

Deno.test("the written interfaces of unblock.v1 are exactly what the zod schemas infer", () => {
  const record: Equal<z.output<typeof inferred.unblockRecord>, UnblockRecord> = true;
  const report: Equal<z.output<typeof inferred.unblockReport>, UnblockReport> = true;
  const packet: Equal<z.output<typeof inferred.retryPacket>, RetryPacket> = true;
  const next: Equal<z.output<typeof inferred.nextStep>, NextStep> = true;
  assert.ok(record && report && packet && next);
});
