/**
 * How good the judge is on cases whose right answer is known. The two errors are not alike: letting
 * go what is not done is worse than asking once more, so they are counted apart.
 */

import type { JudgeKind } from "../../judge/prompt.ts";
import type { Answers } from "./answer.ts";
import type { EvalCase, Split } from "./suite.ts";

/** One case, and what became of it. */
export interface Outcome {
  readonly test: EvalCase;
  /** What is wrong; null where nothing is. */
  readonly why: string | null;
  /** Whether the answer lets the agent go; null without an answer. */
  readonly letGo: boolean | null;
}

/** A share of cases; null where there are none to have a share of. */
export type Rate = number | null;

/** The figures of some cases. */
export interface Figures {
  readonly cases: number;
  readonly passed: number;
  readonly accuracy: Rate;
  /** Of those that must not be let go, how many were. */
  readonly false_complete: Rate;
  /** Of those that must be let go, how many were not. */
  readonly false_incomplete: Rate;
}

/** Every part of the cases. */
export const SPLITS = ["tuning", "held-out"] as const satisfies Split[];

/** What lets an agent go: complete, not stuck, nothing to remind of, a score of 4 or 5. */
const LETS_GO: { readonly [Kind in JudgeKind]: (answer: Answers[Kind]) => boolean } = {
  task: ({ complete }) => complete === true,
  stuck: ({ stuck }) => !stuck,
  compaction: ({ action }) => action === "task_complete",
  agent: ({ score }) => score >= 4,
};

/** What `metadata.expect` may say, and whether that means to let go. */
const EXPECTED: Readonly<Record<string, boolean>> = {
  complete: true,
  incomplete: false,
  not_stuck: true,
  stuck: false,
};

/** Whether an answer lets the agent go. */
export function letsGo<Kind extends JudgeKind>(kind: Kind, answer: Answers[Kind]): boolean {
  return LETS_GO[kind](answer);
}

/** The part that a case belongs to; null where it does not say. */
export function splitOf({ metadata }: EvalCase): Split | null {
  return SPLITS.find((split) => split === metadata.split) ?? null;
}

/** Counts. */
export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const passed = outcomes.filter(({ why }) => why === null).length;
  const expecting = (letGo: boolean) =>
    outcomes.filter(({ test }) => EXPECTED[String(test.metadata.expect)] === letGo);
  const toHold = expecting(false);
  const toLetGo = expecting(true);
  return {
    cases: outcomes.length,
    passed,
    accuracy: rate(passed, outcomes.length),
    // No answer is an error of both kinds: neither rate may look better for it.
    false_complete: rate(toHold.filter(({ letGo }) => letGo !== false).length, toHold.length),
    false_incomplete: rate(toLetGo.filter(({ letGo }) => letGo !== true).length, toLetGo.length),
  };
}

function rate(count: number, of: number): Rate {
  return of === 0 ? null : Math.round(count / of * 10_000) / 10_000;
}
