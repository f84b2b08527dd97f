import assert from "node:assert/strict";
import { aucInterval, estimateAuc } from "../../../experiments/stats/auc.ts";
import { brierScore } from "../../../experiments/stats/brier.ts";
import { calibrationError, equalMassBins, equalWidthBins } from "../../../experiments/stats/ece.ts";
import { riskCoverageCurve } from "../../../experiments/stats/curves.ts";
import { highSubset } from "../../../experiments/stats/high_subset.ts";
import { aucPValue, normalPValue } from "../../../experiments/stats/mann_whitney.ts";
import { newcombeAucInterval } from "../../../experiments/stats/newcombe_auc.ts";
import { isotonicFit } from "../../../experiments/stats/pav.ts";
import {
  baseRate,
  meanConfidence,
  type RankedSample,
  rankSample,
} from "../../../experiments/stats/ranked_sample.ts";
import {
  areaUnderRiskCoverage,
  averagePrecision,
  liftAt,
} from "../../../experiments/stats/ranking.ts";
import {
  assertClose,
  assertInterval,
  EXACT,
  ITERATIVE,
  type Pair,
  readCalibrationGold,
  readGold,
} from "./gold.ts";

const { sets } = await readCalibrationGold();

for (const { name, confidence, correct, expected } of sets) {
  const sample = rankSample(Float64Array.from(confidence), Uint8Array.from(correct));

  Deno.test(`the area under the curve of ${name} is the reference's`, () => {
    assert.deepEqual(
      [sample.n, sample.positives, sample.negatives],
      [expected.n, expected.npos, expected.nneg],
    );
    const estimate = estimateAuc(sample);
    assertClose(estimate.auc, expected.auc, EXACT, "auc");
    assert.deepEqual(estimate.exact, expected.auc_exact ?? null);
    assertClose(estimate.variance, expected.delong_var, EXACT, "delong_var");
    assert.equal(estimate.degenerate, estimate.auc !== null && !estimate.variance);
    if (estimate.degenerate) {
      assertInterval(aucInterval(estimate), expected.ci95_newcombe5, ITERATIVE, "ci95_newcombe5");
    } else {
      assertInterval(aucInterval(estimate), expected.ci95, EXACT, "ci95");
      const oneSided = aucInterval(estimate, { level: 0.95, sides: 1 });
      assertInterval(oneSided, expected.ci90, EXACT, "ci90");
    }
    if (estimate.auc === null) return;
    const { auc, positives, negatives } = estimate;
    const newcombe = newcombeAucInterval({ auc, positives, negatives });
    assertInterval(newcombe, expected.ci95_newcombe5, ITERATIVE, "ci95_newcombe5");
  });

  Deno.test(`the p-values of ${name} are the reference's`, () => {
    assertClose(aucPValue(sample), expected.exact_p, EXACT, "exact p");
    assertClose(normalPValue(sample), expected.mw_p_two_sided_cc, EXACT, "normal p");
    if (expected.mw_p_two_sided_nocc === null) return;
    const plain = normalPValue(sample, { continuity: false });
    assertClose(plain, expected.mw_p_two_sided_nocc, EXACT, "normal p, no continuity");
  });

  Deno.test(`the calibration of ${name} is the reference's`, () => {
    const score = brierScore(sample);
    assertClose(baseRate(sample), expected.base_rate, EXACT, "base_rate");
    assertClose(meanConfidence(sample), expected.mean_confidence, EXACT, "mean_confidence");
    assertClose(score?.brier, expected.brier, EXACT, "brier");
    assertClose(score?.mcb, expected.mcb, EXACT, "mcb");
    assertClose(score?.dsc, expected.dsc, EXACT, "dsc");
    assertClose(score?.unc, expected.unc, EXACT, "unc");
    comparePav(sample, expected.pav ?? []);
    const bins = equalWidthBins(sample);
    assert.deepEqual(
      bins.map(({ index, n }) => [index, n]),
      expected.bins?.map(([k, n]) => [k, n]) ?? [],
    );
    for (const [place, bin] of bins.entries()) {
      assertClose(bin.confidence, expected.bins?.[place]?.[2], EXACT, "bin confidence");
      assertClose(bin.accuracy, expected.bins?.[place]?.[3], EXACT, "bin accuracy");
    }
    assertClose(calibrationError(bins), expected.ece10_right_closed, EXACT, "ece10");
    const mass = calibrationError(equalMassBins(sample));
    assertClose(mass, expected.ece10_equal_mass, EXACT, "ece10_equal_mass");
  });

  Deno.test(`the ranking measures of ${name} are the reference's`, () => {
    assertClose(averagePrecision(sample), expected.average_precision, EXACT, "average_precision");
    assertClose(areaUnderRiskCoverage(sample), expected.aurc, EXACT, "aurc");
    const curve = riskCoverageCurve(sample);
    assert.equal(curve.length, expected.risk_coverage?.length ?? 0);
    for (const [place, [coverage, risk]] of curve.entries()) {
      assertClose(coverage, expected.risk_coverage?.[place]?.[0], EXACT, "coverage");
      assertClose(risk, expected.risk_coverage?.[place]?.[1], EXACT, "risk");
    }
    for (const [percent, lift] of [[10, expected.lift10], [20, expected.lift20]] as const) {
      const actual = liftAt(sample, percent);
      assert.equal(actual?.k, lift?.k);
      assertClose(actual?.precision, lift?.precision, EXACT, "precision at k");
      assertClose(actual?.lift, lift?.lift, EXACT, "lift at k");
    }
    if (expected.high === undefined) return;
    const high = highSubset(sample, expected.high.threshold);
    assert.deepEqual([high.n, high.positives], [expected.high.n, expected.high.npos]);
    assertClose(high.coverage, expected.high.coverage, EXACT, "high coverage");
    assertClose(high.rate, expected.high.selective_accuracy, EXACT, "high rate");
    const ratio = (high.rate ?? NaN) / (baseRate(sample) ?? NaN);
    assertClose(ratio, expected.high.lift, EXACT, "high rate / base rate");
    assertClose(high.lift, (high.rate ?? NaN) - (baseRate(sample) ?? NaN), EXACT, "high lift");
    assertClose(high.auc.auc, expected.high.auc, EXACT, "high auc");
    assertClose(high.auc.variance, expected.high.delong_var, EXACT, "high delong_var");
  });
}

function comparePav(sample: RankedSample, expected: Pair[]): void {
  const fit = isotonicFit(sample);
  const actual: Pair[] = [];
  for (const [block, end] of fit.ends.entries()) {
    while (actual.length < end) {
      actual.push([sample.values[actual.length]!, fit.hits[block]! / fit.counts[block]!]);
    }
  }
  assert.equal(actual.length, expected.length);
  for (const [place, [value, share]] of actual.entries()) {
    assert.equal(value, expected[place]![0]);
    assertClose(share, expected[place]![1], EXACT, "pav");
  }
}

interface Marker {
  name: string;
  values: number[];
  expected: {
    npos: number;
    nneg: number;
    auc: number;
    delong_var: number;
    ci95: Pair;
    U: number;
    mw_p_cc: number;
    mw_p_nocc: number;
  };
}

const roc = await readGold<{ outcome: number[]; markers: Marker[] }>("roc.json");

for (const { name, values, expected } of roc.markers) {
  Deno.test(`the area of the marker ${name} is that of R's pROC`, () => {
    const sample = rankSample(Float64Array.from(values), Uint8Array.from(roc.outcome));
    const estimate = estimateAuc(sample);
    assertClose(estimate.auc, expected.auc, EXACT, "pROC auc");
    assertClose(estimate.variance, expected.delong_var, EXACT, "pROC delong_var");
    assertInterval(aucInterval(estimate), expected.ci95, EXACT, "pROC ci95");
    assertClose(normalPValue(sample), expected.mw_p_cc, EXACT, "R wilcox p");
    const plain = normalPValue(sample, { continuity: false });
    assertClose(plain, expected.mw_p_nocc, EXACT, "R wilcox p, no continuity");
  });
}
