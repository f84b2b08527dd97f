// Records for the tests: valid ones, and ways to break them.

import fc from "fast-check";
import { type Reflection, REFLECTION_MODES, REVIEW_SURFACES } from "../../schema/reflection.ts";

/** A record in which every field is supplied. */
export function sampleRecord(): Reflection {
  return {
    schema: "reflection.v1",
    task_ref: "shop/main",
    agent: "unknown",
    session_id: "s-1",
    timestamp: "2026-01-31T12:00:00.000Z",
    repo: "shop",
    confidence: 0.7,
    most_likely_wrong: { surface: "data", description: "The migration is not reversible" },
    known_not_in_diff: "The old column is still read by a report",
    risk: { needs_review: true, score: 0.9, surface: "data", reason: "data surface" },
    files_changed: ["db/schema.sql"],
    provenance: {
      source: "stop-hook",
      reflection_attempt: 1,
      degraded: false,
      reflection_mode: "solo",
    },
  };
}

const surface = fc.constantFrom(...REVIEW_SURFACES);
const unitInterval = fc.oneof(
  fc.constantFrom(0, -0, 1, Number.MIN_VALUE, 1 - Number.EPSILON),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

/** Any verdict of the risk floor. */
export const verdicts = fc.record({
  needs_review: fc.boolean(),
  score: unitInterval,
  surface,
  reason: fc.string(),
}, { noNullPrototype: true });

/** Any moment that the format can write. */
export const timestamps: fc.Arbitrary<string> = fc.date({
  min: new Date("0000-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
}).chain((date) => fc.constantFrom(date.toISOString(), `${date.toISOString().slice(0, 19)}Z`));

/** Any good self-report, each field supplied, null or absent. */
export const selfReports = fc.record({
  confidence: fc.option(unitInterval),
  most_likely_wrong: fc.option(
    fc.record({ surface, description: fc.string() }, { noNullPrototype: true }),
  ),
  known_not_in_diff: fc.option(fc.string({ unit: "binary" })),
}, { requiredKeys: [], noNullPrototype: true });

/** Any valid record. */
export const records: fc.Arbitrary<Reflection> = fc.tuple(
  fc.record({
    schema: fc.constant("reflection.v1" as const),
    task_ref: fc.string(),
    agent: fc.string(),
    session_id: fc.string(),
    timestamp: timestamps,
    repo: fc.string(),
    risk: verdicts,
    files_changed: fc.array(fc.string({ unit: "binary" }), { maxLength: 3 }),
    provenance: fc.record({
      source: fc.constant("stop-hook" as const),
      reflection_attempt: fc.oneof(
        fc.constantFrom(1, Number.MAX_SAFE_INTEGER),
        fc.integer({ min: 1 }),
      ),
      degraded: fc.boolean(),
      reflection_mode: fc.constantFrom(...REFLECTION_MODES),
    }, { noNullPrototype: true }),
  }, { noNullPrototype: true }),
  selfReports,
).map(([mechanical, said]) => ({ ...mechanical, ...said }));
