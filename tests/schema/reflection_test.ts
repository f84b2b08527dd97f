import assert from "node:assert/strict";
import { buildReflection, type ReflectionParts, type SelfReport } from "../../schema/reflection.ts";
import { sampleRecord } from "./_records.ts";

const SAMPLE = sampleRecord();
const MECHANICAL: ReflectionParts = {
  taskRef: SAMPLE.task_ref,
  agent: SAMPLE.agent,
  sessionId: SAMPLE.session_id,
  timestamp: SAMPLE.timestamp,
  repo: SAMPLE.repo,
  risk: SAMPLE.risk,
  filesChanged: SAMPLE.files_changed,
  mode: "solo",
};
const SAID = {
  confidence: 0.7,
  most_likely_wrong: SAMPLE.most_likely_wrong,
  known_not_in_diff: SAMPLE.known_not_in_diff,
};
const degraded = (selfReport: ReflectionParts["selfReport"]): boolean =>
  buildReflection({ ...MECHANICAL, selfReport }).provenance.degraded;

Deno.test("buildReflection() writes the record's fields in the format's order", () => {
  const record = buildReflection({ ...MECHANICAL, selfReport: SAID });
  assert.equal(JSON.stringify(record), JSON.stringify(SAMPLE));
});

Deno.test("buildReflection() counts attempts from 1 and keeps the given one", () => {
  assert.equal(buildReflection(MECHANICAL).provenance.reflection_attempt, 1);
  const third = buildReflection({ ...MECHANICAL, attempt: 3 });
  assert.equal(third.provenance.reflection_attempt, 3);
});

Deno.test("buildReflection() is degraded exactly when a self-report field was not supplied", () => {
  assert.equal(degraded(SAID), false);
  assert.equal(degraded({ ...SAID, known_not_in_diff: null }), false);
  assert.equal(degraded({ ...SAID, problems: [] }), false);
  const bad = { ...SAID, confidence: 2 };
  const missing: ReflectionParts["selfReport"][] = [
    ...[undefined, null, {}, bad, { ...SAID, problems: ["known_not_in_diff is missing"] }],
    ...[{ ...SAID, confidence: null }, { ...SAID, most_likely_wrong: null }],
    ...[{ ...SAID, confidence: undefined }, { ...SAID, known_not_in_diff: undefined }],
  ];
  for (const report of missing) assert.equal(degraded(report), true, JSON.stringify(report));
  const told = buildReflection({ ...MECHANICAL, selfReport: SAID, degraded: true });
  assert.equal(told.provenance.degraded, true);
});

Deno.test("buildReflection() writes null where a value is bad", () => {
  const report = { confidence: 2, most_likely_wrong: { surface: "x" }, known_not_in_diff: 5 };
  const record = buildReflection({ ...MECHANICAL, selfReport: report as unknown as SelfReport });
  assert.equal(record.confidence, null);
  assert.equal(record.most_likely_wrong, null);
  assert.equal(record.known_not_in_diff, null);
  assert.equal(record.provenance.degraded, true);
});

Deno.test("buildReflection() lets nothing in a self-report replace or add a field", () => {
  const hostile = {
    ...SAID,
    most_likely_wrong: { surface: "ui", description: "d", extra: 1 },
    ...{ schema: "x", task_ref: "x", agent: "x", session_id: "x", timestamp: "x", repo: "x" },
    ...{ risk: { score: 0 }, files_changed: [], provenance: { degraded: false }, extra: 1 },
  };
  const record = buildReflection({ ...MECHANICAL, selfReport: hostile as unknown as SelfReport });
  const most_likely_wrong = { surface: "ui", description: "d" };
  assert.deepEqual(record, { ...SAMPLE, most_likely_wrong });
});

Deno.test("buildReflection() copies its parts, without what the format does not name", () => {
  const filesChanged = ["a.ts"];
  const risk = { ...SAMPLE.risk, extra: 1 };
  const record = buildReflection({ ...MECHANICAL, filesChanged, risk });
  filesChanged.push("b.ts");
  assert.deepEqual(record.files_changed, ["a.ts"]);
  assert.deepEqual(record.risk, SAMPLE.risk);
});

Deno.test("buildReflection() refuses an attempt or a timestamp that the format cannot hold", () => {
  for (const attempt of [0, -1, 1.5, NaN, Infinity, 2 ** 53]) {
    const message = `Attempt is not an integer from 1: "${attempt}"`;
    assert.throws(() => buildReflection({ ...MECHANICAL, attempt }), new RangeError(message));
  }
  for (const timestamp of ["", "2026-02-30T00:00:00Z", "2026-01-31T12:00:00+01:00"]) {
    const message = `Timestamp is not ISO-8601 in UTC: "${timestamp}"`;
    assert.throws(() => buildReflection({ ...MECHANICAL, timestamp }), new RangeError(message));
  }
});
