/**
 * Kaplan and Meier: what share has happened by a day, when not every case was watched that long.
 *
 * A case that leaves at a time counts as watched at that time. The interval is on the log-minus-log
 * scale with Greenwood's standard error; where nothing or everything has happened it does not exist,
 * and Wilson's stands in: over those still watched, or over all to which it happened.
 */

import { criticalValue, type Interval } from "./normal.ts";
import { wilson } from "./proportions.ts";
import { firstAtLeast } from "./ranked_sample.ts";

/** The curve: one step per time at which something happened. */
export interface SurvivalCurve {
  /** The times of events, ascending. */
  readonly times: Float64Array;
  /** What holds from each of these times on. */
  readonly steps: readonly Step[];
  /** All times, ascending, events or not. */
  readonly observed: Float64Array;
}

interface Step {
  /** The share to which nothing has happened yet. */
  readonly survival: number;
  /** The variance of the logarithm of `survival`. */
  readonly greenwood: number;
  /** How many it has happened to so far. */
  readonly happened: number;
}

/** What the curve says about one time. */
interface Incidence {
  readonly time: number;
  /** The share to which it has happened by then; null for an empty sample. */
  readonly incidence: number | null;
  /** Its 95 % interval; null too where nothing happened and no case was watched so long. */
  readonly interval: Interval | null;
}

/** Fits the curve to times of an event (1) or of the end of watching (0). */
export function kaplanMeier(times: Float64Array, events: Uint8Array): SurvivalCurve {
  const bad = times.find((time) => !(time >= 0 && time < Infinity));
  if (bad !== undefined) {
    throw new RangeError(`Cannot use time "${bad}": expected a finite number from 0`);
  }
  const order = Array.from(times.keys()).sort((a, b) => times[a]! - times[b]!);
  const observed = Float64Array.from(order, (place) => times[place]!);
  const total = observed.length;
  const dates: number[] = [];
  const steps: Step[] = [];
  let step: Step = { survival: 1, greenwood: 0, happened: 0 };
  for (let start = 0, end = 0; start < total; start = end) {
    let count = 0;
    for (; end < total && observed[end] === observed[start]; end++) count += events[order[end]!]!;
    if (count === 0) continue;
    const watched = total - start;
    step = {
      survival: step.survival * ((watched - count) / watched),
      greenwood: step.greenwood + count / (watched * (watched - count)),
      happened: step.happened + count,
    };
    dates.push(observed[start]!);
    steps.push(step);
  }
  return { times: Float64Array.from(dates), steps, observed };
}

/** Reads the curve at a time. */
export function incidenceAt({ times, steps, observed }: SurvivalCurve, time: number): Incidence {
  if (observed.length === 0) return { time, incidence: null, interval: null };
  const step = steps[times.findLastIndex((date) => date <= time)];
  if (step === undefined) {
    const watched = observed.length - firstAtLeast(observed, time);
    return { time, incidence: 0, interval: wilson({ successes: 0, trials: watched }) };
  }
  const { survival, greenwood, happened } = step;
  if (survival === 0) {
    return { time, incidence: 1, interval: wilson({ successes: happened, trials: happened }) };
  }
  const interval = logLogInterval(survival, survival * Math.sqrt(greenwood));
  return { time, incidence: 1 - survival, interval };
}

/** The log-minus-log interval of the incidence, from a survival strictly between 0 and 1. */
export function logLogInterval(survival: number, standardError: number): Interval {
  const log = Math.log(survival);
  const half = criticalValue(2) * standardError / (survival * -log);
  return [-Math.expm1(log * Math.exp(-half)), -Math.expm1(log * Math.exp(half))];
}
