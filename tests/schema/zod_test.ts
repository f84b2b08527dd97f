import fc from "fast-check";
import assert from "node:assert/strict";
import { reflectionSchema, selfReportSchema } from "../../schema/zod.ts";
import { sampleRecord } from "./_records.ts";

const accepts = (changes: Record<string, unknown>): boolean =>
  reflectionSchema.safeParse({ ...sampleRecord(), ...changes }).success;

Deno.test("reflectionSchema returns a good record unchanged", () => {
  assert.deepEqual(reflectionSchema.parse(sampleRecord()), sampleRecord());
});

Deno.test("reflectionSchema accepts self-report fields that are null or absent", () => {
  for (const field of ["confidence", "most_likely_wrong", "known_not_in_diff"]) {
    assert.ok(accepts({ [field]: null }), field);
    const record: Record<string, unknown> = { ...sampleRecord() };
    delete record[field];
    assert.ok(reflectionSchema.safeParse(record).success, field);
  }
});

Deno.test("reflectionSchema holds every field to its range", () => {
  const { risk, provenance, most_likely_wrong: wrong } = sampleRecord();
  const good = [
    ...[{ confidence: 0 }, { confidence: 1 }, { files_changed: [] }, { known_not_in_diff: "" }],
    ...[{ risk: { ...risk, score: 0 } }, { risk: { ...risk, surface: "none" } }],
    { provenance: { ...provenance, reflection_attempt: 2 } },
    { provenance: { ...provenance, reflection_mode: "off" } },
  ];
  for (const changes of good) assert.ok(accepts(changes), JSON.stringify(changes));
  const bad = [
    ...[{ schema: "reflection.v2" }, { extra: 1 }, { task_ref: null }, { files_changed: [1] }],
    ...[{ confidence: 1.01 }, { confidence: -0.01 }, { confidence: NaN }, { confidence: "0.5" }],
    ...[{ risk: { ...risk, score: Infinity } }, { risk: { ...risk, surface: "frontend" } }],
    ...[{ risk: { ...risk, extra: 1 } }, { most_likely_wrong: { ...wrong, extra: 1 } }],
    { most_likely_wrong: { description: "no surface" } },
    { provenance: { ...provenance, reflection_attempt: 0 } },
    { provenance: { ...provenance, reflection_attempt: 1.5 } },
    { provenance: { ...provenance, reflection_mode: "on" } },
    { provenance: { ...provenance, source: "person" } },
    { provenance: { ...provenance, extra: 1 } },
  ];
  for (const changes of bad) assert.ok(!accepts(changes), JSON.stringify(changes));
});

Deno.test("reflectionSchema accepts a timestamp exactly when the calendar has that second", () => {
  const two = (value: number): string => String(value).padStart(2, "0");
  const seen = { true: 0, false: 0 };
  const year = fc.oneof(fc.constantFrom(0, 4, 1900, 2000, 2024, 2100), fc.nat(9999));
  const month = fc.oneof(fc.constant(2), fc.nat(13));
  const day = fc.oneof(fc.integer({ min: 27, max: 32 }), fc.nat(32));
  const clock = fc.tuple(fc.nat(24), fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(year, month, day, clock, (y, m, d, [h, min, s]) => {
      const date = `${String(y).padStart(4, "0")}-${two(m)}-${two(d)}`;
      const text = `${date}T${two(h)}:${two(min)}:${two(s)}`;
      const time = Date.parse(`${text}Z`);
      // Date rolls 30 February over into March, so only what comes back unchanged is real.
      const real = !Number.isNaN(time) && new Date(time).toISOString() === `${text}.000Z`;
      assert.equal(accepts({ timestamp: `${text}Z` }), real, text);
      assert.equal(accepts({ timestamp: `${text}.5Z` }), real, text);
      for (const end of ["", "+00:00", ".Z", "z", "Z "]) {
        assert.ok(!accepts({ timestamp: text + end }));
      }
      seen[`${real}`]++;
    }),
    { seed: 20260131, numRuns: 2_000 },
  );
  assert.ok(seen.true > 300 && seen.false > 300, JSON.stringify(seen));
});

Deno.test("selfReportSchema accepts the three fields and no others", () => {
  const { confidence, most_likely_wrong, known_not_in_diff } = sampleRecord();
  const report = { confidence, most_likely_wrong, known_not_in_diff };
  assert.deepEqual(selfReportSchema.parse(report), report);
  assert.deepEqual(selfReportSchema.parse({}), {});
  assert.ok(!selfReportSchema.safeParse({ ...report, risk: null }).success);
});
