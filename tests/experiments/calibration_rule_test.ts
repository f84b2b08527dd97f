import fc from "fast-check";
import assert from "node:assert/strict";
import { calibrationMetrics } from "../../experiments/calibration.ts";
import { plots } from "../../experiments/calibration_report.ts";
import { judge } from "../../experiments/calibration_rule.ts";
import { REGISTERED, type UsedThresholds } from "../../experiments/registered.ts";
import { aucInterval, estimateAuc } from "../../experiments/stats/auc.ts";
import { rankSample } from "../../experiments/stats/ranked_sample.ts";
import { highSubset, liftInterval } from "../../experiments/stats/ranking.ts";
import type { Bounds, CalibrationMetrics } from "../../schema/types.ts";

const USED = Object.fromEntries(
  Object.entries(REGISTERED.calibration.thresholds).map(([name, { value }]) => [name, value]),
) as UsedThresholds<"calibration">;
const MANY = { right: 1000, wrong: 1000 };

type Row = [confidence: number, correct: boolean];

const ranked = (rows: readonly Row[]) =>
  rankSample(
    Float64Array.from(rows, ([confidence]) => confidence),
    Uint8Array.from(rows, ([, correct]) => Number(correct)),
  );
const figures = (rows: readonly Row[]) => calibrationMetrics(ranked(rows), 0.8);

/** Figures that pass, with some of them changed. */
function metrics(
  change: {
    auc?: number | null;
    interval?: Bounds | null;
    upper?: number;
    lift?: number | null;
    liftUpper?: number | null;
    highUpper?: number | null;
  } = {},
): CalibrationMetrics {
  const blank = figures([]);
  const { auc = 0.7, interval = [0.6, 0.8], upper = 0.78, lift = 0.2, liftUpper = 0.3 } = change;
  const { highUpper = 0.62 } = change;
  const bound = (upper: number | null): Bounds | null => upper === null ? null : [0, upper];
  return {
    ...blank,
    auc,
    auc_ci95: interval,
    base_rate: 0.5,
    high: {
      ...blank.high,
      n: 500,
      rate: lift === null ? null : 0.5 + lift,
      lift,
      auc: highUpper === null ? null : 0.58,
      auc_ci95: bound(highUpper),
    },
    one_sided95: { auc: bound(upper), lift: bound(liftUpper), high_auc: bound(highUpper) },
  };
}

Deno.test("figures over all thresholds pass, and the answer says what an AUC means", () => {
  const { verdict, headline, why } = judge(metrics(), MANY, USED);
  assert.equal(verdict, "pass");
  assert.equal(headline, "stated confidence tells right work from wrong");
  assert.match(
    why,
    /^The AUC is 0\.700 \(95 % interval 0\.600 to 0\.800\), over 0\.6: .*70 of 100/,
  );
});

Deno.test("each upper bound kills by itself, only when it is under its threshold", () => {
  for (
    const [change, at, words] of [
      [{ upper: 0.6 - 1e-9 }, { upper: 0.6 }, /^The AUC is 0\.700 and at most 0\.599999999 /],
      [{ liftUpper: 0.0499 }, { liftUpper: 0.05 }, /^The lift of .* and at most \+0\.0499 /],
      [{ highUpper: 0.549 }, { highUpper: 0.55 }, /^The AUC among .* and at most 0\.549 /],
    ] as const
  ) {
    const killed = judge(metrics(change), MANY, USED);
    assert.equal(killed.verdict, "kill");
    assert.match(killed.why, words);
    assert.equal(judge(metrics(at), MANY, USED).verdict, "pass");
  }
});

Deno.test("several reasons to say no are all told, and kill goes before pass", () => {
  const { verdict, why } = judge(
    metrics({ upper: 0.55, liftUpper: 0.01, highUpper: 0.5 }),
    MANY,
    USED,
  );
  assert.deepEqual([verdict, why.split("; also, ").length], ["kill", 3]);
});

Deno.test("an area under one half is called inverted, killed or not", () => {
  const killed = judge(metrics({ auc: 0.4, interval: [0.35, 0.45], upper: 0.44 }), MANY, USED);
  assert.equal(killed.verdict, "kill");
  assert.match(killed.headline, /inverted/);
  assert.match(killed.why, /Confidence is inverted: wrong work was stated with more confidence/);
  const open = judge(metrics({ auc: 0.49, interval: [0.3, 0.7], upper: 0.66 }), MANY, USED);
  assert.equal(open.verdict, "insufficient");
  assert.match(open.why, /Confidence is inverted/);
});

Deno.test("what does not pass and does not kill is insufficient, and says what is missing", () => {
  for (
    const [change, words] of [
      [{ auc: 0.6 }, /^The AUC is 0\.600, not over 0\.6, but may be as high as 0\.780/],
      [{ lift: 0.05 }, /lift of .* is \+0\.050, not over \+0\.050/],
      [{ interval: [0.5, 0.9] as Bounds }, /lower end .* is 0\.500, so that a coin toss/],
    ] as const
  ) {
    const { verdict, why } = judge(metrics(change), MANY, USED);
    assert.equal(verdict, "insufficient");
    assert.match(why, words);
  }
});

Deno.test("too few of the rarer kind is insufficient, however clear the figures", () => {
  for (const change of [{}, { upper: 0.5 }]) {
    const { verdict, why } = judge(metrics(change), { right: 5000, wrong: 99 }, USED);
    assert.equal(verdict, "insufficient");
    assert.match(why, /^Only 99 of 5,099 rows were wrong; at least 100 right and 100 wrong/);
    assert.match(
      judge(metrics(change), { right: 1, wrong: 200 }, USED).why,
      /^Only 1 of 201 rows was/,
    );
  }
  assert.equal(judge(metrics(), { right: 100, wrong: 100 }, USED).verdict, "pass");
  assert.equal(judge(metrics(), { right: 0, wrong: 0 }, USED).why, "There is no usable row.");
});

Deno.test("anything undefined is insufficient, and the answer says what and why", () => {
  const sure = (confidence: number, correct: boolean, n: number): Row[] =>
    Array.from({ length: n }, () => [confidence, correct]);
  const tally = (rows: Row[]) => {
    const right = rows.filter(([, correct]) => correct).length;
    return { right, wrong: rows.length - right };
  };
  const low = [...sure(0.2, false, 150), ...sure(0.5, true, 150)];
  for (
    const [rows, words] of [
      [sure(0.9, true, 300), /^Only 0 of 300 rows were wrong/],
      [low, /^No row has a confidence of 0\.8 or more/],
      [[...sure(0.9, true, 150), ...sure(0.8, false, 150)], /^Every row has a confidence of 0\.8/],
      [
        [...low, ...sure(0.9, true, 20)],
        /^All 20 rows with a confidence of 0\.8 or more were right/,
      ],
      [[...low, ...sure(0.9, false, 20)], /^All 20 rows .* were wrong/],
    ] as [Row[], RegExp][]
  ) {
    const { verdict, why } = judge(figures(rows), tally(rows), USED);
    assert.equal(verdict, "insufficient");
    assert.match(why, words);
  }
  const none = { ...USED, "min-rarer": 0 };
  const right = sure(0.9, true, 3);
  assert.match(judge(figures(right), tally(right), none).why, /^All 3 rows were right/);
  assert.equal(judge(metrics({ auc: null }), MANY, USED).verdict, "insufficient");
  assert.equal(judge(metrics({ liftUpper: null }), MANY, USED).verdict, "insufficient");
  assert.equal(judge(metrics({ highUpper: null }), MANY, USED).verdict, "insufficient");
  assert.equal(judge(metrics({ lift: null }), MANY, USED).verdict, "insufficient");
});

Deno.test("the thresholds of the rule are those of the command line", () => {
  const strict = { ...USED, "min-auc": 0.75, "min-lift": 0.25, "min-high-auc": 0.6 };
  assert.equal(judge(metrics(), MANY, strict).verdict, "insufficient");
  assert.match(judge(metrics(), MANY, strict).why, /not over 0\.75.*not over \+0\.250/);
  assert.equal(judge(metrics(), MANY, { ...USED, "min-high-auc": 0.63 }).verdict, "kill");
});

const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.tuple(
    fc.oneof(
      fc.integer({ min: 0, max: 20 }).map((k) => k / 20),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    fc.boolean(),
  ),
  { maxLength: 80 },
);
const RUNS = { seed: 20260131, numRuns: 300 };

Deno.test("plots show what the figures say, inside of their axes, and none without rows", () => {
  assert.deepEqual(plots(figures([]), ranked([])), []);
  fc.assert(
    fc.property(rows, (list) => {
      const sample = ranked(list);
      const drawn = plots(calibrationMetrics(sample, 0.8), sample);
      const both = sample.positives > 0 && sample.negatives > 0;
      const ids = both ? ["reliability", "roc", "risk-coverage"] : ["reliability", "risk-coverage"];
      assert.deepEqual(drawn.map(({ id }) => id), list.length === 0 ? [] : ids);
      for (const { x, y, marks } of drawn) {
        for (const mark of marks) {
          const points = mark.kind === "line" || mark.kind === "dots"
            ? mark.points
            : mark.kind === "band"
            ? [...mark.lower, ...mark.upper]
            : [];
          for (const [across, up] of points) {
            assert.ok(x.from <= across && across <= x.to && y.from <= up && up <= y.to);
          }
        }
      }
      for (const mark of drawn.flatMap(({ marks }) => marks)) {
        if (mark.kind !== "bars") continue;
        assert.ok(Math.abs(mark.bars.reduce((sum, { top }) => sum + top, 0) - 1) < 1e-9);
      }
    }),
    RUNS,
  );
});

Deno.test("the bounds of the rule are one-sided: narrower than those of the 95 % intervals", () => {
  const rows = Array.from(
    { length: 400 },
    (_, n): Row => [n % 10 / 10 + 0.05, n * 7 % 10 < n % 10],
  );
  const sample = ranked(rows);
  const { one_sided95 } = figures(rows);
  const high = highSubset(sample, 0.8);
  assert.deepEqual(one_sided95.lift, liftInterval(sample, high, 1));
  assert.notDeepEqual(one_sided95.lift, liftInterval(sample, high));
  assert.deepEqual(one_sided95.auc, aucInterval(estimateAuc(sample), 1));
  assert.deepEqual(one_sided95.high_auc, aucInterval(high.auc, 1));
});
