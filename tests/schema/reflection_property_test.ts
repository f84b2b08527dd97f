import fc from "fast-check";
import assert from "node:assert/strict";
import {
  buildReflection,
  REFLECTION_MODES,
  type ReflectionParts,
} from "../../schema/reflection.ts";
import { parseSelfReport } from "../../schema/self_report.ts";
import { reflectionSchema } from "../../schema/zod.ts";
import { ajvFor } from "./_agreement.ts";
import { mutate, mutations } from "./_mutations.ts";
import { selfReports, timestamps, verdicts } from "./_records.ts";

const SEED = 20260131;
const ajvAccepts = ajvFor("reflection.v1");

const parts: fc.Arbitrary<ReflectionParts> = fc.record({
  taskRef: fc.string(),
  agent: fc.string(),
  sessionId: fc.string(),
  timestamp: timestamps,
  repo: fc.string(),
  risk: verdicts,
  filesChanged: fc.array(fc.string()),
  attempt: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  mode: fc.constantFrom(...REFLECTION_MODES),
  degraded: fc.option(fc.boolean(), { nil: undefined }),
});

/** Self-reports as they come: good, incomplete, or broken in one place. */
const texts: fc.Arbitrary<string | undefined> = fc.oneof(
  selfReports.map((report) => JSON.stringify(report)),
  fc.tuple(selfReports, mutations).map(([report, step]) =>
    JSON.stringify(mutate(report, step).result)
  ),
  fc.constantFrom(undefined, "", "{}", "not json"),
);

Deno.test("every record that buildReflection() makes is accepted by zod and the JSON Schema", () => {
  const seen = { true: 0, false: 0 };
  fc.assert(
    fc.property(parts, texts, (mechanical, text) => {
      const selfReport = parseSelfReport(text);
      const record = buildReflection({ ...mechanical, selfReport });
      assert.deepEqual(reflectionSchema.parse(record), record);
      assert.ok(ajvAccepts(JSON.parse(JSON.stringify(record))));

      const expected = selfReport.problems.length > 0 || mechanical.degraded === true;
      assert.equal(record.provenance.degraded, expected);
      seen[`${expected}`]++;

      // Whatever was said, the mechanical fields are those of a run in which nothing was.
      const {
        provenance,
        confidence: _c,
        most_likely_wrong: _m,
        known_not_in_diff: _k,
        ...observed
      } = record;
      const silent = buildReflection(mechanical);
      assert.deepEqual({ ...silent, ...observed }, silent);
      assert.deepEqual({ ...provenance, degraded: true }, silent.provenance);
    }),
    { seed: SEED, numRuns: 4_000 },
  );
  assert.ok(seen.true > 400 && seen.false > 400, JSON.stringify(seen));
});
