/** Intervals for a share, and for the difference of two independent shares, at 95 %. */

import { criticalValue, type Interval, type Sides } from "./normal.ts";

/** So many of so many. */
interface Share {
  readonly successes: number;
  readonly trials: number;
}

/** Wilson's score interval, inside of [0, 1] and around the share; null without trials. */
export function wilson(
  { successes: k, trials: n }: Share,
  sides: Sides = 2,
): Interval | null {
  if (!(Number.isInteger(k) && Number.isInteger(n) && 0 <= k && k <= n)) {
    throw new RangeError(
      `Cannot count "${k}" of "${n}": expected two whole numbers, the first no larger`,
    );
  }
  if (n === 0) return null;
  const z = criticalValue(sides);
  const p = k / n;
  const centre = (p + z * z / (2 * n)) / (1 + z * z / n);
  const half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  // The clamps say what holds on paper and what rounding may break by the last digit.
  return [
    k === 0 ? 0 : Math.max(0, Math.min(p, centre - half)),
    k === n ? 1 : Math.min(1, Math.max(p, centre + half)),
  ];
}

/**
 * Newcombe's hybrid score interval (1998, method 10) for `first` minus `second`, which must not
 * overlap; null if one of them has no trials.
 */
export function newcombeDifference(
  first: Share,
  second: Share,
  sides: Sides = 2,
): Interval | null {
  const one = wilson(first, sides);
  const two = wilson(second, sides);
  if (one === null || two === null) return null;
  const p1 = first.successes / first.trials;
  const p2 = second.successes / second.trials;
  return [
    p1 - p2 - Math.hypot(p1 - one[0], two[1] - p2),
    p1 - p2 + Math.hypot(one[1] - p1, p2 - two[0]),
  ];
}
