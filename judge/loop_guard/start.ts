/** The first half of the loop guard: whether a stop may be judged at all. */

import type { SkipReason } from "../../schema/names.ts";
import { GUARD_LIMITS } from "./limits.ts";
import {
  attemptsOf,
  beginTask,
  finishTask,
  type GuardState,
  isCount,
  pushesLeft,
  shortKey,
} from "./state.ts";

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
export interface GuardOptions {
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

/** A state, and what was decided. Keep the state before acting on the decision. */
export interface Step<Decision> {
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

  const arrived = arrive(state, stop, now);
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
function arrive(before: GuardState, stop: StopFacts, now: number): GuardState {
  const position = shortKey(stop.position);
  let state = ofTask(before, stop);
  // One stop may be told twice, and is one all the same.
  if (position !== state.at) state = { ...state, at: position, row: rowOf(state, stop) };
  if (before.abort !== null) {
    const { task, at } = before.abort;
    if (task === stop.personTurns || isWithin(GUARD_LIMITS.abortCooldown, at, now)) {
      state = finishTask(state, "aborted");
    }
    state = { ...state, abort: null };
  }
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

function isUnderWay({ active }: GuardState, now: number): boolean {
  return active !== null && isWithin(GUARD_LIMITS.judging, active.startedAt, now);
}

/** Whether something is so young. What lies in the future does not: then the clock was put back. */
function isWithin(limit: number, since: number, now: number): boolean {
  return since <= now && now - since < limit;
}
