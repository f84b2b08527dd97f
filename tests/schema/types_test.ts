import assert from "node:assert/strict";
import type { z } from "zod";
import type * as inferred from "../../schema/_zod.ts";
import type {
  MostLikelyWrong,
  Reflection,
  SelfReport,
  WrittenReflection,
} from "../../schema/reflection.ts";
import type { ParsedSelfReport } from "../../schema/self_report.ts";
import type { Equal } from "./_equal.ts";

Deno.test("the written interfaces are exactly what the zod schemas infer", () => {
  const output: Equal<z.output<typeof inferred.reflection>, Reflection> = true;
  const input: Equal<z.input<typeof inferred.reflection>, Reflection> = true;
  const report: Equal<z.output<typeof inferred.selfReport>, SelfReport> = true;
  const wrong: Equal<z.output<typeof inferred.mostLikelyWrong>, MostLikelyWrong> = true;
  assert.ok(output && input && report && wrong);
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
  type Three = Required<{ [K in keyof SelfReport]: Exclude<SelfReport[K], undefined> }>;
  const written: Equal<Pick<WrittenReflection, keyof SelfReport>, Three> = true;
  const parsed: Equal<Pick<ParsedSelfReport, keyof SelfReport>, Three> = true;
  assert.ok(written && parsed);
});
