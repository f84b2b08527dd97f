/**
 * What the order by confidence is worth: precision at the top, risk by coverage, the rows of high
 * confidence by themselves, and the two curves to draw.
 *
 * Where ties leave the order open, a figure is its expectation over all orders: nothing depends on
 * the order of the rows. Null where undefined: without rows, or without a success to compare with.
 */

import type { Point } from "../../lib/page/plot.ts";
import { type AucEstimate, estimateAuc } from "./auc.ts";
import type { Interval, Sides } from "./normal.ts";
import { newcombeDifference } from "./proportions.ts";
import { atLeast, baseRate, type RankedSample } from "./ranked_sample.ts";

/** Average precision: the step-wise area under precision and recall, ties as one step. */
export function averagePrecision(sample: RankedSample): number | null {
  const { positives, counts, hits } = sample;
  if (positives === 0) return null;
  let rows = 0;
  let right = 0;
  let sum = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    rows += counts[group]!;
    right += hits[group]!;
    sum += hits[group]! * (right / rows);
  }
  return sum / positives;
}

/**
 * The area under the risk–coverage curve: the mean, over k = 1 to n, of the share of errors among
 * the k most confident rows. Smaller is better.
 */
export function areaUnderRiskCoverage(sample: RankedSample): number | null {
  const { n, counts, hits } = sample;
  if (n === 0) return null;
  let rows = 0;
  let wrong = 0;
  let sum = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    const count = counts[group]!;
    const share = (count - hits[group]!) / count;
    for (let k = 1; k <= count; k++) sum += (wrong + share * k) / (rows + k);
    rows += count;
    wrong += count - hits[group]!;
  }
  return sum / n;
}

/** The most confident rows against all. */
interface Lift {
  /** How many rows: the percentage, rounded up. */
  readonly k: number;
  /** The expected share of them that was right. */
  readonly precision: number;
  /** That share divided by the base rate. */
  readonly lift: number;
}

/** The lift of the most confident `percent` of the rows, as a ratio. */
export function liftAt(sample: RankedSample, percent: number): Lift | null {
  const { n, positives, counts, hits } = sample;
  if (positives === 0) return null;
  const k = Math.ceil(percent * n / 100);
  let rows = 0;
  let right = 0;
  for (let group = counts.length - 1; group >= 0 && rows < k; group--) {
    const taken = Math.min(counts[group]!, k - rows);
    right += taken === counts[group]! ? hits[group]! : taken * (hits[group]! / counts[group]!);
    rows += taken;
  }
  return { k, precision: right / k, lift: right / k / (positives / n) };
}

/** The rows at or above a threshold, judged apart. */
interface HighSubset {
  readonly n: number;
  readonly positives: number;
  /** The share of them that was right; null if there are none. */
  readonly rate: number | null;
  /** Rate minus base rate: a difference, not a ratio; null if there are none. */
  readonly lift: number | null;
  /** The area within the subset: for the same quality nearer to one half than over all rows. */
  readonly auc: AucEstimate;
}

/** Looks at the rows with at least this confidence. */
export function highSubset(sample: RankedSample, threshold: number): HighSubset {
  const high = atLeast(sample, threshold);
  const rate = baseRate(high);
  const lift = rate === null ? null : rate - baseRate(sample)!;
  return { n: high.n, positives: high.positives, rate, lift, auc: estimateAuc(high) };
}

/**
 * The interval of the lift: Newcombe's, as rate - base rate = (share of the rest) * (rate - rate of
 * the rest), and the subset and the rest do not overlap. The share of the rest is taken as known.
 * Null if no row is high; if all are, the lift is 0 by definition and so are its bounds.
 */
export function liftInterval(
  sample: RankedSample,
  high: HighSubset,
  sides: Sides = 2,
): Interval | null {
  if (high.n === 0) return null;
  const rest = { successes: sample.positives - high.positives, trials: sample.n - high.n };
  const subset = { successes: high.positives, trials: high.n };
  const difference = newcombeDifference(subset, rest, sides);
  if (difference === null) return [0, 0];
  const weight = rest.trials / sample.n;
  return [weight * difference[0], weight * difference[1]];
}

/** How many points a curve has at most: a plot shows no more, and a sample may have millions. */
const LIMIT = 1000;

/** Walks from the most confident down and reports what has been passed, evenly by rows. */
function descend(
  { n, counts, hits }: RankedSample,
  limit: number,
  report: (rows: number, right: number) => void,
): void {
  let rows = 0;
  let right = 0;
  let reported = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    rows += counts[group]!;
    right += hits[group]!;
    const due = Math.floor(rows * limit / n);
    if (due === reported && group > 0 && counts.length > limit) continue;
    reported = due;
    report(rows, right);
  }
}

/** Share of the wrong (x) and of the right (y) at or above each confidence; null with one class. */
export function rocCurve(sample: RankedSample, limit: number = LIMIT): Point[] | null {
  const { positives, negatives } = sample;
  if (positives === 0 || negatives === 0) return null;
  const points: Point[] = [[0, 0]];
  descend(sample, limit, (rows, right) => {
    points.push([(rows - right) / negatives, right / positives]);
  });
  return points;
}

/** Share of rows kept (x) and share of errors among them (y), per confidence. */
export function riskCoverageCurve(sample: RankedSample): Point[] {
  const points: Point[] = [];
  descend(sample, LIMIT, (rows, right) => {
    points.push([rows / sample.n, (rows - right) / rows]);
  });
  return points;
}
