import fc from "fast-check";
import assert from "node:assert/strict";
import {
  buildReflection,
  REFLECTION_MODES,
  type ReflectionParts,
} from "../../schema/reflection.ts";
import { reflection, selfReport } from "../../schema/records.ts";
import { parseSelfReport } from "../../schema/self_report.ts";
import { mutate, mutations } from "./_mutations.ts";
import { validOf } from "./_valid.ts";

const SEED = 20260131;
const shape = reflection.shape;
const selfReports = validOf(selfReport);

const parts: fc.Arbitrary<ReflectionParts> = fc.record({
  taskRef: fc.string(),
  agent: fc.string(),
  sessionId: fc.string(),
  timestamp: validOf(shape.timestamp),
  repo: fc.string(),
  risk: validOf(shape.risk),
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

Deno.test("every record that buildReflection() makes is accepted by zod", () => {
  const seen = { true: 0, false: 0 };
  fc.assert(
    fc.property(parts, texts, (mechanical, text) => {
      const said = parseSelfReport(text);
      const record = buildReflection({ ...mechanical, selfReport: said });
      assert.deepEqual(reflection.parse(record), record);

      const expected = said.problems.length > 0 || mechanical.degraded === true;
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
  assert.ok(seen.true > 400 && seen.false > 100, JSON.stringify(seen));
});
