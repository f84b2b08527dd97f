/**
 * Keeps the judge from looping: a pure state machine, one state per session.
 *
 * {@linkcode startJudging} at every stop; where it says so, judge, and {@linkcode finishJudging}
 * with the verdict. Read the state anew before each of them, and keep the new one before acting on
 * the decision: feedback that was counted and not sent is lost, feedback that was not counted
 * repeats.
 *
 * What it promises, for every order of events:
 * - an agent that an agent started is never judged;
 * - of two judgements at a time one counts, and one state is never answered twice;
 * - a finished task stays so until the person says something new;
 * - an interrupted task gets no feedback, also where the interruption comes while it is judged;
 * - an agent that changed nothing since the last feedback gets no other;
 * - the limits of {@linkcode GUARD_LIMITS} hold, and a client's own cap is never reached;
 * - a message of the person opens everything again; no clock and no lost file mutes for longer.
 *
 * The state is plain JSON, and trusted with nothing. A program that can write where it is kept can
 * make the judge quiet, by finishing every task before it is judged. It cannot make it loop: what
 * stands in the conversation is counted too, and the higher number is taken.
 */

import type { SkipReason } from "../schema/names.ts";
import { countOf, isObject } from "../lib/text/values.ts";

/** When the judge has to stop: every number, with its reason. */
export const GUARD_LIMITS = {
  /**
   * Feedback for one task. Long work needs several rounds; an agent that was told sixteen times and is
   * not done will not be done by being told again.
   */
  attempts: 16,

  /**
   * Blocks in a row after which a client overrides its hooks, where it has such a cap and names no
   * other. A run that the client cuts off ends without a result, so the last block of ours is one
   * less, and says that it is the last.
   */
  blockCap: 8,

  /** Characters kept of a key. Whatever is longer is none, and the state has to stay small. */
  key: 128,
} as const;

/** Why a task is not judged again before the person says something new. */
export const FINISHED_REASONS = [
  "aborted",
  "already_judged",
  "attempts_used_up",
  "unreadable",
] as const satisfies readonly SkipReason[];

/** One of {@linkcode FINISHED_REASONS}. */
type FinishedReason = (typeof FINISHED_REASONS)[number];

/** What is remembered of a session. */
export interface GuardState {
  /** The task: how many messages the person had sent. Null where nothing is remembered. */
  readonly task: number | null;
  /** Why the task is not judged again; null while it is open. */
  readonly settled: FinishedReason | null;
  /** The states of the task in which the agent was sent back: as many as there were attempts. */
  readonly pushed: readonly string[];
  /** The state that was judged last without sending the agent back. */
  readonly seen: string | null;
  /** What the last feedback rested on. */
  readonly evidence: string | null;
  /** The last stop, and how many blocks in a row came before it; null where that is not known. */
  readonly at: string | null;
  readonly row: number | null;
}

const BLANK_TASK = { settled: null, pushed: [], seen: null, evidence: null } as const;

/** A session of which nothing is remembered. */
export function newGuardState(): GuardState {
  return { ...BLANK_TASK, task: null, at: null, row: null };
}

/** The session with a task of which nothing has been judged yet. */
function beginTask(state: GuardState, task: number): GuardState {
  return { ...state, ...BLANK_TASK, task };
}

/** The session with its task closed until the person says something new. */
function finishTask(state: GuardState, settled: FinishedReason): GuardState {
  return { ...state, settled };
}

type Check = (value: unknown) => boolean;

const orNull = (is: Check): Check => (value) => value === null || is(value);

const isCount: Check = (value) => countOf(value) !== null;

const isKey: Check = (value) => typeof value === "string" && value.length <= GUARD_LIMITS.key;

/** What each field may hold. */
const FIELDS: { readonly [Name in keyof GuardState]: Check } = {
  task: orNull(isCount),
  settled: orNull((value) => (FINISHED_REASONS as readonly unknown[]).includes(value)),
  pushed: (value) =>
    Array.isArray(value) && value.length <= GUARD_LIMITS.attempts && value.every(isKey),
  seen: orNull(isKey),
  evidence: orNull(isKey),
  at: orNull(isKey),
  row: orNull(isCount),
};

/**
 * The state that a value read from JSON describes. One wrong field makes it no state at all: half
 * a memory could be played against the limits, none at all is a case that the guard is ready for.
 * Fields of other versions are left out.
 */
export function readGuardState(value: unknown): GuardState {
  const fields = Object.entries(FIELDS);
  if (!isObject(value) || !fields.every(([name, is]) => is(value[name]))) return newGuardState();
  return Object.fromEntries(fields.map(([name]) => [name, value[name]])) as unknown as GuardState;
}

/** How often the agent was sent back in this task: the higher of what is remembered and shown. */
function attemptsOf({ pushed }: GuardState, feedbacks: number): number {
  // A number that is none may not lift the limit.
  return countOf(feedbacks) !== null ? Math.max(pushed.length, feedbacks) : GUARD_LIMITS.attempts;
}

/** How often the agent may still be sent back before the person speaks, this time included. */
function pushesLeft(state: GuardState, feedbacks: number, blockCap: number | null): number {
  const attempts = attemptsOf(state, feedbacks);
  const own = GUARD_LIMITS.attempts - attempts;
  if (blockCap === null) return own;
  // A row whose beginning was not seen may be of any length. A client that does not say what
  // follows a block still counts ours.
  const blocks = Math.max(state.row ?? Infinity, attempts);
  const below = blockCap - 1 - blocks;
  return Number.isNaN(below) ? 0 : Math.min(own, below);
}

/** What is kept of a key: two that begin alike are one, which can only make the judge quiet. */
function shortKey(key: string): string {
  return key.slice(0, GUARD_LIMITS.key);
}

/** What is known of a stop before anything is judged. */
export interface StopFacts {
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

/** Blocks in a row that the client puts up with; null where it has no such cap. */
type GuardOptions = { readonly blockCap: number | null };

/** One judgement under way. */
export interface JudgeRun {
  readonly personTurns: number;
  readonly position: string;
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
  { blockCap }: GuardOptions,
): Step<StartDecision> {
  const skip = (state: GuardState, reason: SkipReason): Step<StartDecision> => ({
    state,
    decision: { judge: false, attempt: attemptsOf(state, stop.feedbacks), reason },
  });
  // Another agent's stop: it says nothing about this session's task.
  if (stop.subagent) return skip(state, "subagent");
  if (!countOf(stop.personTurns)) return skip(state, "no_task");

  const arrived = arrive(state, stop);
  const position = shortKey(stop.position);
  if (arrived.settled !== null) return skip(arrived, arrived.settled);
  if (stop.planMode) return skip(arrived, "plan_mode");
  if (stop.backgroundTasks > 0) return skip(arrived, "background_tasks");
  if (isAnswered(arrived, position)) return skip(arrived, "already_judged");
  if (pushesLeft(arrived, stop.feedbacks, blockCap) <= 0) return skip(arrived, "attempts_used_up");

  const { personTurns, feedbacks } = stop;
  const run = { personTurns, position, feedbacks };
  const attempt = attemptsOf(arrived, feedbacks);
  return { state: arrived, decision: { judge: true, attempt, run } };
}

/** The state at a stop: which task it is of, how many blocks led to it, whether it was aborted. */
function arrive(before: GuardState, stop: StopFacts): GuardState {
  const position = shortKey(stop.position);
  let state = ofTask(before, stop);
  const nextRow = !stop.continued ? 0 : state.row === null ? null : state.row + 1;
  // One stop may be told twice, and is one all the same.
  if (position !== state.at) state = { ...state, at: position, row: nextRow };
  return stop.aborted ? finishTask(state, "aborted") : state;
}

function ofTask(state: GuardState, { personTurns, continued, feedbacks }: StopFacts): GuardState {
  if (state.task === personTurns) return state;
  // After a block the person has taken nothing back: the client has only forgotten some messages.
  const isShorter = state.task !== null && personTurns < state.task;
  if (continued && isShorter) return { ...state, task: personTurns };
  const begun = beginTask(state, personTurns);
  // We have sent the agent back and do not remember it. How often, and what for, is lost.
  const isForgotten = state.task === null && (continued || feedbacks > 0);
  return isForgotten ? finishTask(begun, "unreadable") : begun;
}

function isAnswered({ seen, pushed }: GuardState, position: string): boolean {
  return seen === position || pushed.includes(position);
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
  { blockCap }: GuardOptions,
): Step<FinishDecision> {
  const { run, effect } = facts;
  const attempts = attemptsOf(state, run.feedbacks);
  const letGo = (state: GuardState, why: LetGoReason): Step<FinishDecision> => ({
    state,
    decision: { kind: "let_go", attempt: attempts, why },
  });

  if (facts.aborted) {
    const isCurrent = state.task === facts.personTurns;
    const current = isCurrent ? state : beginTask(state, facts.personTurns);
    return letGo(finishTask(current, "aborted"), "aborted");
  }
  if (state.settled === "aborted") return letGo(state, "aborted");
  if (!isHolder(state, run)) return letGo(state, "concurrent");
  // What is done is done, also where the person has something new to say already.
  if (effect === "let_go") return letGo(finishTask(state, "already_judged"), "complete");
  if (facts.personTurns !== run.personTurns) return letGo(state, "concurrent");

  // An agent that waits may be woken by what it waits for, and is judged by what it does then.
  const seen: GuardState = { ...state, seen: run.position };
  if (effect !== "push") return letGo(seen, effect);
  if (facts.observed) return letGo(seen, "observed");

  const left = pushesLeft(state, run.feedbacks, blockCap);
  if (left <= 0) return letGo(finishTask(state, "attempts_used_up"), "attempts_used_up");
  const evidence = shortKey(facts.evidence);
  if (evidence === state.evidence) return letGo(seen, "no_progress");

  const pushed: GuardState = { ...state, pushed: [...state.pushed, run.position], evidence };
  const handOver = left === 1;
  return {
    state: handOver ? finishTask(pushed, "attempts_used_up") : pushed,
    decision: { kind: "push", attempt: attempts + 1, handOver },
  };
}

/** Whether nothing came after the stop that was judged, and no other judgement answered it. */
function isHolder(state: GuardState, { personTurns, position }: JudgeRun): boolean {
  return state.task === personTurns && state.at === position && state.settled === null &&
    !isAnswered(state, position);
}
