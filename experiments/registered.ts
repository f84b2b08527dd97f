/**
 * The pre-registration: what each experiment asks, and when it says no or yes, written down before
 * any data is seen.
 *
 * Every threshold is a flag of its experiment with the registered value as the default. A run that
 * changes one says `not pre-registered`, and the gate does not count it. Changing a value here is
 * registering anew: do it before looking at data, and say so in the changelog.
 *
 * @module
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

/** What an experiment was registered with. */
export interface Registration<Name extends string = string> {
  /** What it is called in the design. */
  readonly id: string;
  /** What it asks. */
  readonly question: string;
  /** By the name of the flag. */
  readonly thresholds: Readonly<Record<Name, Threshold>>;
  /** When it says no, in words, with the values used. */
  kill(used: Readonly<Record<Name, number>>): string;
  /** When it says yes, in words, with the values used. */
  pass(used: Readonly<Record<Name, number>>): string;
  /** When it says neither, whatever else holds, in words, with the values used. */
  insufficient(used: Readonly<Record<Name, number>>): string;
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
  kill: (used) =>
    `the one-sided 95 % upper bound of the AUC is under ${
      used["min-auc"]
    }, or that of the lift of ` +
    `the rows with confidence >= ${used.high} is under +${used["min-lift"]}, or that of the AUC ` +
    `among those rows is under ${used["min-high-auc"]}`,
  pass: (used) =>
    `the AUC is over ${used["min-auc"]}, the lift is over +${
      used["min-lift"]
    }, and the lower end ` +
    `of the AUC's 95 % interval is over 0.5`,
  insufficient: (used) =>
    `fewer than ${used["min-rarer"]} rows are right or fewer are wrong, or one of these figures ` +
    `is not defined`,
};

const gitHistory: Registration<"min-share" | "min-linked" | "window"> = {
  id: "P2",
  question: "How many failures could only the agent's own reflection have caught?",
  thresholds: {
    "min-share": share(0.05, "the share of failures that is worth building for"),
    "min-linked": count(60, "how many failures with a known culprit there must be at least"),
    "window": days(7, "how many days after a feature a fix counts as soon"),
  },
  kill: (used) =>
    `the upper end of the 95 % interval of the share that self-reflection alone could have caught ` +
    `is under ${percent(used["min-share"])}, with every failure that no gate explains counted in`,
  pass: (used) =>
    `the lower end of the 95 % interval of the share that positively needed self-reflection is ` +
    `at least ${percent(used["min-share"])}`,
  insufficient: (used) => `fewer than ${used["min-linked"]} failures have a known culprit`,
};

const boardHistory: Registration<"min-rate" | "min-watched" | "window"> = {
  id: "P3",
  question: "How many finished tasks show, to a machine, whether they were right?",
  thresholds: {
    "min-rate": share(0.2, "the share of tasks with a signal that is worth learning from"),
    "min-watched": count(60, "how many finished tasks must have been watched for the window"),
    "window": days(30, "how many days after it is done a task's signal still counts"),
  },
  kill: (used) =>
    `the upper end of the 95 % interval of the share of finished tasks with a signal within ` +
    `${used.window} days is under ${
      percent(used["min-rate"])
    }, in data that can show that a task ` +
    `was reopened or mended`,
  pass: (used) => `the lower end of that interval is at least ${percent(used["min-rate"])}`,
  insufficient: (used) =>
    `fewer than ${used["min-watched"]} finished tasks were watched for ${used.window} days`,
};

const floorBacktest: Registration<"min-auc" | "min-culprits"> = {
  id: "backtest",
  question: "Does the risk floor predict which commits fail?",
  thresholds: {
    "min-auc": share(0.6, "the area under the ROC curve from which on the floor predicts"),
    "min-culprits": count(100, "how many commits named by a later fix there must be at least"),
  },
  kill: (used) =>
    `the one-sided 95 % upper bound of the AUC of the floor, with size, is under ${
      used["min-auc"]
    }`,
  pass: (used) =>
    `that AUC is over ${used["min-auc"]} and the lower end of its 95 % interval is over 0.5`,
  insufficient: (used) =>
    `fewer than ${used["min-culprits"]} commits are culprits, or lines were not counted`,
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
