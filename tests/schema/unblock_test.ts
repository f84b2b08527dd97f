import fc from "fast-check";
import assert from "node:assert/strict";
import { UNBLOCK_OUTPUTS } from "../../schema/names.ts";
import { unblockSchema } from "../../schema/zod.ts";
import {
  COHERENCE_FAILED,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
} from "../../judge/unblock/protocol.ts";
import { agreementOn, assertAgreementOnMutations } from "./_agreement.ts";
import { sampleUnblock, unblocks } from "./_unblock_records.ts";

const SEED = 20260131;
const agreed = agreementOn("unblock.v1", unblockSchema);

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
  assertAgreementOnMutations(agreed, fc.constant(sampleUnblock()));
});
