/**
 * What the loop guard remembers of one session: small, plain JSON, and trusted with nothing.
 *
 * A program that can write where it is kept can make the judge quiet, by finishing every task before
 * it is judged. It cannot make it loop: {@linkcode startJudging} also counts what stands in the
 * conversation, and takes the higher number.
 */

import type { SkipReason } from "../../schema/names.ts";
import { GUARD_LIMITS } from "./limits.ts";
import { isObject } from "../../lib/text/values.ts";

/** Why a task is not judged again before the person says something new. */
export const FINISHED_REASONS = [
  "aborted",
  "already_judged",
  "attempts_used_up",
  "no_progress",
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
  /** What the last feedback rested on, and how many in a row rested on that. */
  readonly evidence: string | null;
  readonly rounds: number;
  /** The last stop, and how many blocks in a row came before it; null where that is not known. */
  readonly at: string | null;
  readonly row: number | null;
  /** The judgement under way. */
  readonly active: { readonly print: string; readonly startedAt: number } | null;
  /** An interruption that no stop has answered yet. `task` is null where the client did not say which. */
  readonly abort: { readonly task: number | null; readonly at: number } | null;
}

/** A session of which nothing is remembered. */
export function newGuardState(): GuardState {
  return { ...BLANK_TASK, task: null, at: null, row: null, abort: null };
}

/** The session with a task of which nothing has been judged yet. */
export function beginTask(state: GuardState, task: number): GuardState {
  return { ...state, ...BLANK_TASK, task };
}

/** The session with its task closed until the person says something new. */
export function finishTask(state: GuardState, settled: FinishedReason): GuardState {
  return { ...state, settled, active: null };
}

/** How often the agent was sent back in this task: the higher of what is remembered and shown. */
export function attemptsOf({ pushed }: GuardState, feedbacks: number): number {
  // A number that is none may not lift the limit.
  return isCount(feedbacks) ? Math.max(pushed.length, feedbacks) : GUARD_LIMITS.attempts;
}

/** How often the agent may still be sent back before the person speaks, this time included. */
export function pushesLeft(state: GuardState, feedbacks: number, blockCap: number | null): number {
  const attempts = attemptsOf(state, feedbacks);
  const own = GUARD_LIMITS.attempts - attempts;
  if (blockCap === null) return own;
  // A row whose beginning was not seen may be of any length. A client that does not say what
  // follows a block still counts ours.
  const blocks = Math.max(state.row ?? Infinity, attempts);
  const below = blockCap - 1 - blocks;
  return Number.isNaN(below) ? 0 : Math.min(own, below);
}

/**
 * The state that a value read from JSON describes. One wrong field makes it no state at all: half
 * a memory could be played against the limits, none at all is a case that the guard is ready for.
 */
export function readGuardState(value: unknown): GuardState {
  if (!isObject(value)) return newGuardState();
  const { task, settled, pushed, seen, evidence, rounds, at, row, active, abort } = value;
  const whole = orNull(isCount)(task) && orNull(isSettled)(settled) && isKeys(pushed) &&
    orNull(isKey)(seen) && orNull(isKey)(evidence) && isCount(rounds) &&
    orNull(isKey)(at) && orNull(isCount)(row) && orNull(isActive)(active) &&
    orNull(isAbort)(abort);
  return whole
    ? {
      task,
      settled,
      pushed: [...pushed],
      seen,
      evidence,
      rounds,
      at,
      row,
      active: active && { print: active.print, startedAt: active.startedAt },
      abort: abort && { task: abort.task, at: abort.at },
    }
    : newGuardState();
}

/** Whether a value counts something. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** What is kept of a key: two that begin alike are one, which can only make the judge quiet. */
export function shortKey(key: string): string {
  return key.slice(0, GUARD_LIMITS.key);
}

const BLANK_TASK = {
  settled: null,
  pushed: [],
  seen: null,
  evidence: null,
  rounds: 0,
  active: null,
} as const satisfies Partial<GuardState>;

function orNull<T>(is: (value: unknown) => value is T): (value: unknown) => value is T | null {
  return (value): value is T | null => value === null || is(value);
}

function isKey(value: unknown): value is string {
  return typeof value === "string" && value.length <= GUARD_LIMITS.key;
}

function isKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= GUARD_LIMITS.attempts && value.every(isKey);
}

function isSettled(value: unknown): value is FinishedReason {
  return (FINISHED_REASONS as readonly unknown[]).includes(value);
}

function isActive(value: unknown): value is NonNullable<GuardState["active"]> {
  return isObject(value) && isKey(value.print) && Number.isFinite(value.startedAt);
}

function isAbort(value: unknown): value is NonNullable<GuardState["abort"]> {
  return isObject(value) && orNull(isCount)(value.task) && Number.isFinite(value.at);
}

/**
 * The person interrupted the agent. The task that is under way is over, whichever the client
 * names: feedback after an interruption is worse than a task that is not judged.
 */
export function noteAbort(state: GuardState, personTurns: number | null, now: number): GuardState {
  const abort = { task: personTurns, at: now };
  return { ...(state.task === null ? state : finishTask(state, "aborted")), abort };
}

/**
 * The person sent a message, so that they have sent so many. Everything is open again, also where
 * they took messages back and the count is an old one. Not for what we or the client send.
 *
 * The blocks in a row stay: a message that comes while the agent works does not end them for the
 * client, and the next stop tells.
 */
export function notePrompt(state: GuardState, personTurns: number): GuardState {
  return { ...beginTask(state, personTurns), abort: null };
}
