/**
 * The rows that claim high confidence, judged apart.
 *
 * The lift here is a difference, rate minus base rate, not a ratio. Its interval is Newcombe's: the
 * subset is part of the whole, but rate - base = (share of the rest) * (rate - rate of the rest),
 * and the subset and the rest do not overlap. The share of the rest is taken as known.
 *
 * Range restriction: within a narrow band of confidence an area under the curve is closer to one
 * half than over the full range, for the same quality of confidence. Compare it with thresholds of
 * its own.
 *
 * @module
 */
import { type AucEstimate, estimateAuc } from "./auc.ts";
import type { Interval, LevelOptions } from "./level.ts";
import { newcombeDifference } from "./proportions.ts";
import { atLeast, baseRate, type RankedSample } from "./ranked_sample.ts";

/** The rows at or above a threshold. */
interface HighSubset {
  /** The least confidence that counts as high. */
  threshold: number;
  /** Rows at or above it. */
  n: number;
  /** How many of them were right. */
  positives: number;
  /** Their share of all rows; null without rows. */
  coverage: number | null;
  /** The share of them that was right (selective accuracy); null if there are none. */
  rate: number | null;
  /** Rate minus base rate; null if there are none. */
  lift: number | null;
  /** The area under the curve within the subset. */
  auc: AucEstimate;
}

/** Looks at the rows with at least this confidence. */
export function highSubset(sample: RankedSample, threshold: number): HighSubset {
  const high = atLeast(sample, threshold);
  const rate = baseRate(high);
  const base = baseRate(sample);
  return {
    threshold,
    n: high.n,
    positives: high.positives,
    coverage: sample.n === 0 ? null : high.n / sample.n,
    rate,
    lift: rate === null || base === null ? null : rate - base,
    auc: estimateAuc(high),
  };
}

/**
 * The interval of the lift; null if no row is high. If all are, the lift is 0 by definition and so
 * are its bounds.
 */
export function liftInterval(
  sample: RankedSample,
  high: HighSubset,
  options: LevelOptions = {},
): Interval | null {
  if (high.n === 0) return null;
  const rest = { successes: sample.positives - high.positives, trials: sample.n - high.n };
  const subset = { successes: high.positives, trials: high.n };
  const difference = newcombeDifference(subset, rest, options);
  if (difference === null) return [0, 0];
  const weight = rest.trials / sample.n;
  return [weight * difference[0], weight * difference[1]];
}
