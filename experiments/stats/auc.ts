/**
 * The area under the ROC curve: how often a right answer was given with more confidence than a wrong
 * one, ties counted half; its interval, and whether it could be chance.
 *
 * The area is exact (whole-number arithmetic over midranks, divided once). Its variance is DeLong's,
 * which is 0 for a perfect or a constant ranking and undefined for a class of one; the interval is
 * then Newcombe's and `degenerate` says so. With one class there is no area, and all figures are null.
 */

import { criticalValue, type Interval, normalUpperTail, type Sides } from "./normal.ts";
import type { RankedSample } from "./ranked_sample.ts";

/** The area under the curve and how well it is known. */
export interface AucEstimate {
  /** The area; null with fewer than two classes. */
  readonly auc: number | null;
  /** DeLong's variance; null if a class has fewer than two members. */
  readonly variance: number | null;
  /** There is an area, but DeLong's variance is 0 or undefined. */
  readonly degenerate: boolean;
  readonly positives: number;
  readonly negatives: number;
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
    return { auc: null, variance: null, degenerate: false, positives, negatives };
  }
  const doubled = doubledU(sample);
  const auc = doubled / (2 * positives * negatives);
  const variance = delongVariance(sample, doubled);
  return { auc, variance, degenerate: !variance, positives, negatives };
}

/** DeLong's interval, cut to [0, 1], or Newcombe's where that is degenerate; null without an area. */
export function aucInterval(estimate: AucEstimate, sides: Sides = 2): Interval | null {
  const { auc, variance, positives, negatives } = estimate;
  if (auc === null) return null;
  const z = criticalValue(sides);
  if (!variance) return newcombeInterval(auc, positives, negatives, z);
  const half = z * Math.sqrt(variance);
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

/**
 * Newcombe's interval (2006, method 5). Like Wilson's for a share: the bounds are the areas from
 * which the observed one would just be `z` standard errors away, the standard error taken at the
 * bound, with Hanley and McNeil's variance. So it has a width at an area of 0 or 1 too.
 */
export function newcombeInterval(
  auc: number,
  positives: number,
  negatives: number,
  z: number,
): Interval {
  const others = (positives + negatives) / 2 - 1;
  const tooFar = (area: number): boolean => {
    const shape = 1 + others * ((1 - area) / (2 - area) + area / (1 + area));
    const variance = area * (1 - area) * shape / (positives * negatives);
    return (area - auc) ** 2 > z * z * variance;
  };
  return [auc === 0 ? 0 : edge(0, auc, tooFar), auc === 1 ? 1 : edge(1, auc, tooFar)];
}

/** Between a point that is too far and one that is not: where it changes, down to the last digit. */
function edge(outside: number, inside: number, tooFar: (area: number) => boolean): number {
  for (;;) {
    const middle = (outside + inside) / 2;
    if (middle === outside || middle === inside) return inside;
    if (tooFar(middle)) outside = middle;
    else inside = middle;
  }
}

/** The most rows whose permutations are counted out. */
const EXACT_LIMIT = 260;

/**
 * The two-sided p-value of the area: how likely one at least as far from one half is by chance. Up
 * to `EXACT_LIMIT` rows all permutations are counted out, ties and all.
 */
export function aucPValue(sample: RankedSample): number | null {
  return sample.n <= EXACT_LIMIT ? exactPValue(sample) : normalPValue(sample);
}

/** The tie-corrected normal approximation, with the correction for continuity of R and scipy. */
export function normalPValue(sample: RankedSample): number | null {
  const { n, positives, negatives, counts } = sample;
  if (positives === 0 || negatives === 0) return null;
  if (counts.length === 1) return 1;
  const pairs = positives * negatives;
  const distance = Math.abs(doubledU(sample) - pairs) / 2 - 0.5;
  let ties = 0;
  for (let group = 0; group < counts.length; group++) {
    const size = counts[group]!;
    ties += size * (size * size - 1);
  }
  const deviation = Math.sqrt(pairs / 12 * (n + 1 - ties / (n * (n - 1))));
  return Math.min(1, 2 * normalUpperTail(distance / deviation));
}

/**
 * The exact conditional p-value: of all ways to give the smaller class its places, the share whose
 * doubled rank sum is as far from the middle as the observed one. The comparison is between whole
 * numbers; the counts are doubles, exact to 2^53 and good to 1e-13 beyond. Ranks are counted in the
 * largest step that they share: without ties that halves the tables, with few levels it does more.
 */
export function exactPValue(sample: RankedSample): number | null {
  const { n, positives, negatives, counts, hits } = sample;
  if (positives === 0 || negatives === 0) return null;
  const chosen = Math.min(positives, negatives);
  const ranks = doubledMidranks(counts, n);
  let observed = 0;
  for (let group = 0, start = 0; group < counts.length; start += counts[group++]!) {
    const size = positives <= negatives ? hits[group]! : counts[group]! - hits[group]!;
    observed += size * ranks[start]!;
  }
  const middle = chosen * (n + 1);
  const first = ranks[0]!;
  const shared = ranks.reduce((step, rank) => greatestCommonDivisor(step, rank - first), 0);
  const step = Math.max(1, shared);
  const { ways, lowest } = rankSums(ranks.map((rank) => (rank - first) / step), chosen);
  let all = 0;
  let asFar = 0;
  for (let offset = 0; offset < ways.length; offset++) {
    const sum = (lowest + offset) * step + chosen * first;
    all += ways[offset]!;
    if (Math.abs(sum - middle) >= Math.abs(observed - middle)) asFar += ways[offset]!;
  }
  return asFar / all;
}

function doubledMidranks(counts: Uint32Array, n: number): Uint32Array {
  const ranks = new Uint32Array(n);
  for (let group = 0, start = 0; group < counts.length; start += counts[group++]!) {
    ranks.fill(2 * start + counts[group]! + 1, start, start + counts[group]!);
  }
  return ranks;
}

/**
 * In how many ways `chosen` of the ascending ranks add up to each sum, from the lowest sum on.
 *
 * ways[k] counts the choices of k among the ranks seen so far, by how much their sum exceeds that of
 * the k lowest ranks. Taking one more rank moves a choice of k - 1 up by that rank's distance from
 * the k-th lowest, so the tables stay as short as the sums are spread.
 */
function rankSums(
  ranks: Uint32Array,
  chosen: number,
): { ways: Float64Array; lowest: number } {
  const n = ranks.length;
  const upTo = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) upTo[i + 1] = upTo[i]! + ranks[i]!;
  const spread = (seen: number, k: number): number => upTo[seen]! - upTo[seen - k]! - upTo[k]!;
  const ways = Array.from({ length: chosen + 1 }, (_, k) => new Float64Array(spread(n, k) + 1));
  ways[0]![0] = 1;
  for (let seen = 0; seen < n; seen++) {
    // Fewer than this could not grow to `chosen` with the ranks that are left.
    const fewest = Math.max(1, chosen - (n - seen - 1));
    for (let k = Math.min(chosen, seen + 1); k >= fewest; k--) {
      const source = ways[k - 1]!;
      const target = ways[k]!;
      const shift = ranks[seen]! - ranks[k - 1]!;
      const last = spread(seen, k - 1);
      for (let sum = 0; sum <= last; sum++) target[sum + shift]! += source[sum]!;
    }
  }
  return { ways: ways[chosen]!, lowest: upTo[chosen]! };
}

/** The largest whole number that divides both (Euclid); the other one if one is 0. */
function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
