/**
 * Intervals for a share, and for the difference of two independent shares.
 *
 * Promises bounds inside of [0, 1] (differences: [-1, 1]) that contain the observed figure, and that
 * none of nothing is null and not a share. Counts that are not whole, or more successes than trials,
 * are refused.
 *
 * @module
 */
import { inverseIncompleteBeta } from "./beta.ts";
import { criticalValue, type Interval, type LevelOptions, tailProbability } from "./level.ts";

/** So many of so many. */
interface Share {
  /** How many times it happened. */
  successes: number;
  /** How many times it could have happened. */
  trials: number;
}

function check({ successes, trials }: Share): void {
  if (!(Number.isInteger(successes) && Number.isInteger(trials) && successes >= 0)) {
    throw new RangeError(`Cannot count "${successes}" of "${trials}": expected whole numbers`);
  }
  if (successes > trials) {
    throw new RangeError(`Cannot count "${successes}" of "${trials}": more successes than trials`);
  }
}

/** Wilson's score interval; null without trials. */
export function wilson(share: Share, options: LevelOptions = {}): Interval | null {
  check(share);
  const { successes: k, trials: n } = share;
  if (n === 0) return null;
  const z = criticalValue(options);
  const p = k / n;
  const centre = (p + z * z / (2 * n)) / (1 + z * z / n);
  const half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  // The clamps say what holds on paper and what rounding may break by the last digit.
  return [
    k === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
    k === n ? 1 : Math.min(1, Math.max(p, centre + half)),
  ];
}

/** Clopper and Pearson's exact interval, which never covers less than its level; null without trials. */
export function clopperPearson(share: Share, options: LevelOptions = {}): Interval | null {
  check(share);
  const { successes: k, trials: n } = share;
  if (n === 0) return null;
  const tail = tailProbability(options);
  return [
    k === 0 ? 0 : inverseIncompleteBeta(tail, k, n - k + 1),
    k === n ? 1 : 1 - inverseIncompleteBeta(tail, n - k, k + 1),
  ];
}

/**
 * Newcombe's hybrid score interval (1998, method 10) for `first` minus `second`, which must not
 * overlap; null if one of them has no trials.
 */
export function newcombeDifference(
  first: Share,
  second: Share,
  options: LevelOptions = {},
): Interval | null {
  const one = wilson(first, options);
  const two = wilson(second, options);
  if (one === null || two === null) return null;
  const p1 = first.successes / first.trials;
  const p2 = second.successes / second.trials;
  return [
    p1 - p2 - Math.hypot(p1 - one[0], two[1] - p2),
    p1 - p2 + Math.hypot(one[1] - p1, p2 - two[0]),
  ];
}
