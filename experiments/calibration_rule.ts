/** P1's registered rule: the verdict on the figures of a sample, and why, in words. */

import { count, percent, roundedRange } from "../lib/text/figures.ts";
import type { CalibrationMetrics } from "../schema/types.ts";
import type { Judgement } from "./finding.ts";
import type { UsedThresholds } from "./registered.ts";

/** How many rows there are of each kind. */
interface Tally {
  readonly right: number;
  readonly wrong: number;
}

/** A figure that is held to a threshold. */
interface Held {
  readonly what: string;
  readonly value: number;
  /** The one-sided 95 % upper bound. */
  readonly bound: number;
  readonly limit: number;
  readonly write: (value: number, limit?: number) => string;
  readonly asked: string;
  readonly note: string;
}

/**
 * The verdict: too few of the rarer kind or anything undefined is insufficient, whatever else holds;
 * then kill; then pass; whatever is left is insufficient too.
 */
export function judge(
  metrics: CalibrationMetrics,
  tally: Tally,
  used: UsedThresholds<"calibration">,
): Judgement {
  const { auc, auc_ci95, high, one_sided95: { auc: bound, lift, high_auc } } = metrics;
  const few = tooFew(tally, used["min-rarer"]);
  if (
    few !== null || auc === null || auc_ci95 === null || bound === null || high.lift === null ||
    lift === null || high.auc === null || high_auc === null
  ) {
    return {
      verdict: "insufficient",
      headline: "too little data to say whether stated confidence tells right work from wrong",
      why: few ?? whatIsUndefined(metrics, tally),
    };
  }
  const confident = `work stated with confidence ${high.threshold} or more`;
  const ofAll: Held = {
    ...{ what: "the AUC", value: auc, bound: bound[1], limit: used["min-auc"] },
    ...{ write: beside, asked: `${used["min-auc"]}`, note: "; 0.5 is a coin toss" },
  };
  const ofLift: Held = {
    ...{ what: `the lift of ${confident}`, value: high.lift, bound: lift[1] },
    ...{ limit: used["min-lift"], write: signed, asked: signed(used["min-lift"]), note: "" },
  };
  const ofHigh: Held = {
    ...{ what: `the AUC among ${confident}`, value: high.auc, bound: high_auc[1], write: beside },
    ...{ limit: used["min-high-auc"], asked: `${used["min-high-auc"]}` },
    note: ` (of all work it is ${beside(auc)})`,
  };
  const inverted = auc < 0.5
    ? " Confidence is inverted: wrong work was stated with more confidence than right work."
    : "";
  const kills = [ofAll, ofLift, ofHigh].filter(({ bound, limit }) => bound < limit).map(
    ({ what, value, bound, limit, write, asked, note }) =>
      `${what} is ${write(value)} and at most ${write(bound, limit)} (one-sided 95 % bound), ` +
      `under the ${asked} that was asked for${note}`,
  );
  if (kills.length > 0) {
    return {
      verdict: "kill",
      headline: auc < 0.5
        ? "stated confidence is inverted: the surer, the more often wrong"
        : ofAll.bound < ofAll.limit
        ? "stated confidence does not tell right work from wrong well enough to steer by"
        : "stated confidence cannot be relied on where it is high, which is where it would be used",
      why: sentence(kills.join("; also, ")) + inverted,
    };
  }
  const misses = [ofAll, ofLift].filter(({ value, limit }) => !(value > limit)).map(
    ({ what, value, bound, limit, write, asked }) =>
      `${what} is ${write(value, limit)}, not over ${asked}, but may be as high as ${write(bound)}`,
  );
  if (!(auc_ci95[0] > 0.5)) {
    const low = beside(auc_ci95[0], 0.5);
    misses.push(
      `the lower end of the AUC's 95 % interval is ${low}, so that a coin toss (0.5) is not ruled out`,
    );
  }
  if (misses.length > 0) {
    return {
      verdict: "insufficient",
      headline: "the data neither show nor rule out that stated confidence tells right from wrong",
      why: sentence(misses.join("; and ")) + inverted,
    };
  }
  const cases = (100 * auc).toFixed(0);
  return {
    verdict: "pass",
    headline: "stated confidence tells right work from wrong",
    why: `The AUC is ${beside(auc, ofAll.limit)} (95 % interval ${roundedRange(auc_ci95)}), over ` +
      `${ofAll.asked}: of a right and a wrong piece of work, the right one was stated with more ` +
      `confidence in ${cases} of 100 cases (a tie counts half); and ${confident} was right ` +
      `${percent(high.rate)} of the time, against ${percent(metrics.base_rate)} of all work.`,
  };
}

function tooFew({ right, wrong }: Tally, least: number): string | null {
  if (right + wrong === 0) return "There is no usable row.";
  const rarer = Math.min(right, wrong);
  if (rarer >= least) return null;
  const kind = right < wrong ? "right" : "wrong";
  return `Only ${count(rarer)} of ${count(right + wrong)} rows ${rarer === 1 ? "was" : "were"} ` +
    `${kind}; at least ${count(least)} right and ${count(least)} wrong ones were asked for, ` +
    `because with fewer any figure may be luck.`;
}

function whatIsUndefined({ auc, high }: CalibrationMetrics, { right, wrong }: Tally): string {
  if (auc === null) {
    return `All ${count(right + wrong)} rows were ${right > 0 ? "right" : "wrong"}, so there is ` +
      `nothing that confidence could tell apart.`;
  }
  if (high.n === 0) {
    return `No row has a confidence of ${high.threshold} or more, so nothing can be said about ` +
      `confident work.`;
  }
  if (high.n === right + wrong) {
    return `Every row has a confidence of ${high.threshold} or more, so there is no other work to ` +
      `compare confident work with.`;
  }
  return `All ${count(high.n)} rows with a confidence of ${high.threshold} or more were ` +
    `${high.rate === 1 ? "right" : "wrong"}, so the AUC among them, which the rule asks for, is ` +
    `not defined.`;
}

const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1) + ".";

/** A difference with its sign. */
export const signed = (value: number, limit?: number): string =>
  (value >= 0 ? "+" : "−") + beside(Math.abs(value), limit);

/** Three decimals, or as many as it takes to see on which side of a limit a figure is. */
function beside(value: number, limit?: number): string {
  let digits = 3;
  while (digits < 17 && value !== limit && Number(value.toFixed(digits)) === limit) digits++;
  return value.toFixed(digits);
}
