/**
 * What the judge remembers of a session: how often it sent the agent back, what it need not ask
 * again, and what a compaction must not lose. Every hook is a new process, so all of it is on disk;
 * broken or missing, it is as new.
 */

import { type GuardState, newGuardState, readGuardState } from "../../judge/loop_guard.ts";
import type { CompactionFacts } from "../../judge/compaction.ts";
import type { Store } from "../../lib/store/store.ts";
import { readState, writeState } from "../../lib/store/state.ts";
import { countOf, isObject, objectOf } from "../../lib/text/values.ts";

/** How long an answer is good, in milliseconds: the providers' models, a stuck look, a project's rules. */
const CACHE_MS = { model: 5 * 60_000, stuck: 60_000, instructions: 60_000 } as const;

/** Something remembered until a moment. */
export interface Cached<T> {
  readonly value: T;
  readonly until: number;
}

/**
 * What was under way before the client summarised the conversation: the task, what it is about, and
 * how far it came. Bounded, and without secrets.
 */
export type SavedWork = CompactionFacts;

/** What the judge remembers. */
export interface JudgeState {
  guard: GuardState;
  /** So many messages of the person belong to tasks that are settled. */
  settled: number;
  /** The model that answered last. */
  model: Cached<string> | null;
  /** What kind of silence it was, by where the conversation stood. */
  stuck: Cached<string> | null;
  /** The project's instructions, scrubbed and shortened. */
  instructions: Cached<string> | null;
  saved: SavedWork | null;
}

/** A file of ours that is larger was not written by us. */
const MAX_BYTES = 64 * 1024;

/** The state of a session. */
export function readJudgeState(store: Store, session: string): JudgeState {
  return readState(store, stateFile(session), judgeStateOf, MAX_BYTES);
}

function judgeStateOf(value: unknown): JudgeState {
  const { guard, settled, model, stuck, instructions, saved } = objectOf(value) ?? {};
  return {
    guard: guard === undefined ? newGuardState() : readGuardState(guard),
    settled: countOf(settled) ?? 0,
    model: cachedText(model),
    stuck: cachedText(stuck),
    instructions: cachedText(instructions),
    saved: savedWork(saved),
  };
}

/** Remembers the state of a session. */
export function writeJudgeState(store: Store, session: string, state: JudgeState): void {
  writeState(store, stateFile(session), state);
}

/** What is remembered, where it is still good. A clock that went back makes nothing last longer. */
export function fresh<T>(cached: Cached<T> | null, now: number, kind: keyof typeof CACHE_MS) {
  const left = (cached?.until ?? 0) - now;
  return cached !== null && left > 0 && left <= CACHE_MS[kind] ? cached.value : null;
}

/** Something to remember from now on. */
export function cache<T>(value: T, now: number, kind: keyof typeof CACHE_MS): Cached<T> {
  return { value, until: now + CACHE_MS[kind] };
}

/** One field of the wrong type makes it nothing: half of it would remind of something else. */
function savedWork(value: unknown): SavedWork | null {
  if (!isObject(value)) return null;
  const { task, lastResponse, tools, gitWork, reference, untold } = value;
  const whole = typeof task === "string" && typeof lastResponse === "string" &&
    Array.isArray(tools) && tools.every((line) => typeof line === "string") &&
    typeof gitWork === "boolean" && typeof untold === "boolean" && reference !== undefined;
  return whole
    ? { task, lastResponse, tools, gitWork, reference: referenceIn(reference), untold }
    : null;
}

function referenceIn(value: unknown): SavedWork["reference"] {
  const { noun, number } = objectOf(value) ?? {};
  return noun === "pr" || noun === "issue" ? { noun, number: countOf(number) } : null;
}

function cachedText(value: unknown): Cached<string> | null {
  if (!isObject(value)) return null;
  const { value: text, until } = value;
  return typeof text === "string" && typeof until === "number" ? { value: text, until } : null;
}

/** Where the state stands in the folder of records. */
export function stateFile(session: string): string {
  return `state/${session}.judge.json`;
}
