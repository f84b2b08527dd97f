/**
 * State files: what hooks remember between events, each a new process. They are small JSON, written
 * whole, and trusted with nothing: what is missing, broken or too large is as new.
 */

import type { Store } from "./store.ts";

/** A state file of ours that is larger was not written by us. */
const MAX_BYTES = 256 * 1024;

/** What a state file holds, as `read` makes it out; it gets null where there is nothing to read. */
export function readState<T>(
  store: Store,
  file: string,
  read: (value: unknown) => T,
  most: number = MAX_BYTES,
): T {
  let value: unknown = null;
  try {
    value = JSON.parse(store.read(file, most) ?? "null");
  } catch {
    // As new
  }
  return read(value);
}

/** Remembers a state. */
export function writeState(store: Store, file: string, state: unknown): void {
  store.write(file, JSON.stringify(state));
}

/** What a key takes up at most. The longest hold what a model wrote: 4,500 characters, escaped. */
const MAX_KEY_BYTES = 16 * 1024;

/** Keys that are remembered in a state file, the newest of them. */
export class KeyMemory {
  readonly #store: Store;
  readonly #file: string;
  readonly #most: number;
  #keys: readonly string[];

  /**
   * @param most How many keys are kept.
   * @param believed Whether the file is ours; one that came with a clone is not.
   */
  constructor(store: Store, file: string, most: number, believed = true) {
    this.#store = store;
    this.#file = file;
    this.#most = most;
    this.#keys = believed ? this.#read() : [];
  }

  has(key: string): boolean {
    return this.#keys.includes(key);
  }

  /** Remembers these beside what another process may have added meanwhile. Throws if it cannot. */
  add(...keys: string[]): void {
    this.#keys = [...new Set([...this.#read(), ...this.#keys, ...keys])].slice(-this.#most);
    this.save();
  }

  /** Writes what is remembered; throws if it cannot. */
  save(): void {
    writeState(this.#store, this.#file, this.#keys);
  }

  #read(): string[] {
    return readState(
      this.#store,
      this.#file,
      (value) => Array.isArray(value) ? value.filter((key) => typeof key === "string") : [],
      this.#most * MAX_KEY_BYTES,
    );
  }
}

/** A session so far. */
export interface SessionState {
  /** Where HEAD was at the start; null in a repository without a commit, or where it was not recorded. */
  base: string | null;
  /** When the session started; null where it was not recorded. */
  startedAt: string | null;
  /** What was dirty already at the start, by path, with a hash of its content. */
  dirty: Record<string, string>;
  /** How many captures the session has. */
  attempts: number;
  /** HEAD and the changed paths, in short, at the last capture. */
  last: string | null;
}

/** A session of which nothing is known. */
export function newSession(): SessionState {
  return { base: null, startedAt: null, dirty: {}, attempts: 0, last: null };
}

/** The state of a session, or null where there is none that makes sense. Dirty files may be many. */
export function readSession(store: Store, session: string): SessionState | null {
  return readState(store, sessionFile(session), sessionOf, Infinity);
}

function sessionOf(value: unknown): SessionState | null {
  if (typeof value !== "object" || value === null) return null;
  const text = (field: unknown): string | null => typeof field === "string" ? field : null;
  const { base, startedAt, dirty, attempts, last } = value as Record<string, unknown>;
  const count = Number.isInteger(attempts) ? attempts as number : 0;
  const head = text(base);
  return {
    // It becomes an argument of git, and a repository may bring files of this name along.
    base: head !== null && /^[0-9a-f]{40,64}$/.test(head) ? head : null,
    startedAt: text(startedAt),
    dirty: typeof dirty === "object" && dirty !== null ? dirty as Record<string, string> : {},
    attempts: count > 0 && count < 1e9 ? count : 0,
    last: text(last),
  };
}

/** Remembers the state of a session. */
export function writeSession(store: Store, session: string, state: SessionState): void {
  writeState(store, sessionFile(session), state);
}

function sessionFile(session: string): string {
  return `state/${session}.json`;
}
