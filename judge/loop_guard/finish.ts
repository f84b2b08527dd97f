/** The second half of the loop guard: what may become of a verdict. */

import type { GuardOptions, JudgeRun, Step } from "./start.ts";
import { GUARD_LIMITS } from "./limits.ts";
import {
  attemptsOf,
  beginTask,
  finishTask,
  type GuardState,
  pushesLeft,
  shortKey,
} from "./state.ts";

/** What a verdict asks for. */
export type VerdictEffect = "let_go" | "await_user" | "needs_human" | "push";

/** What is known when a verdict is there. */
export interface VerdictFacts {
  /** What {@linkcode startJudging} gave for it. */
  readonly run: JudgeRun;
  readonly effect: VerdictEffect;
  /** A hash of what the verdict rests on: rounds that leave it unchanged made no progress. */
  readonly evidence: string;
  /** How many messages the person has sent by now. */
  readonly personTurns: number;
  /** Whether the conversation ends with the person's interruption by now. */
  readonly aborted: boolean;
  /** Whether the agent is not sent back in any case: what would be a push is only looked at. */
  readonly observed: boolean;
}

/** Why an agent is let go. */
type LetGoReason =
  | "complete"
  | "awaiting_user"
  | "needs_human"
  | "observed"
  | "aborted"
  | "attempts_used_up"
  | "no_progress"
  /** Another judgement, or the person, came first. */
  | "concurrent";

/** What to do. `attempt` is the feedback that the task has had, this one included. */
export type FinishDecision =
  | {
    readonly kind: "push";
    readonly attempt: number;
    /** Whether it is the last one, so that it has to say what is handed over, and to whom. */
    readonly handOver: boolean;
  }
  | { readonly kind: "let_go"; readonly attempt: number; readonly why: LetGoReason };

/** Says what becomes of a verdict, and takes note of it. Give it the state as it is by now. */
export function finishJudging(
  state: GuardState,
  facts: VerdictFacts,
  { blockCap }: Pick<GuardOptions, "blockCap">,
): Step<FinishDecision> {
  const { run, effect } = facts;
  const attempts = attemptsOf(state, run.feedbacks);
  const letGo = (state: GuardState, why: LetGoReason): Step<FinishDecision> => ({
    state,
    decision: { kind: "let_go", attempt: attempts, why },
  });

  if (facts.aborted) {
    const task = facts.personTurns;
    const current = state.task === task ? state : beginTask(state, task);
    return letGo(finishTask(current, "aborted"), "aborted");
  }
  if (state.settled === "aborted") return letGo(state, "aborted");
  if (!isHolder(state, run)) return letGo(state, "concurrent");
  const over: GuardState = { ...state, active: null };
  // What is done is done, also where the person has something new to say already.
  if (effect === "let_go") return letGo(finishTask(over, "already_judged"), "complete");
  if (facts.personTurns !== run.personTurns) return letGo(over, "concurrent");

  // An agent that waits may be woken by what it waits for, and is judged by what it does then.
  const seen: GuardState = { ...over, seen: run.position };
  if (effect === "await_user") return letGo(seen, "awaiting_user");
  if (effect === "needs_human") return letGo(seen, "needs_human");
  if (facts.observed) return letGo(seen, "observed");

  const left = pushesLeft(over, run.feedbacks, blockCap);
  if (left <= 0) return letGo(finishTask(over, "attempts_used_up"), "attempts_used_up");
  const evidence = shortKey(facts.evidence);
  const rounds = evidence === over.evidence ? over.rounds + 1 : 1;
  if (rounds > GUARD_LIMITS.unchangedRounds) {
    return letGo(finishTask(over, "no_progress"), "no_progress");
  }

  const pushed: GuardState = { ...over, pushed: [...over.pushed, run.position], evidence, rounds };
  const handOver = left === 1;
  return {
    state: handOver ? finishTask(pushed, "attempts_used_up") : pushed,
    decision: { kind: "push", attempt: attempts + 1, handOver },
  };
}

/** Whether the judgement is still the one under way; one that took too long is taken over. */
function isHolder({ task, active }: GuardState, run: JudgeRun): boolean {
  return task === run.personTurns && active !== null && active.print === run.position &&
    active.startedAt === run.startedAt;
}
