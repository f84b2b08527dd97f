// zod and the JSON Schemas that are checked in, read by a validator of its own, accept the same.

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import assert from "node:assert/strict";
import type { z } from "zod";
import { lintEscalation } from "../../judge/unblock/form.ts";
import {
  COHERENCE_FAILED,
  OUTPUTS,
  REPORT_FIELDS,
  RETRY_FIELDS,
} from "../../judge/unblock/protocol.ts";
import { type RecordSchema, SCHEMAS } from "../../lib/records/record.ts";
import {
  EXPERIMENTS,
  FLOORS,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  SKIP_REASONS,
  UNBLOCK_OUTPUTS,
  VERDICT_SEVERITIES,
} from "../../schema/names.ts";
import { reflectionSchema, runSchema, selfReportSchema } from "../../schema/zod.ts";
import { GOOD } from "../judge/unblock/_escalations.ts";
import { PROJECT } from "../support/process.ts";
import { sampleEscalation } from "./_escalation_records.ts";
import { mutate, mutations, placesOf } from "./_mutations.ts";
import { samplePhase0 } from "./_phase0_records.ts";
import { sampleRecord } from "./_records.ts";
import { sampleReview } from "./_review_records.ts";
import { sampleRun } from "./_run_records.ts";
import { sampleUnblock } from "./_unblock_records.ts";
import { validOf } from "./_valid.ts";
import { sampleVerdict } from "./_verdict_records.ts";

const SEED = 20260131;

const SAMPLES: Readonly<Record<RecordSchema, readonly object[]>> = {
  "reflection.v1": [sampleRecord()],
  "run.v1": [sampleRun()],
  "review.v1": [sampleReview()],
  "verdict.v1": [sampleVerdict()],
  "escalation.v1": [sampleEscalation()],
  "unblock.v1": [sampleUnblock()],
  "phase0.v1": EXPERIMENTS.map(samplePhase0),
};

/** What may be missing in a record. */
const OPTIONAL = [
  ...["confidence", "most_likely_wrong", "known_not_in_diff"],
  ...["floor", "requirements", "observations", "vetoes", "notes", "extra"],
];

/** What both say of a value; that they say the same is asserted each time. */
function agreementOn(name: RecordSchema): (value: unknown) => boolean {
  const schema: z.ZodType = SCHEMAS[name];
  const text = Deno.readTextFileSync(`${PROJECT}/schema/${name}.schema.json`);
  const ajvAccepts = new Ajv2020({ strict: true }).compile(JSON.parse(text));
  return (value) => {
    const [zod, ajv] = [schema.safeParse(value).success, ajvAccepts(value)];
    assert.equal(zod, ajv, `zod ${zod ? "accepts" : "rejects"} and Ajv does not agree`);
    return zod;
  };
}

for (const name of Object.keys(SAMPLES) as RecordSchema[]) {
  const agreed = agreementOn(name);
  const samples = SAMPLES[name];
  const any = validOf<z.ZodType>(SCHEMAS[name]);

  Deno.test(`${name}: zod and the JSON Schema accept every record, also after a trip through JSON`, () => {
    for (const sample of samples) assert.equal(agreed(sample), true);
    fc.assert(
      fc.property(any, (record) => {
        assert.equal(agreed(record), true);
        assert.equal(agreed(JSON.parse(JSON.stringify(record))), true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  Deno.test(`${name}: zod and the JSON Schema agree on a record with one mutation, wherever it is`, () => {
    const seen = new Map<string, { accepted: number; rejected: number }>();
    const sampled = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...samples) }, any);
    const places = samples.flatMap(placesOf);
    fc.assert(
      fc.property(sampled, mutations, (record, mutation) => {
        const { result, label } = mutate(record, mutation);
        const accepted = agreed(result);
        if (label === null) return;
        const count = seen.get(label) ?? { accepted: 0, rejected: 0 };
        count[accepted ? "accepted" : "rejected"]++;
        seen.set(label, count);
      }),
      { seed: SEED, numRuns: 60 * places.length },
    );
    // A law that was only tried where it cannot fail says nothing: every place was mutated in every
    // way that it can be, and every mutation that must be fatal was.
    for (const { path, value, key } of places) {
      const isItem = /\*$/.test(path);
      for (const op of ["drop", "add", "retype", "perturb"]) {
        if (op === "drop" ? path === "" : op === "add" && typeof value !== "object") continue;
        if (op === "add" && value === null) continue;
        const { accepted, rejected } = seen.get(`${op} ${path}`) ?? { accepted: 0, rejected: 0 };
        assert.ok(accepted + rejected > 0, `${op} "${path}" was never tried`);
        if (op === "drop" && !isItem && !OPTIONAL.includes(key)) {
          assert.equal(accepted, 0, `drop "${path}" passes`);
        }
        if (op === "add" && !Array.isArray(value) && !(path === "" && name === "run.v1")) {
          assert.ok(rejected > 4 * accepted, `Keys added to "${path}" pass`);
        }
      }
    }
  });

  Deno.test(`${name}: zod and the JSON Schema agree on several mutations, and on what is no record`, () => {
    const steps = fc.array(mutations, { minLength: 2, maxLength: 4 });
    const broken = fc.tuple(any, steps).map(([record, steps]) =>
      steps.reduce<unknown>((value, step) => mutate(value, step).result, record)
    );
    fc.assert(fc.property(broken, (value) => void agreed(value)), { seed: SEED, numRuns: 1_500 });
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => !agreed(value)),
      { seed: SEED, numRuns: 500 },
    );
  });
}

const most = "👩".repeat(MAX_ITEM_CHARACTERS);
const many = Array.from({ length: MAX_PAYLOAD_ITEMS + 1 }, () => "unknown");
const FIGURES = { auc: [null, 0.5], auc_ci95: [null, [0, 1]] };

/** By the path of a field: what it may hold, and what not. `undefined` leaves it out. */
const FIELDS: Readonly<
  Partial<Record<RecordSchema, Record<string, [good: unknown[], bad: unknown[]]>>>
> = {
  "reflection.v1": {
    schema: [[], ["reflection.v2"]],
    extra: [[], [1]],
    task_ref: [[""], [null]],
    files_changed: [[[]], [[1]]],
    confidence: [[0, 1, null, undefined], [1.01, -0.01, NaN, "0.5"]],
    most_likely_wrong: [[null, undefined], [{ description: "no surface" }]],
    "most_likely_wrong.extra": [[], [1]],
    known_not_in_diff: [["", null, undefined], [1]],
    "risk.score": [[0], [Infinity]],
    "risk.surface": [["none"], ["frontend"]],
    "risk.extra": [[], [1]],
    "provenance.reflection_attempt": [[2], [0, 1.5]],
    "provenance.reflection_mode": [["off"], ["on"]],
    "provenance.source": [[], ["person"]],
    "provenance.extra": [[], [1]],
  },
  "review.v1": {
    issues: [[[]], [null]],
    summary: [[null], [undefined]],
    usage: [[null], [{}]],
    cost_usd: [[null, 0], [-1]],
    "issues.0.line": [[null, 1], [0, 1.5]],
  },
  "verdict.v1": {
    verdict: [[null], [{}]],
    skipped: [[null, ...SKIP_REASONS], ["bored"]],
    floor: [[undefined, ...FLOORS], ["perhaps", null]],
    requirements: [[undefined, []], [null]],
    observations: [[undefined, []], [null]],
    vetoes: [[undefined, []], [null]],
    "verdict.complete": [[true, false, null], ["yes"]],
    "verdict.severity": [[...VERDICT_SEVERITIES], ["CRITICAL", "none", "", null]],
  },
  "escalation.v1": {
    // A character beyond the basic plane is two UTF-16 units and one character.
    "payload.task_scope": [[most], [`${most}👩`, "", "two\nlines", "two\rlines"]],
    "payload.request": [[[most]], [[`${most}a`], [""], ["two\nlines"], []]],
    "payload.current_invariants": [[many.slice(1)], [[], many]],
    "payload.suspected_failure_layer": [[many.slice(1)], [[], many, ["logic"]]],
    "payload.attempt": [[1], [0, 1.5, null]],
  },
  "unblock.v1": {
    output: [[...UNBLOCK_OUTPUTS, null], ["business_rewrite", "", "[NEED_CONTEXT: handoff]"]],
  },
  "phase0.v1": {
    "metrics.auc": [FIGURES.auc, [undefined]],
    "metrics.auc_ci95": [FIGURES.auc_ci95, [undefined, [0], [0, 1, 2], [null, 1]]],
    "metrics.high.auc": [FIGURES.auc, [undefined]],
    "metrics.one_sided95.high_auc": [FIGURES.auc_ci95, [undefined]],
  },
};

Deno.test("zod and the JSON Schema hold every field to its range", () => {
  for (const [name, fields] of Object.entries(FIELDS)) {
    const agreed = agreementOn(name as RecordSchema);
    const [sample] = SAMPLES[name as RecordSchema];
    for (const [path, [good, bad]] of Object.entries(fields)) {
      for (const value of good) assert.equal(agreed(edited(sample, path, value)), true, path);
      for (const value of bad) {
        assert.equal(agreed(edited(sample, path, value)), false, `${path}: ${value}`);
      }
    }
  }
});

/** A copy with another value in one place. */
function edited(sample: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(sample);
  const keys = path.split(".");
  const last = keys.pop()!;
  const parent = keys.reduce((at, key) => at[key] as Obj, copy as Obj);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

type Obj = Record<string, unknown>;

Deno.test("a run.v1 record with fields of a later version is one, and keeps them", () => {
  const later = { ...sampleRun(), title: "Round the total", tokens: { input: 1 } };
  assert.deepEqual(runSchema.parse(later), later);
});

Deno.test("the metrics of one experiment do not pass as those of another", () => {
  const agreed = agreementOn("phase0.v1");
  for (const name of EXPERIMENTS) {
    for (const other of EXPERIMENTS) {
      const mixed = { ...samplePhase0(name), metrics: samplePhase0(other).metrics };
      assert.equal(agreed(mixed), name === other);
    }
  }
});

Deno.test("the records of the protocol hold what the protocol has", () => {
  const { payload, violations } = lintEscalation(GOOD.replace("4]", "2]"));
  assert.ok(payload !== null && violations.length > 0);
  const escalation = { ...sampleEscalation(), payload, violations };
  assert.equal(agreementOn("escalation.v1")(escalation), true);

  assert.deepEqual(UNBLOCK_OUTPUTS, [...OUTPUTS.map(({ name }) => name), COHERENCE_FAILED]);
  const { report, packet } = sampleUnblock();
  const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name).toSorted();
  assert.deepEqual(Object.keys(report ?? {}).toSorted(), names(REPORT_FIELDS));
  assert.deepEqual(Object.keys(packet ?? {}).toSorted(), names(RETRY_FIELDS));
});

Deno.test("selfReportSchema accepts the three fields and no others", () => {
  const { confidence, most_likely_wrong, known_not_in_diff } = sampleRecord();
  const report = { confidence, most_likely_wrong, known_not_in_diff };
  assert.deepEqual(selfReportSchema.parse(report), report);
  assert.deepEqual(selfReportSchema.parse({}), {});
  assert.ok(!selfReportSchema.safeParse({ ...report, risk: null }).success);
});

Deno.test("a timestamp is accepted exactly when the calendar has that second", () => {
  const accepts = (timestamp: string): boolean =>
    reflectionSchema.safeParse({ ...sampleRecord(), timestamp }).success;
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
      assert.equal(accepts(`${text}Z`), real, text);
      assert.equal(accepts(`${text}.5Z`), real, text);
      for (const end of ["", "+00:00", ".Z", "z", "Z "]) assert.ok(!accepts(text + end));
      seen[`${real}`]++;
    }),
    { seed: SEED, numRuns: 2_000 },
  );
  assert.ok(seen.true > 300 && seen.false > 300, JSON.stringify(seen));
});
