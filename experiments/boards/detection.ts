/**
 * From tasks and their signals to the share of finished tasks that show whether they were right.
 *
 * A task that could not be watched for the whole window is censored, not silent (Kaplan and Meier).
 * Silence is not correct. Signals after the window do not count. Pure: no clock, no files.
 */

import type { Phase0Verdict } from "../../schema/names.ts";
import type { BoardHistoryMetrics } from "../../schema/types.ts";
import { DAY } from "../../lib/text/time.ts";
import type { UsedThresholds } from "../registered.ts";
import { incidenceAt, kaplanMeier, type SurvivalCurve } from "../stats/survival.ts";
import type { Signal, SignalName, Task } from "./task.ts";

/** Every signal, in the order of the reports. */
export const SIGNALS: readonly SignalName[] = [
  "explicit_outcome",
  "reopened",
  "reverted",
  "fix_commit",
  "linked_bug",
  "red_default_branch",
  "green_default_branch",
];

/** A finished task, and everything that tells whether it was right. */
export interface Finished {
  readonly done_at: number;
  readonly signals: readonly Signal[];
}

/** What was found. */
export interface Detection {
  readonly metrics: BoardHistoryMetrics;
  readonly curve: SurvivalCurve;
  /** By each signal, how many tasks it says wrong about and how many correct, within the window. */
  readonly said: Readonly<Record<SignalName, { wrong: number; correct: number }>>;
}

/** What a task's own record tells, up to a date; what cannot be is handed to `problem`. */
export function ownSignals(
  task: Task,
  done_at: number,
  asOf: number,
  problem: (reason: string) => void,
): Signal[] {
  const signals: Signal[] = [];
  const { outcome } = task;
  if (outcome !== null) {
    // An outcome without a date is taken to be as old as the completion that it speaks of.
    const at = outcome.at ?? done_at;
    if (at > asOf) problem("an outcome in the future");
    else if (at < done_at) problem("an outcome before the task was finished");
    else signals.push({ name: "explicit_outcome", correct: outcome.correct, at });
  }
  for (const at of task.reopened_at) {
    if (at > asOf) problem("a reopening in the future");
    else if (at < done_at) problem("a reopening before the task was finished");
    else signals.push({ name: "reopened", correct: false, at });
  }
  for (const at of task.bugs) {
    if (at > asOf) problem("a linked bug in the future");
    // One that was there before is what the task was about.
    else if (at >= done_at) signals.push({ name: "linked_bug", correct: false, at });
  }
  return signals;
}

/** Measures; `window` is in days. */
export function detect(
  tasks: readonly Finished[],
  asOf: number,
  window: number,
  blind: boolean,
): Detection {
  const times = new Float64Array(tasks.length);
  const events = new Uint8Array(tasks.length);
  const said = Object.fromEntries(
    SIGNALS.map((name) => [name, { wrong: 0, correct: 0 }]),
  ) as Record<SignalName, { wrong: number; correct: number }>;
  let wrong = 0, correct = 0, censored = 0, watched = 0;
  for (const [n, { done_at, signals }] of tasks.entries()) {
    const days = Math.max(0, asOf - done_at) / DAY;
    if (days >= window) watched++;
    const counted = signals.filter(({ at }) => at >= done_at && (at - done_at) / DAY <= window);
    for (const name of counted.length === 0 ? [] : SIGNALS) {
      const own = firstOf(counted.filter((signal) => signal.name === name));
      if (own) said[name][own.correct ? "correct" : "wrong"]++;
    }
    const first = firstOf(counted);
    times[n] = first ? (first.at - done_at) / DAY : days;
    events[n] = first ? 1 : 0;
    if (first?.correct) correct++;
    else if (first) wrong++;
    else if (days < window) censored++;
  }
  const curve = kaplanMeier(times, events);
  const { incidence, interval } = incidenceAt(curve, window);
  const counts = SIGNALS.map((name) => [name, said[name].wrong + said[name].correct]);
  const metrics: BoardHistoryMetrics = {
    done: tasks.length,
    detectable: wrong + correct,
    censored,
    watched,
    blind,
    rate: incidence,
    rate_ci95: interval === null ? null : [...interval],
    wrong,
    correct,
    by_signal: Object.fromEntries(counts) as BoardHistoryMetrics["by_signal"],
  };
  return { metrics, curve, said };
}

/**
 * The registered rule. What a blind source shows is the least there is, so it can say yes, and not
 * no: the share may be low only because nobody could look.
 */
export function verdictOn(
  { rate, rate_ci95, watched, blind }: Pick<
    BoardHistoryMetrics,
    "rate" | "rate_ci95" | "watched" | "blind"
  >,
  { "min-rate": minRate, "min-watched": least }: UsedThresholds<"board_history">,
): Phase0Verdict {
  if (watched < Math.max(1, least) || rate === null || rate_ci95 === null) return "insufficient";
  if (rate_ci95[1] < minRate) return blind ? "insufficient" : "kill";
  return rate_ci95[0] >= minRate ? "pass" : "insufficient";
}

/** The earliest; of two at once, the one that says wrong. */
function firstOf(signals: readonly Signal[]): Signal | undefined {
  let first: Signal | undefined;
  for (const signal of signals) {
    if (!first || signal.at < first.at || (signal.at === first.at && !signal.correct)) {
      first = signal;
    }
  }
  return first;
}
