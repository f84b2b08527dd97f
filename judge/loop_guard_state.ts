/**
 * What the loop guard remembers of one session: small, plain JSON, and trusted with nothing.
 *
 * A program that can write where it is kept can make the judge quiet, by finishing every task before
 * it is judged. It cannot make it loop: {@linkcode startJudging} also counts what stands in the
 * conversation, and takes the higher number.
 */

import type { SkipReason } from "../schema/names.ts";
import { isObject } from "../lib/text/values.ts";

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

  /**
   * How long a judgement may be under way, in milliseconds. No judge takes longer; a process that
   * was killed never says that it is over, and must not mute the session for ever.
   */
  judging: 180_000,

  /** Characters kept of a key. Whatever is longer is none, and the state has to stay small. */
  key: 128,
} as const;

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
  /** What the last feedback rested on. */
  readonly evidence: string | null;
  /** The last stop, and how many blocks in a row came before it; null where that is not known. */
  readonly at: string | null;
  readonly row: number | null;
  /** The judgement under way. */
  readonly active: { readonly print: string; readonly startedAt: number } | null;
}

/** A session of which nothing is remembered. */
export function newGuardState(): GuardState {
  return { ...BLANK_TASK, task: null, at: null, row: null };
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
  active: null,
} as const satisfies Partial<GuardState>;

type Check = (value: unknown) => boolean;

const orNull = (is: Check): Check => (value) => value === null || is(value);

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
  active: orNull((value) => isOf(value, { print: isKey, startedAt: Number.isFinite })),
};

function isOf(value: unknown, fields: Readonly<Record<string, Check>>): boolean {
  return isObject(value) && Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, is]) => is(value[name]));
}

/**
 * The state that a value read from JSON describes. One wrong field makes it no state at all: half
 * a memory could be played against the limits, none at all is a case that the guard is ready for.
 */
export function readGuardState(value: unknown): GuardState {
  return isOf(value, FIELDS) ? value as GuardState : newGuardState();
}
