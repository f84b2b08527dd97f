/** The figures of R, scipy and exact fractions; `gold/` has them with the samples. */

import assert from "node:assert/strict";
import calibration from "./gold/calibration.json" with { type: "json" };
import proportions from "./gold/proportions.json" with { type: "json" };
import roc from "./gold/roc.json" with { type: "json" };
import survival from "./gold/survival.json" with { type: "json" };
import { calibrationMetrics } from "../../../experiments/calibration.ts";
import {
  aucInterval,
  estimateAuc,
  newcombeInterval,
  normalPValue,
} from "../../../experiments/stats/auc.ts";
import { criticalValue } from "../../../experiments/stats/normal.ts";
import { newcombeDifference, wilson } from "../../../experiments/stats/proportions.ts";
import { rankSample } from "../../../experiments/stats/ranked_sample.ts";
import { liftAt, riskCoverageCurve } from "../../../experiments/stats/ranking.ts";
import { equalWidthBins, isotonicFit } from "../../../experiments/stats/reliability.ts";
import { incidenceAt, kaplanMeier, logLogInterval } from "../../../experiments/stats/survival.ts";

/** For what the reference computes in closed form, or in exact fractions. */
const EXACT = 1e-9;
/** For what the reference finds by iteration. */
const ITERATIVE = 1e-6;

/** A figure, or several in their order. */
type Figures = number | null | undefined | readonly Figures[];

/** Compares figures; null with null only. Around zero, the tolerance is absolute. */
function assertClose(actual: Figures, expected: Figures, what: string, tolerance = EXACT): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    assert.equal(actual.length, expected.length, what);
    expected.forEach((one, n) => assertClose(actual[n], one, `${what}[${n}]`, tolerance));
  } else if (typeof expected === "number" && typeof actual === "number") {
    const size = Math.abs(expected) > 1e-300 ? Math.abs(expected) : 1e-3;
    const error = Math.abs(actual - expected) / size;
    assert.ok(error <= tolerance, `${what}: ${actual} is not ${expected} (off by ${error})`);
  } else assert.equal(actual ?? null, expected ?? null, what);
}

/** The figures of a sample that the reference has; what is not defined is missing or null. */
interface Expected {
  readonly [figure: string]: Figures | Record<string, number | null>;
  readonly auc: number | null;
  readonly n: number;
  readonly npos: number;
  readonly pav?: [value: number, share: number][];
  readonly bins?: [index: number, n: number, confidence: number, accuracy: number][];
  readonly risk_coverage?: [number, number][];
  readonly lift10?: { k: number; precision: number; lift: number };
  readonly high?: Record<string, number | null>;
}

/** Figures of the record, by what the reference calls them. */
const SAME = {
  auc: "auc",
  delong_var: "delong_var",
  exact_p: "auc_p",
  brier: "brier",
  mcb: "brier_mcb",
  dsc: "brier_dsc",
  unc: "brier_unc",
  ece10_right_closed: "ece10",
  ece10_equal_mass: "ece10_equal_mass",
  average_precision: "average_precision",
  aurc: "aurc",
  base_rate: "base_rate",
  mean_confidence: "mean_confidence",
} as const;

for (const { name, confidence, correct, ...set } of calibration.sets) {
  const expected = set.expected as unknown as Expected;
  const sample = rankSample(Float64Array.from(confidence), Uint8Array.from(correct));

  Deno.test(`the figures of ${name} are the reference's`, () => {
    const metrics = calibrationMetrics(sample, expected.high?.["threshold"] ?? 0.8);
    for (const [theirs, ours] of Object.entries(SAME)) {
      assertClose(metrics[ours], expected[theirs] as Figures, ours);
    }
    assertClose(normalPValue(sample), expected["mw_p_two_sided_cc"] as Figures, "normal p");
    const { auc, positives, negatives } = estimateAuc(sample);
    assert.deepEqual([sample.n, positives], [expected.n, expected.npos]);
    assert.equal(metrics.degenerate, auc !== null && !expected["delong_var"]);
    const newcombe = expected["ci95_newcombe5"] as Figures;
    if (auc !== null) {
      const interval = newcombeInterval(auc, positives, negatives, criticalValue(2));
      assertClose(interval, newcombe, "Newcombe's interval", ITERATIVE);
    }
    if (metrics.degenerate) assertClose(metrics.auc_ci95, newcombe, "auc_ci95", ITERATIVE);
    else {
      assertClose(metrics.auc_ci95, expected["ci95"] as Figures, "auc_ci95");
      assertClose(metrics.one_sided95.auc, expected["ci90"] as Figures, "one-sided");
    }
    assertClose(metrics.lift_at["10"], expected.lift10?.lift, "lift at 10");
    assertClose(liftAt(sample, 10)?.precision, expected.lift10?.precision, "precision at 10");
    if (expected.high === undefined) return;
    const { n, selective_accuracy, lift, auc: highAuc, delong_var } = expected.high;
    const { high } = metrics;
    assertClose([high.n, high.rate, high.auc], [n, selective_accuracy, highAuc], "high");
    assertClose(high.rate! / metrics.base_rate!, lift, "high rate / base rate");
    assertClose(high.lift! + 1, selective_accuracy! - metrics.base_rate! + 1, "high lift");
    if (!delong_var) return;
    const half = 1.959963984540054 * Math.sqrt(delong_var);
    const wald = [Math.max(0, highAuc! - half), Math.min(1, highAuc! + half)];
    assertClose(high.auc_ci95, wald, "high auc_ci95");
  });

  Deno.test(`the curves and bins of ${name} are the reference's`, () => {
    const { ends, counts, hits } = isotonicFit(sample);
    const shares = [...ends].flatMap((end, block) =>
      Array(end - (ends[block - 1] ?? 0)).fill(hits[block]! / counts[block]!)
    );
    const pav = [...sample.values].map((value, place) => [value, shares[place]]);
    assertClose(pav, expected.pav ?? [], "pav");
    const bins = equalWidthBins(sample).map((
      { index, n, confidence, accuracy },
    ) => [index, n, confidence, accuracy]);
    assertClose(bins, expected.bins ?? [], "bins");
    assertClose(riskCoverageCurve(sample), expected.risk_coverage ?? [], "risk by coverage");
  });
}

Deno.test("the areas of markers are those of R's pROC, their p-values those of its wilcox", () => {
  for (const { name, values, expected } of roc.markers) {
    const sample = rankSample(Float64Array.from(values), Uint8Array.from(roc.outcome));
    const estimate = estimateAuc(sample);
    assertClose(
      [estimate.auc, estimate.variance, aucInterval(estimate), normalPValue(sample)],
      [expected.auc, expected.delong_var, expected.ci95, expected.mw_p_cc],
      name,
    );
  }
});

type Bounds = [low: number, high: number];
const rows = proportions.rows as { k: number; n: number; wilson95?: Bounds; wilson90?: Bounds }[];

Deno.test("intervals of shares, and of their differences, are made of the reference's", () => {
  const known = rows.filter(({ n, wilson95 }) => n > 0 && wilson95 !== undefined);
  for (const one of rows) {
    const share = { successes: one.k, trials: one.n };
    assertClose(wilson(share), one.wilson95, `${one.k} of ${one.n}`);
    assertClose(wilson(share, 1), one.wilson90, `${one.k} of ${one.n}, one-sided`);
    if (!known.includes(one)) continue;
    for (const two of known) {
      const [p, q] = [one.k / one.n, two.k / two.n];
      const [[l1, u1], [l2, u2]] = [one.wilson95!, two.wilson95!];
      const [low, high] = newcombeDifference(share, { successes: two.k, trials: two.n })!;
      assert.ok(Math.abs(low - (p - q - Math.sqrt((p - l1) ** 2 + (u2 - q) ** 2))) < 1e-12);
      assert.ok(Math.abs(high - (p - q + Math.sqrt((u1 - p) ** 2 + (q - l2) ** 2))) < 1e-12);
    }
  }
});

Deno.test("survival curves and their log-log intervals are R's", () => {
  const { small } = survival;
  const curve = kaplanMeier(Float64Array.from(small.days), Uint8Array.from(small.event));
  for (const [place, time] of small.times.entries()) {
    const { incidence, interval } = incidenceAt(curve, time);
    assertClose(incidence, small.cum_incidence[place], "incidence");
    assertClose(interval, [small.lo[place], small.hi[place]], "log-log");
    const own = logLogInterval(1 - incidence!, small.greenwood_se[place]!);
    assertClose(interval, own, "log-log of Greenwood's standard error");
  }
  for (const [place, incidence] of survival.cum_incidence.entries()) {
    const expected = [survival.ci95_loglog_lo[place], survival.ci95_loglog_hi[place]];
    assertClose(logLogInterval(1 - incidence, survival.se[place]!), expected, "large sample");
  }
});
