/**
 * The pre-registration: what each experiment asks, and when it says no or yes, written down before
 * any data is seen.
 *
 * Every threshold is a flag of its experiment with the registered value as the default. A run that
 * changes one says `not pre-registered`, and the gate does not count it. Changing a value here is
 * registering anew: do it before looking at data, and say so in the changelog.
 */

import type { ExperimentName } from "../schema/names.ts";
import { plainPercent as percent } from "../lib/text/figures.ts";

/** A number that a verdict hangs on. */
interface Threshold {
  /** The registered value. */
  readonly value: number;
  /** The least value that makes sense. */
  readonly min: number;
  /** The largest value that makes sense. */
  readonly max: number;
  /** For the help text. */
  readonly what: string;
}

/** When a verdict is given, in words, with the values used. */
type Condition<Name extends string> = (used: Readonly<Record<Name, number>>) => string;

/** What an experiment was registered with. */
export interface Registration<Name extends string = string> {
  /** What it is called in the design. */
  readonly id: string;
  readonly question: string;
  /** By the name of the flag. */
  readonly thresholds: Readonly<Record<Name, Threshold>>;
  /** When it says no. */
  readonly kill: Condition<Name>;
  /** When it says yes. */
  readonly pass: Condition<Name>;
  /** When it says neither, whatever else holds. */
  readonly insufficient: Condition<Name>;
}

const share = (value: number, what: string): Threshold => ({ value, min: 0, max: 1, what });
const count = (value: number, what: string): Threshold => ({ value, min: 0, max: 1e9, what });
const days = (value: number, what: string): Threshold => ({ value, min: 1, max: 36_500, what });

const calibration: Registration<"min-auc" | "min-lift" | "high" | "min-high-auc" | "min-rarer"> = {
  id: "P1",
  question: "Does stated confidence tell right work from wrong?",
  thresholds: {
    "min-auc": share(0.6, "the area under the ROC curve that is worth something"),
    "min-lift": share(0.05, "how much more often confident work must be right than all work"),
    "high": share(0.8, "the confidence from which on work counts as confident"),
    "min-high-auc": share(0.55, "the area under the ROC curve among confident work"),
    "min-rarer": count(100, "how many right and how many wrong rows there must be at least"),
  },
  kill: ({ "min-auc": auc, "min-lift": lift, high, "min-high-auc": highAuc }) =>
    `the one-sided 95 % upper bound of the AUC is under ${auc}, or that of the lift of the rows ` +
    `with confidence >= ${high} is under +${lift}, or that of the AUC among those rows is under ` +
    `${highAuc}`,
  pass: ({ "min-auc": auc, "min-lift": lift }) =>
    `the AUC is over ${auc}, the lift is over +${lift}, and the lower end of the AUC's 95 % ` +
    `interval is over 0.5`,
  insufficient: ({ "min-rarer": rarer }) =>
    `fewer than ${rarer} rows are right or fewer are wrong, or one of these figures is not defined`,
};

const gitHistory: Registration<"min-share" | "min-linked" | "window"> = {
  id: "P2",
  question: "How many failures could only the agent's own reflection have caught?",
  thresholds: {
    "min-share": share(0.05, "the share of failures that is worth building for"),
    "min-linked": count(60, "how many failures with a known culprit there must be at least"),
    "window": days(7, "how many days after a feature a fix counts as soon"),
  },
  kill: ({ "min-share": least }) =>
    `the upper end of the 95 % interval of the share that self-reflection alone could have caught ` +
    `is under ${percent(least)}, with every failure that no gate explains counted in`,
  pass: ({ "min-share": least }) =>
    `the lower end of the 95 % interval of the share that positively needed self-reflection is ` +
    `at least ${percent(least)}`,
  insufficient: ({ "min-linked": linked }) => `fewer than ${linked} failures have a known culprit`,
};

const boardHistory: Registration<"min-rate" | "min-watched" | "window"> = {
  id: "P3",
  question: "How many finished tasks show, to a machine, whether they were right?",
  thresholds: {
    "min-rate": share(0.2, "the share of tasks with a signal that is worth learning from"),
    "min-watched": count(60, "how many finished tasks must have been watched for the window"),
    "window": days(30, "how many days after it is done a task's signal still counts"),
  },
  kill: ({ "min-rate": rate, window }) =>
    `the upper end of the 95 % interval of the share of finished tasks with a signal within ` +
    `${window} days is under ${percent(rate)}, in data that can show that a task was reopened or ` +
    `mended`,
  pass: ({ "min-rate": rate }) => `the lower end of that interval is at least ${percent(rate)}`,
  insufficient: ({ "min-watched": watched, window }) =>
    `fewer than ${watched} finished tasks were watched for ${window} days`,
};

const floorBacktest: Registration<"min-auc" | "min-culprits"> = {
  id: "backtest",
  question: "Does the risk floor predict which commits fail?",
  thresholds: {
    "min-auc": share(0.6, "the area under the ROC curve from which on the floor predicts"),
    "min-culprits": count(100, "how many commits named by a later fix there must be at least"),
  },
  kill: ({ "min-auc": auc }) =>
    `the one-sided 95 % upper bound of the AUC of the floor, with size, is under ${auc}`,
  pass: ({ "min-auc": auc }) =>
    `that AUC is over ${auc} and the lower end of its 95 % interval is over 0.5`,
  insufficient: ({ "min-culprits": culprits }) =>
    `fewer than ${culprits} commits are culprits, or lines were not counted`,
};

/** Every experiment's registration. */
export const REGISTERED = {
  calibration,
  git_history: gitHistory,
  board_history: boardHistory,
  floor_backtest: floorBacktest,
} as const satisfies Record<ExperimentName, Registration>;

/** The thresholds that a run uses, by the name of their flag. */
export type UsedThresholds<Name extends ExperimentName> = Readonly<
  Record<keyof (typeof REGISTERED)[Name]["thresholds"] & string, number>
>;
