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

/** Every signal and what it means, in the order of the reports. */
export const SIGNALS = [
  { name: "explicit_outcome", meaning: "its record says so" },
  { name: "reopened", meaning: "it was opened again" },
  { name: "reverted", meaning: "a commit of it was reverted" },
  { name: "fix_commit", meaning: "a later fix names it or a commit of it" },
  { name: "linked_bug", meaning: "a bug was reported as coming from it" },
  { name: "red_default_branch", meaning: "the default branch's checks failed with it" },
  { name: "green_default_branch", meaning: "the default branch's checks passed with it" },
] as const satisfies readonly { name: SignalName; meaning: string }[];

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
  { outcome, reopened_at, bugs }: Task,
  done_at: number,
  asOf: number,
  problem: (reason: string) => void,
): Signal[] {
  // An outcome without a date is taken to be as old as the completion that it speaks of.
  const outcomes = outcome === null ? [] : [{ ...outcome, at: outcome.at ?? done_at }];
  const told = [
    ...outcomes.map((own) => ({ ...own, name: "explicit_outcome", what: "an outcome" }) as const),
    ...reopened_at.map((at) => ({ at, name: "reopened", what: "a reopening" }) as const),
    ...bugs.map((at) => ({ at, name: "linked_bug", what: "a linked bug" }) as const),
  ];
  return told.flatMap(({ what, ...signal }): Signal[] => {
    if (signal.at > asOf) problem(`${what} in the future`);
    else if (signal.at >= done_at) return [{ correct: false, ...signal }];
    // A bug that was there before is what the task was about.
    else if (signal.name !== "linked_bug") problem(`${what} before the task was finished`);
    return [];
  });
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
  const perSignal = <Value>(value: (name: SignalName) => Value) =>
    Object.fromEntries(SIGNALS.map(({ name }) => [name, value(name)])) as Record<SignalName, Value>;
  const said = perSignal(() => ({ wrong: 0, correct: 0 }));
  let wrong = 0, correct = 0, censored = 0, watched = 0;
  for (const [n, { done_at, signals }] of tasks.entries()) {
    const days = Math.max(0, asOf - done_at) / DAY;
    if (days >= window) watched++;
    const counted = signals.filter(({ at }) => at >= done_at && (at - done_at) / DAY <= window)
      // Of two at once, the one that says wrong is first.
      .sort((a, b) => a.at - b.at || Number(a.correct) - Number(b.correct));
    for (const own of new Map(counted.toReversed().map((own) => [own.name, own])).values()) {
      said[own.name][own.correct ? "correct" : "wrong"]++;
    }
    const [first] = counted;
    times[n] = first ? (first.at - done_at) / DAY : days;
    events[n] = first ? 1 : 0;
    if (first?.correct) correct++;
    else if (first) wrong++;
    else if (days < window) censored++;
  }
  const curve = kaplanMeier(times, events);
  const { incidence, interval } = incidenceAt(curve, window);
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
    by_signal: perSignal((name) => said[name].wrong + said[name].correct),
  };
  return { metrics, curve, said };
}

/**
 * The registered rule. What a blind source shows is the least there is, so it can say yes, and not
 * no: the share may be low only because no signal could be seen.
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
