import assert from "node:assert/strict";
import { aucInterval, estimateAuc } from "../../../experiments/stats/auc.ts";
import { brierScore } from "../../../experiments/stats/brier.ts";
import { riskCoverageCurve, rocCurve } from "../../../experiments/stats/curves.ts";
import { calibrationError, equalMassBins, equalWidthBins } from "../../../experiments/stats/ece.ts";
import { highSubset } from "../../../experiments/stats/high_subset.ts";
import { aucPValue, exactPValue, normalPValue } from "../../../experiments/stats/mann_whitney.ts";
import { rankSample } from "../../../experiments/stats/ranked_sample.ts";
import { seededRandom } from "../../../experiments/stats/random.ts";
import { areaUnderRiskCoverage, averagePrecision } from "../../../experiments/stats/ranking.ts";

/** Calibrated rows: right with the probability that they claim. */
function calibrated(n: number, seed: number) {
  const random = seededRandom(seed);
  const confidences = Float64Array.from({ length: n }, () => random.unit());
  const outcomes = Uint8Array.from(confidences, (c) => random.unit() < c ? 1 : 0);
  return rankSample(confidences, outcomes);
}

Deno.test("a million rows without ties are measured, and come out as theory says", () => {
  const sample = calibrated(1_000_000, 1);
  // Uniform confidence, right with that probability: AUC 5/6, Brier 1/6, uncertainty 1/4.
  const estimate = estimateAuc(sample);
  const [low, high] = aucInterval(estimate, { level: 0.9999 })!;
  assert.ok(low < 5 / 6 && 5 / 6 < high && high - low < 0.005);
  const score = brierScore(sample)!;
  assert.ok(Math.abs(score.brier - 1 / 6) < 1e-3 && score.mcb >= 0 && score.mcb < 1e-3);
  assert.ok(Math.abs(score.mcb - score.dsc + score.unc - score.brier) < 1e-12);
  assert.ok(calibrationError(equalWidthBins(sample))! < 5e-3);
  assert.ok(calibrationError(equalMassBins(sample))! < 5e-3);
  assert.ok(Math.abs(averagePrecision(sample)! - 5 / 6) < 5e-3);
  assert.ok(Math.abs(areaUnderRiskCoverage(sample)! - 1 / 4) < 5e-3);
  assert.ok(Math.abs(highSubset(sample, 0.8).rate! - 0.9) < 5e-3);
  assert.equal(aucPValue(sample), 0);
  assert.ok(rocCurve(sample)!.length <= 1_002);
  assert.deepEqual(riskCoverageCurve(sample).at(-1)?.[0], 1);
});

Deno.test("the exact p-value at its largest sample agrees with the normal one", () => {
  const random = seededRandom(3);
  const confidences = Float64Array.from({ length: 260 }, () => random.unit());
  const sample = rankSample(confidences, Uint8Array.from(confidences, (_, i) => i % 2));
  assert.equal(aucPValue(sample), exactPValue(sample));
  assert.ok(Math.abs(exactPValue(sample)! - normalPValue(sample)!) < 2e-3);
  const larger = calibrated(261, 4);
  assert.equal(aucPValue(larger), normalPValue(larger));
});
