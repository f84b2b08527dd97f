/**
 * What the loop guard remembers of one session: small, plain JSON, and trusted with nothing.
 *
 * Whoever can write where it is kept can make the judge quiet, by settling every task before it is
 * judged. Nobody can make it loop: {@linkcode askToJudge} also counts what stands in the
 * conversation, and takes the higher number.
 */

import type { SkipReason } from "../../schema/names.ts";
import { GUARD_LIMITS } from "./limits.ts";
import { isObject } from "../../lib/text/values.ts";

/** Why a task is not judged again before the person says something new. */
export const SETTLED_REASONS = [
  "aborted",
  "already_judged",
  "attempts_used_up",
  "no_progress",
  "unreadable",
] as const satisfies readonly SkipReason[];

/** One of {@linkcode SETTLED_REASONS}. */
type SettledReason = (typeof SETTLED_REASONS)[number];

/** What is remembered of a session. */
export interface GuardState {
  /** The task: how many messages the person had sent. Null where nothing is remembered. */
  readonly task: number | null;
  /** Why the task is not judged again; null while it is open. */
  readonly settled: SettledReason | null;
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
  /** An interruption that no stop has answered yet. `task` is null where nobody said which. */
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
export function settle(state: GuardState, settled: SettledReason): GuardState {
  return { ...state, settled, active: null };
}

/**
 * The state that a value read from JSON describes. One wrong field makes it no state at all: half
 * a memory could be played against the limits, none at all is a case that the guard is ready for.
 */
export function readGuardState(value: unknown): GuardState {
  if (!isObject(value)) return newGuardState();
  const { task, settled, pushed, seen, evidence, rounds, at, row, active, abort } = value;
  const whole = orNull(isCount)(task) && orNull(isSettled)(settled) && isPrints(pushed) &&
    orNull(isPrint)(seen) && orNull(isPrint)(evidence) && isCount(rounds) &&
    orNull(isPrint)(at) && orNull(isCount)(row) && orNull(isActive)(active) &&
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

/** What is kept of a fingerprint: two that begin alike are one, which can only make the judge quiet. */
export function shortPrint(print: string): string {
  return print.slice(0, GUARD_LIMITS.print);
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

function isPrint(value: unknown): value is string {
  return typeof value === "string" && value.length <= GUARD_LIMITS.print;
}

function isPrints(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= GUARD_LIMITS.attempts && value.every(isPrint);
}

function isSettled(value: unknown): value is SettledReason {
  return (SETTLED_REASONS as readonly unknown[]).includes(value);
}

function isActive(value: unknown): value is NonNullable<GuardState["active"]> {
  return isObject(value) && isPrint(value.print) && Number.isFinite(value.startedAt);
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
  return { ...(state.task === null ? state : settle(state, "aborted")), abort };
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
