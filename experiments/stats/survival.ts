/**
 * Kaplan and Meier: what share has happened by a day, when not everybody was watched that long.
 *
 * Who leaves at a time counts as watched at that time (events first, as everywhere). The standard
 * error is Greenwood's, the interval is on the log-minus-log scale. That interval does not exist
 * where nothing or everything has happened; there it is Wilson's, over those still watched or over
 * all to whom it happened, and `degenerate` says so. Beyond the last observation nobody is watched:
 * `atRisk` is 0, and with no event at all the interval is null.
 *
 * Refuses times that are negative or not finite, and events other than 0 and 1.
 *
 * @module
 */
import { criticalValue, type Interval, type LevelOptions } from "./level.ts";
import { wilson } from "./proportions.ts";
import { radixSort } from "./radix_sort.ts";

/** The curve: one step per time at which something happened. */
export interface SurvivalCurve {
  /** The times of events, ascending. */
  readonly times: Float64Array;
  /** Per step, the share to which nothing has happened yet, that time included. */
  readonly survival: Float64Array;
  /** Per step, Greenwood's sum: the variance of the logarithm of `survival`. */
  readonly greenwood: Float64Array;
  /** Per step, how many it has happened to so far. */
  readonly happened: Uint32Array;
  /** Per step, how many were watched just before it. */
  readonly atRisk: Uint32Array;
  /** All times, ascending, events or not. */
  readonly observed: Float64Array;
}

/** What the curve says about one time. */
interface Incidence {
  /** The time asked for. */
  time: number;
  /** How many were watched up to it. */
  atRisk: number;
  /** The share to which it has happened by then; null for an empty sample. */
  incidence: number | null;
  /** Greenwood's standard error of that share. */
  standardError: number | null;
  /** The interval of the share. */
  interval: Interval | null;
  /** The interval is not the log-log one. */
  degenerate: boolean;
}

/** Fits the curve to times of an event (1) or of the end of watching (0). */
export function kaplanMeier(times: Float64Array, events: Uint8Array): SurvivalCurve {
  if (events.length !== times.length) {
    throw new RangeError(`Cannot pair "${times.length}" times with "${events.length}" events`);
  }
  const bad = times.find((time) => !(time >= 0 && time < Infinity));
  if (bad !== undefined) {
    throw new RangeError(`Cannot use time "${bad}": expected a finite number from 0`);
  }
  const odd = events.find((event) => event > 1);
  if (odd !== undefined) throw new RangeError(`Cannot use event "${odd}": expected 0 or 1`);
  const { keys, labels } = radixSort(times, events);
  const steps: [time: number, survival: number, greenwood: number, atRisk: number, all: number][] =
    [];
  let survival = 1;
  let greenwood = 0;
  let all = 0;
  for (let start = 0, end = 0; start < keys.length; start = end) {
    let happened = 0;
    for (; end < keys.length && keys[end] === keys[start]; end++) happened += labels[end]!;
    if (happened === 0) continue;
    const atRisk = keys.length - start;
    survival *= (atRisk - happened) / atRisk;
    greenwood += happened / (atRisk * (atRisk - happened));
    all += happened;
    steps.push([keys[start]!, survival, greenwood, atRisk, all]);
  }
  return {
    times: Float64Array.from(steps, ([time]) => time),
    survival: Float64Array.from(steps, ([, share]) => share),
    greenwood: Float64Array.from(steps, ([, , sum]) => sum),
    happened: Uint32Array.from(steps, ([, , , , count]) => count),
    atRisk: Uint32Array.from(steps, ([, , , count]) => count),
    observed: keys,
  };
}

/** How many of an ascending list are smaller than a bound, or not larger. */
function countBelow(list: Float64Array, bound: number, orEqual: boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < bound || (orEqual && list[middle] === bound)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads the curve at a time. */
export function incidenceAt(
  curve: SurvivalCurve,
  time: number,
  options: LevelOptions = {},
): Incidence {
  const total = curve.observed.length;
  const atRisk = total - countBelow(curve.observed, time, false);
  if (total === 0) {
    const none = { incidence: null, standardError: null, interval: null, degenerate: false };
    return { time, atRisk, ...none };
  }
  const step = countBelow(curve.times, time, true) - 1;
  if (step < 0) {
    const interval = wilson({ successes: 0, trials: atRisk }, options);
    return { time, atRisk, incidence: 0, standardError: 0, interval, degenerate: true };
  }
  const survival = curve.survival[step]!;
  if (survival === 0) {
    const all = curve.happened[step]!;
    const interval = wilson({ successes: all, trials: all }, options);
    return { time, atRisk, incidence: 1, standardError: null, interval, degenerate: true };
  }
  const standardError = survival * Math.sqrt(curve.greenwood[step]!);
  const interval = logLogInterval(survival, standardError, options);
  return { time, atRisk, incidence: 1 - survival, standardError, interval, degenerate: false };
}

/** The log-minus-log interval of the incidence, from a survival strictly between 0 and 1. */
export function logLogInterval(
  survival: number,
  standardError: number,
  options: LevelOptions = {},
): Interval {
  const log = Math.log(survival);
  const half = criticalValue(options) * standardError / (survival * -log);
  return [-Math.expm1(log * Math.exp(-half)), -Math.expm1(log * Math.exp(half))];
}
