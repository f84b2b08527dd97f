/** What is remembered of a session between its events: small, and thrown away when it is broken. */

import type { Store } from "./store.ts";

/** A session so far. */
export interface SessionState {
  /** Where HEAD was at the start; null in a repository without a commit, or where nobody looked. */
  base: string | null;
  /** When the session started; null where nobody looked. */
  startedAt: string | null;
  /** What was dirty already at the start, by path, with a print of its content. */
  dirty: Record<string, string>;
  /** How many captures the session has. */
  attempts: number;
  /** HEAD and the changed paths, in short, at the last capture. */
  last: string | null;
}

/** A session of which nothing is known. */
export function newState(): SessionState {
  return { base: null, startedAt: null, dirty: {}, attempts: 0, last: null };
}

/** The state of a session, or null where there is none that makes sense. */
export function readState(store: Store, session: string): SessionState | null {
  try {
    const value = JSON.parse(store.read(fileOf(session)) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const text = (field: unknown): string | null => typeof field === "string" ? field : null;
    const { dirty, attempts } = value;
    const base = text(value.base);
    return {
      // It becomes an argument of git, and a repository may bring files of this name along.
      base: base !== null && /^[0-9a-f]{40,64}$/.test(base) ? base : null,
      startedAt: text(value.startedAt),
      dirty: typeof dirty === "object" && dirty !== null ? dirty : {},
      attempts: Number.isInteger(attempts) && attempts > 0 && attempts < 1e9 ? attempts : 0,
      last: text(value.last),
    };
  } catch {
    return null;
  }
}

/** Remembers the state of a session. */
export function writeState(store: Store, session: string, state: SessionState): void {
  store.write(fileOf(session), JSON.stringify(state));
}

function fileOf(session: string): string {
  return `state/${session}.json`;
}
