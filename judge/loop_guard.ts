/**
 * Keeps the judge from looping: a pure state machine, one state per session.
 *
 * {@linkcode startJudging} at every stop; where it says so, judge, and {@linkcode finishJudging}
 * with the verdict. Read the state anew before each of them, and keep the new one before acting on
 * the decision: feedback that was counted and not sent is lost, feedback that was not counted
 * repeats.
 *
 * What it promises, for every order of events:
 * - a session of a judge, or an agent that an agent started, is never judged;
 * - of two judgements at a time one counts, and one state is never answered twice;
 * - a finished task stays so until the person says something new;
 * - an interrupted task gets no feedback, also where the interruption comes while it is judged;
 * - an agent that changed nothing since the last feedback gets no other;
 * - the limits of {@linkcode GUARD_LIMITS} hold, and a client's own cap is never reached;
 * - a message of the person opens everything again; no clock and no lost file mutes for longer.
 */

import type { SkipReason } from "../schema/names.ts";
import {
  attemptsOf,
  beginTask,
  finishTask,
  GUARD_LIMITS,
  type GuardState,
  isCount,
  pushesLeft,
  shortKey,
} from "./loop_guard_state.ts";

/** What is known of a stop before anything is judged. */
export interface StopFacts {
  /** Whether it is a session in which a judge works. */
  readonly judgeSession: boolean;
  /** Whether an agent stopped that the agent had started. */
  readonly subagent: boolean;
  /** Whether the agent may only plan. */
  readonly planMode: boolean;
  /** How many tasks still run beside the conversation. */
  readonly backgroundTasks: number;
  /** Whether the conversation ends with the person's interruption. */
  readonly aborted: boolean;
  /** How many messages the person has sent, without ours and the client's: what names the task. */
  readonly personTurns: number;
  /** How many of our own messages stand in the conversation after the person's last one. */
  readonly feedbacks: number;
  /** Where the conversation stands: one place is never judged twice. */
  readonly position: string;
  /** Whether the client says that the stop follows a block; false where it does not tell. */
  readonly continued: boolean;
}

/** What the guard cannot know by itself. */
interface GuardOptions {
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** Blocks in a row that the client puts up with; null where it has no such cap. */
  readonly blockCap: number | null;
}

/** One judgement under way. */
export interface JudgeRun {
  readonly personTurns: number;
  readonly position: string;
  readonly startedAt: number;
  /** What the conversation showed of our feedback: a floor under what the state remembers. */
  readonly feedbacks: number;
}

/** Whether to judge. `attempt` is the feedback that the task has had so far. */
export type StartDecision =
  | { readonly judge: true; readonly attempt: number; readonly run: JudgeRun }
  | { readonly judge: false; readonly attempt: number; readonly reason: SkipReason };

/** A state, and what was decided. */
interface Step<Decision> {
  readonly state: GuardState;
  readonly decision: Decision;
}

/** Says whether a stop is to be judged, and takes note of it. */
export function startJudging(
  state: GuardState,
  stop: StopFacts,
  { now, blockCap }: GuardOptions,
): Step<StartDecision> {
  const skip = (state: GuardState, reason: SkipReason): Step<StartDecision> => ({
    state,
    decision: { judge: false, attempt: attemptsOf(state, stop.feedbacks), reason },
  });
  // These are other agents' stops: they say nothing about this session's task.
  if (stop.judgeSession) return skip(state, "judge_session");
  if (stop.subagent) return skip(state, "subagent");
  if (!isCount(stop.personTurns) || stop.personTurns === 0) return skip(state, "no_task");

  const arrived = arrive(state, stop);
  const position = shortKey(stop.position);
  if (arrived.settled !== null) return skip(arrived, arrived.settled);
  if (stop.planMode) return skip(arrived, "plan_mode");
  if (stop.backgroundTasks > 0) return skip(arrived, "background_tasks");
  if (isUnderWay(arrived, now)) return skip(arrived, "concurrent");
  if (arrived.seen === position || arrived.pushed.includes(position)) {
    return skip(arrived, "already_judged");
  }
  if (pushesLeft(arrived, stop.feedbacks, blockCap) <= 0) return skip(arrived, "attempts_used_up");

  const { personTurns, feedbacks } = stop;
  return {
    state: { ...arrived, active: { print: position, startedAt: now } },
    decision: {
      judge: true,
      attempt: attemptsOf(arrived, feedbacks),
      run: { personTurns, position, startedAt: now, feedbacks },
    },
  };
}

/** The state at a stop: which task it is of, how many blocks led to it, whether it was aborted. */
function arrive(before: GuardState, stop: StopFacts): GuardState {
  const position = shortKey(stop.position);
  let state = ofTask(before, stop);
  // One stop may be told twice, and is one all the same.
  if (position !== state.at) state = { ...state, at: position, row: rowOf(state, stop) };
  return stop.aborted ? finishTask(state, "aborted") : state;
}

function ofTask(state: GuardState, { personTurns, continued, feedbacks }: StopFacts): GuardState {
  if (state.task === personTurns) return state;
  if (state.task === null) {
    // We have sent the agent back and do not remember it. How often, and what for, is lost.
    const forgotten = continued || feedbacks > 0;
    const begun = beginTask(state, personTurns);
    return forgotten ? finishTask(begun, "unreadable") : begun;
  }
  // After a block the person has taken nothing back: the client has only forgotten some messages.
  if (continued && personTurns < state.task) return { ...state, task: personTurns };
  return beginTask(state, personTurns);
}

function rowOf({ row }: GuardState, { continued }: StopFacts): number | null {
  if (!continued) return 0;
  return row === null ? null : row + 1;
}

/** What began in the future did not begin: then the clock was put back. */
function isUnderWay({ active }: GuardState, now: number): boolean {
  return active !== null && active.startedAt <= now &&
    now - active.startedAt < GUARD_LIMITS.judging;
}

/**
 * What a verdict asks for. `watch`: nothing tells whether the task is done; `hold`: something forbids
 * to speak, whatever is missing.
 */
export type VerdictEffect = "let_go" | "watch" | "hold" | "needs_human" | "push";

/** What is known when a verdict is there. */
export interface VerdictFacts {
  /** What {@linkcode startJudging} gave for it. */
  readonly run: JudgeRun;
  readonly effect: VerdictEffect;
  /** A hash of what the verdict rests on: where it is that of the last feedback, nothing changed. */
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
  | Exclude<VerdictEffect, "let_go" | "push">
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
  if (effect !== "push") return letGo(seen, effect);
  if (facts.observed) return letGo(seen, "observed");

  const left = pushesLeft(over, run.feedbacks, blockCap);
  if (left <= 0) return letGo(finishTask(over, "attempts_used_up"), "attempts_used_up");
  const evidence = shortKey(facts.evidence);
  if (evidence === over.evidence) return letGo(finishTask(over, "no_progress"), "no_progress");

  const pushed: GuardState = { ...over, pushed: [...over.pushed, run.position], evidence };
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
