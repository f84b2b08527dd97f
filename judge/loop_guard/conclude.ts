/** The second half of the loop guard: what may become of a verdict. */

import type { GuardOptions, Step, Ticket } from "./ask.ts";
import { attemptsOf, pushesLeft } from "./attempts.ts";
import { GUARD_LIMITS } from "./limits.ts";
import { beginTask, type GuardState, settle, shortPrint } from "./state.ts";

/** What a verdict asks for. */
export type VerdictEffect = "let_go" | "await_user" | "needs_human" | "push";

/** What is known when a verdict is there. */
export interface VerdictFacts {
  /** What {@linkcode askToJudge} gave for it. */
  readonly ticket: Ticket;
  readonly effect: VerdictEffect;
  /** A fingerprint of what the verdict rests on: rounds that leave it unchanged made no progress. */
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
export type ConcludeDecision =
  | {
    readonly kind: "push";
    readonly attempt: number;
    /** Whether it is the last one, so that it has to say what is handed over, and to whom. */
    readonly handOver: boolean;
  }
  | { readonly kind: "let_go"; readonly attempt: number; readonly why: LetGoReason };

/** Says what becomes of a verdict, and takes note of it. Give it the state as it is by now. */
export function conclude(
  state: GuardState,
  facts: VerdictFacts,
  { blockCap }: Pick<GuardOptions, "blockCap">,
): Step<ConcludeDecision> {
  const { ticket, effect } = facts;
  const attempts = attemptsOf(state, ticket.feedbacks);
  const letGo = (state: GuardState, why: LetGoReason): Step<ConcludeDecision> => ({
    state,
    decision: { kind: "let_go", attempt: attempts, why },
  });

  if (facts.aborted) {
    const task = facts.personTurns;
    const current = state.task === task ? state : beginTask(state, task);
    return letGo(settle(current, "aborted"), "aborted");
  }
  if (state.settled === "aborted") return letGo(state, "aborted");
  if (!isHolder(state, ticket)) return letGo(state, "concurrent");
  const over: GuardState = { ...state, active: null };
  // What is done is done, also where the person has something new to say already.
  if (effect === "let_go") return letGo(settle(over, "already_judged"), "complete");
  if (facts.personTurns !== ticket.personTurns) return letGo(over, "concurrent");

  // Who waits may be woken by what it waits for, and is judged by what it does then.
  const seen: GuardState = { ...over, seen: ticket.print };
  if (effect === "await_user") return letGo(seen, "awaiting_user");
  if (effect === "needs_human") return letGo(seen, "needs_human");
  if (facts.observed) return letGo(seen, "observed");

  const left = pushesLeft(over, ticket.feedbacks, blockCap);
  if (left <= 0) return letGo(settle(over, "attempts_used_up"), "attempts_used_up");
  const evidence = shortPrint(facts.evidence);
  const rounds = evidence === over.evidence ? over.rounds + 1 : 1;
  if (rounds > GUARD_LIMITS.unchangedRounds) {
    return letGo(settle(over, "no_progress"), "no_progress");
  }

  const pushed: GuardState = { ...over, pushed: [...over.pushed, ticket.print], evidence, rounds };
  const handOver = left === 1;
  return {
    state: handOver ? settle(pushed, "attempts_used_up") : pushed,
    decision: { kind: "push", attempt: attempts + 1, handOver },
  };
}

/** Whether nobody has taken the judgement over, as happens to one that took too long. */
function isHolder({ task, active }: GuardState, ticket: Ticket): boolean {
  return task === ticket.personTurns && active !== null && active.print === ticket.print &&
    active.startedAt === ticket.startedAt;
}
