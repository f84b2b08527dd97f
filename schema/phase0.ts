/**
 * `phase0.v1`: what one experiment found, and the conditions it was held to.
 *
 * Three answers, never two: `kill` (the data say no), `pass` (the data say yes) and `insufficient`
 * (they say too little). A record names the thresholds that were registered before any data was
 * seen and those that were used; where the two differ, `preregistered` is false and the result
 * opens no gate.
 *
 * Only types and lists of names: nothing here is computed.
 *
 * @module
 */

import type {
  BoardHistoryMetrics,
  CalibrationMetrics,
  FloorBacktestMetrics,
  GitHistoryMetrics,
} from "./_phase0_metrics.ts";

export type * from "./_phase0_metrics.ts";

/** Every experiment. */
export const EXPERIMENTS = [
  "calibration",
  "git_history",
  "board_history",
  "floor_backtest",
] as const;

/** The name of an experiment. */
export type ExperimentName = (typeof EXPERIMENTS)[number];

/** Every answer. */
export const PHASE0_VERDICTS = ["kill", "pass", "insufficient"] as const;

/** What an experiment says. */
export type Phase0Verdict = (typeof PHASE0_VERDICTS)[number];

/** One threshold of an experiment. */
export interface RegisteredThreshold {
  /** What its flag is called, without the dashes. */
  name: string;
  /** The value that was registered before any data was seen. */
  registered: number;
  /** The value that this run used. */
  used: number;
}

/** What an experiment was held to. */
export interface Registered {
  /** Whether every threshold was used as registered. */
  preregistered: boolean;
  /** When it says no, in words, with the thresholds used. */
  kill: string;
  /** When it says yes, in words, with the thresholds used. */
  pass: string;
  /** When it says neither, whatever else holds, in words, with the thresholds used. */
  insufficient: string;
  /** The thresholds. */
  thresholds: RegisteredThreshold[];
}

/** Rows that could not be used, for one reason. */
export interface RejectedRows {
  /** What was wrong with them. */
  reason: string;
  /** How many. */
  count: number;
  /** Where the first of them are: line numbers, or positions in a list, from 1. */
  first: number[];
}

/** The metrics of each experiment. */
export interface Phase0Metrics {
  /** Does stated confidence tell right work from wrong? */
  calibration: CalibrationMetrics;
  /** How many failures could only self-reflection have caught? */
  git_history: GitHistoryMetrics;
  /** How many finished tasks ever show whether they were right? */
  board_history: BoardHistoryMetrics;
  /** Does the risk floor predict which commits fail? */
  floor_backtest: FloorBacktestMetrics;
}

/** A `phase0.v1` record of one experiment. */
export interface Phase0Of<Name extends ExperimentName> {
  /** Name and version of the format. */
  schema: "phase0.v1";
  /** Which experiment. */
  experiment: Name;
  /** What it was held to. */
  registered: Registered;
  /** Its answer. */
  verdict: Phase0Verdict;
  /** Why, for a person who knows no statistics. */
  why: string;
  /** How many observations the answer rests on. */
  n: number;
  /** What could not be used, by reason. */
  rejected: RejectedRows[];
  /** The figures. */
  metrics: Phase0Metrics[Name];
  /** What the reader should hold against the answer. */
  caveats: string[];
}

/** A `phase0.v1` record. */
export type Phase0 = { [Name in ExperimentName]: Phase0Of<Name> }[ExperimentName];
