/**
 * The area under the ROC curve: how often a right answer was given with more confidence than a wrong
 * one, ties counted half.
 *
 * Promises the exact fraction (whole-number arithmetic over midranks, rounded once), DeLong's
 * variance, and an interval in every case where there is an area. DeLong's variance is 0 for a
 * perfect or a constant ranking and undefined for a class of one; the interval is then Newcombe's
 * and `degenerate` says so. With one class there is no area, and all figures are null.
 *
 * @module
 */
import { criticalValue, type Interval, type LevelOptions } from "./level.ts";
import { newcombeAucInterval } from "./newcombe_auc.ts";
import type { RankedSample } from "./ranked_sample.ts";

/** The area under the curve and how well it is known. */
export interface AucEstimate {
  /** The area; null with fewer than two classes. */
  auc: number | null;
  /** The area as numerator and denominator, in lowest terms. */
  exact: readonly [numerator: number, denominator: number] | null;
  /** DeLong's variance; null if a class has fewer than two members. */
  variance: number | null;
  /** There is an area, but DeLong's variance is 0 or undefined. */
  degenerate: boolean;
  /** Rows that were right. */
  positives: number;
  /** Rows that were wrong. */
  negatives: number;
}

/**
 * Twice the Mann–Whitney U of the positives: for each positive, 2 for every negative below it and 1
 * for every negative beside it. A whole number, exact to a hundred million rows.
 */
export function doubledU({ counts, hits }: RankedSample): number {
  let below = 0;
  let total = 0;
  for (let group = 0; group < counts.length; group++) {
    const wrong = counts[group]! - hits[group]!;
    total += hits[group]! * (2 * below + wrong);
    below += wrong;
  }
  return total;
}

/** The area under the ROC curve with DeLong's variance. */
export function estimateAuc(sample: RankedSample): AucEstimate {
  const { positives, negatives } = sample;
  if (positives === 0 || negatives === 0) {
    return { auc: null, exact: null, variance: null, degenerate: false, positives, negatives };
  }
  const numerator = doubledU(sample);
  const denominator = 2 * positives * negatives;
  const divisor = greatestCommonDivisor(numerator, denominator);
  const variance = delongVariance(sample, numerator);
  return {
    auc: numerator / denominator,
    exact: [numerator / divisor, denominator / divisor],
    variance,
    degenerate: variance === null || variance === 0,
    positives,
    negatives,
  };
}

/** DeLong's interval, cut to [0, 1], or Newcombe's where that is degenerate; null without an area. */
export function aucInterval(estimate: AucEstimate, options: LevelOptions = {}): Interval | null {
  const { auc, variance, degenerate, positives, negatives } = estimate;
  if (auc === null) return null;
  if (degenerate || variance === null) {
    return newcombeAucInterval({ auc, positives, negatives }, options);
  }
  const half = criticalValue(options) * Math.sqrt(variance);
  return [Math.max(0, auc - half), Math.min(1, auc + half)];
}

/**
 * The variance of the placements of each class (where its members stand among the other class).
 * Doubled placements are whole, and their means too where all are equal: a variance of 0 is exact.
 */
function delongVariance(sample: RankedSample, doubled: number): number | null {
  const { positives, negatives, counts, hits } = sample;
  if (positives < 2 || negatives < 2) return null;
  const meanOfPositives = doubled / positives;
  const meanOfNegatives = doubled / negatives;
  let spreadOfPositives = 0;
  let spreadOfNegatives = 0;
  let rightBelow = 0;
  let wrongBelow = 0;
  for (let group = 0; group < counts.length; group++) {
    const right = hits[group]!;
    const wrong = counts[group]! - right;
    const rightAbove = positives - rightBelow - right;
    spreadOfPositives += right * (2 * wrongBelow + wrong - meanOfPositives) ** 2;
    spreadOfNegatives += wrong * (2 * rightAbove + right - meanOfNegatives) ** 2;
    rightBelow += right;
    wrongBelow += wrong;
  }
  const ofPositives = spreadOfPositives / (positives - 1) / (2 * negatives) ** 2;
  const ofNegatives = spreadOfNegatives / (negatives - 1) / (2 * positives) ** 2;
  return ofPositives / positives + ofNegatives / negatives;
}

/** The largest whole number that divides both (Euclid); the other one if one is 0. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
