import fc from "fast-check";
import assert from "node:assert/strict";
import { mostLikelyWrong, selfReport } from "../../schema/records.ts";
import { parseSelfReport } from "../../schema/self_report.ts";
import { mutate, mutations } from "./_mutations.ts";
import { validOf } from "./_valid.ts";

Deno.test("parseSelfReport() survives any text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
      for (const line of parseSelfReport(text).problems) {
        assert.match(line, /^[A-Za-z_.-]+ .*[^.]$/);
      }
    }),
    { seed: 20260131, numRuns: 3_000 },
  );
});

Deno.test("parseSelfReport() keeps a field exactly when zod accepts it", () => {
  const fields = selfReport.shape;
  const lenient = mostLikelyWrong.strip();
  const kept = { confidence: 0, most_likely_wrong: 0, known_not_in_diff: 0, none: 0, all: 0 };
  const broken = fc.tuple(validOf(selfReport), fc.array(mutations, { maxLength: 2 })).map(
    ([report, steps]) => steps.reduce<unknown>((value, step) => mutate(value, step).result, report),
  );
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: broken }, fc.jsonValue()), (raw) => {
      const text = JSON.stringify(raw) ?? "null";
      const value: unknown = JSON.parse(text);
      const { problems, ignored, ...report } = parseSelfReport(text);
      assert.ok(selfReport.safeParse(report).success);

      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      const given: Record<string, unknown> = isObject ? { ...value } : {};
      const wrong = lenient.safeParse(given.most_likely_wrong);
      const expected = {
        confidence: fields.confidence.safeParse(given.confidence).data ?? null,
        most_likely_wrong: wrong.success ? wrong.data : null,
        known_not_in_diff: fields.known_not_in_diff.safeParse(given.known_not_in_diff).data ?? null,
      };
      assert.deepEqual(report, expected);

      const answered = expected.known_not_in_diff !== null || given.known_not_in_diff === null;
      const whole = expected.confidence !== null && wrong.success && answered;
      assert.equal(problems.length === 0, whole);
      if (isObject && whole) {
        assert.equal(ignored.length === 0, selfReport.safeParse(value).success);
      }
      for (const field of ["confidence", "most_likely_wrong", "known_not_in_diff"] as const) {
        if (report[field] !== null) kept[field]++;
      }
      if (whole) kept.all++;
      if (Object.values(report).every((field) => field === null)) kept.none++;
    }),
    { seed: 20260131, numRuns: 6_000 },
  );
  for (const [name, count] of Object.entries(kept)) assert.ok(count > 400, `${name}: ${count}`);
});
