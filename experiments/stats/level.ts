/**
 * What all intervals here share: how sure, and on one side or on both.
 *
 * An interval is a pair of bounds. With `sides: 1` each of its two bounds holds at the level by
 * itself, so that a rule which asks for "the one-sided 95 % upper bound" reads the second number.
 * A level outside of (0, 1) is refused.
 *
 * @module
 */
import { normalQuantile } from "./normal.ts";

/** A lower and an upper bound. */
export type Interval = readonly [lower: number, upper: number];

/** How sure an interval has to be. */
export interface LevelOptions {
  /**
   * The confidence level, between 0 and 1.
   *
   * @default {0.95}
   */
  level?: number;
  /**
   * 2: both bounds hold together. 1: each bound holds by itself.
   *
   * @default {2}
   */
  sides?: 1 | 2;
}

/** The probability left outside beyond each single bound. */
export function tailProbability({ level = 0.95, sides = 2 }: LevelOptions = {}): number {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`Cannot use level "${level}": expected a number between 0 and 1`);
  }
  return (1 - level) / sides;
}

/** How many standard errors a bound stands away from the estimate. */
export function criticalValue(options: LevelOptions = {}): number {
  return -normalQuantile(tailProbability(options));
}
