/** A task as every board's export is reduced to, and what may tell whether it was right. */

import type { BoardHistoryMetrics } from "../../schema/types.ts";

/** What tells whether a task was right. */
export type SignalName = keyof BoardHistoryMetrics["by_signal"];

/** One such thing, and when it could be seen. Times are milliseconds since 1970, as everywhere here. */
export interface Signal {
  readonly name: SignalName;
  readonly correct: boolean;
  readonly at: number;
}

/** What became of a task, in its own record. */
export interface Outcome {
  readonly correct: boolean;
  /** Null: the record does not say when. */
  readonly at: number | null;
}

/** A task, finished or not. */
export interface Task {
  readonly id: string;
  /** Where it stands in the export: its line, or its position, from 1. */
  readonly place: number;
  /** What a commit message may call it, where that is not what `namesOf` says. */
  readonly names?: readonly string[];
  /** Whether it is finished now. */
  readonly done: boolean;
  /** When it was first finished, as far as is known; it may have been reopened since. */
  readonly done_at: number | null;
  /** When its record last changed, where that is said. */
  readonly updated_at: number | null;
  readonly reopened_at: readonly number[];
  readonly outcome: Outcome | null;
  /** When bugs were reported that the board links to it as their cause. */
  readonly bugs: readonly number[];
}

/** One empty list for all: there may be a million tasks. */
const NONE: readonly number[] = [];

/** A task of which nothing is known but that it exists. */
export function plainTask(id: string, place: number): Task {
  return {
    ...{ id, place, done: false, done_at: null, updated_at: null },
    ...{ reopened_at: NONE, outcome: null, bugs: NONE },
  };
}

/**
 * What commits call a task with this id: `PROJ-12`, `task-7.1`, `#12` for a bare number. An id that
 * could be any word is no name: "setup", "v2" and "12" stand in many messages that mean no task.
 */
export function namesOf(id: string): string[] {
  if (/^#?\d+$/.test(id)) return [`#${id.replace("#", "")}`];
  const told = /^[^a-z]*[a-z][^-_.]*[-_.]\D*\d/i.test(id) ||
    (id.length >= 8 && /\d/.test(id) && /[a-z]/i.test(id));
  return told ? [id.toLowerCase()] : [];
}

/** The value if it is a text with something in it. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** An id: a text, or a whole number. */
export function idOf(value: unknown): string | null {
  return Number.isSafeInteger(value) ? String(value) : textOf(value);
}

/** The earliest of these times; null if there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  return times.reduce<number | null>(
    (first, at) => first === null || (at !== null && at < first) ? at : first,
    null,
  );
}
