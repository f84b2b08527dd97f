import assert from "node:assert/strict";
import type { z } from "zod";
import type { phase0 } from "../../schema/phase0_records.ts";
import type { escalationRecord, unblockRecord } from "../../schema/protocol_records.ts";
import type { reflection, review, selfReport, verdictRecord } from "../../schema/records.ts";
import type { WrittenReflection } from "../../schema/reflection.ts";
import type { ParsedSelfReport } from "../../schema/self_report.ts";
import type * as types from "../../schema/types.ts";

/** Whether two types are one: the compiler must find them identical, not just assignable. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;

Deno.test("the generated types are exactly what the zod schemas infer", () => {
  const same: [
    Equal<z.output<typeof reflection>, types.Reflection>,
    Equal<z.input<typeof reflection>, types.Reflection>,
    Equal<z.output<typeof selfReport>, types.SelfReport>,
    Equal<z.output<typeof review>, types.Review>,
    Equal<z.output<typeof verdictRecord>, types.VerdictRecord>,
    Equal<z.output<typeof escalationRecord>, types.EscalationRecord>,
    Equal<z.output<typeof unblockRecord>, types.UnblockRecord>,
    Equal<z.output<typeof phase0>, types.Phase0>,
  ] = [true, true, true, true, true, true, true, true];
  assert.ok(same.every((one) => one));
});

Deno.test("the comparison of types tells optional, undefined, readonly and wider types apart", () => {
  type Base = { a?: 1 | null | undefined };
  const present: Equal<Base, { a: 1 | null | undefined }> = false;
  const exact: Equal<Base, { a?: 1 | null }> = false;
  const fixed: Equal<Base, { readonly a?: 1 | null | undefined }> = false;
  const wider: Equal<Base, { a?: number | null | undefined }> = false;
  const more: Equal<Base, { a?: 1 | null | undefined; b?: 1 }> = false;
  const nested: Equal<{ x: Base }, { x: { a?: 1 | null } }> = false;
  assert.ok(!(present || exact || fixed || wider || more || nested));
});

Deno.test("what is written or parsed always has the three self-report fields", () => {
  type Three = Required<{ [K in keyof types.SelfReport]: Exclude<types.SelfReport[K], undefined> }>;
  const written: Equal<Pick<WrittenReflection, keyof types.SelfReport>, Three> = true;
  const parsed: Equal<Pick<ParsedSelfReport, keyof types.SelfReport>, Three> = true;
  assert.ok(written && parsed);
});
