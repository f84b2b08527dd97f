/**
 * What the engine has acknowledged of a folder: a small file beside its records, one for each stream
 * that they were ever brought to. What it does not hold is brought again; that is safe, because the
 * engine and its readers know a record by its content.
 */

import { createHash } from "node:crypto";
import { Store, StoreError } from "../lib/store/store.ts";
import { contentHash } from "./subject.ts";
import { readState } from "../lib/store/state.ts";
import { objectOf } from "../lib/text/values.ts";

/** A stream that was removed and made again is another one: nothing of what was there is in it. */
export interface StreamIdentity {
  readonly name: string;
  /** When it was made, as the engine says. */
  readonly created: string;
}

/** A file as it was when it was read. */
interface FileState {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

const FORMAT = "ship-cursor.v1";
/** Characters for each file: 66 bits of a hash, so that a million files share none. */
const WIDTH = 11;
/** It is written no more often than every so many milliseconds, … */
const SELDOM = 1_000;
/** … and takes up no more than one part in so many of the time, however large it is. */
const LITTLE = 20;
/** A cursor larger than this is none of ours. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The cursor of one folder. Only one process at a time has it. */
export class Cursor {
  readonly #store: Store;
  readonly #name: string;
  readonly #identity: StreamIdentity;
  readonly #now: () => number;
  readonly #lock: string;
  readonly #inode: number | null;
  #acknowledged: Set<string>;
  #unwritten = 0;
  /** When it is time to write again, at the earliest. */
  #nextWrite = 0;

  private constructor(
    store: Store,
    name: string,
    identity: StreamIdentity,
    now: () => number,
  ) {
    this.#now = now;
    this.#lock = `${store.folder}/${name}.lock`;
    this.#inode = inodeOf(this.#lock);
    this.#store = store;
    this.#name = name;
    this.#identity = identity;
    this.#acknowledged = readState(
      store,
      `${name}.cursor`,
      (value) => cursorOf(value, identity),
      MAX_BYTES,
    );
  }

  /**
   * Opens the cursor of a folder; null while another process has it.
   *
   * @param now A clock in milliseconds.
   * @throws {StoreError} If something stands in the way of writing there.
   */
  static open(
    folder: string,
    identity: StreamIdentity,
    now: () => number = () => performance.now(),
  ): Cursor | null {
    const name = cursorName(identity);
    try {
      const store = Store.open(folder);
      return store.lock(`${name}.lock`) ? new Cursor(store, name, identity, now) : null;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new StoreError(`Cannot write to "${folder}/state": ${(error as Error).message}`);
    }
  }

  /** Whether it is still the folder's: with the folder, it may have been removed. */
  get isThere(): boolean {
    return inodeOf(this.#lock) === this.#inode;
  }

  /** Whether a file was acknowledged as it is now. */
  has(fileHash: string): boolean {
    return this.#acknowledged.has(fileHash);
  }

  /** Takes note of an acknowledgement. @returns Whether it is time to write. */
  add(fileHash: string): boolean {
    this.#acknowledged.add(fileHash);
    this.#unwritten++;
    return this.isDue;
  }

  /** Whether there is something to write, and it is time to. */
  get isDue(): boolean {
    return this.#unwritten > 0 && this.#now() >= this.#nextWrite;
  }

  /** Forgets all but these: files that are gone need no note. */
  keepOnly(fileHashes: ReadonlySet<string>): void {
    if (this.#acknowledged.isSubsetOf(fileHashes)) return;
    this.#acknowledged = this.#acknowledged.intersection(fileHashes);
    this.#unwritten++;
  }

  /** Writes what was noted since the last time. */
  write(): void {
    if (this.#unwritten === 0) return;
    const start = this.#now();
    this.#nextWrite = start + SELDOM;
    const { name: stream, created } = this.#identity;
    const head = { format: FORMAT, stream, created, files: this.#acknowledged.size };
    const text = JSON.stringify({ ...head, acknowledged: [...this.#acknowledged].join("") });
    this.#store.write(`${this.#name}.cursor`, `${text}\n`);
    this.#unwritten = 0;
    const end = this.#now();
    this.#nextWrite = end + Math.max(SELDOM, LITTLE * (end - start));
  }
}

/** Reads a folder's cursor without taking it: what has been acknowledged so far. */
export function acknowledgedIn(folder: string, identity: StreamIdentity): ReadonlySet<string> {
  const path = `${folder}/${cursorName(identity)}.cursor`;
  try {
    return cursorOf(JSON.parse(Deno.readTextFileSync(path)), identity);
  } catch {
    return new Set();
  }
}

/** A hash of what a folder says of a file: it changes with the file, which is not read. */
export function fileHash({ name, size, modified }: FileState): string {
  return createHash("sha256").update(`${name}\n${size}\n${modified}`).digest("base64url")
    .slice(0, WIDTH);
}

function inodeOf(path: string): number | null {
  try {
    return Deno.lstatSync(path).ino;
  } catch {
    return null;
  }
}

function cursorName({ name, created }: StreamIdentity): string {
  const hash = contentHash(new TextEncoder().encode(`${name}\n${created}`));
  return `state/ship-${hash.slice(0, 12)}`;
}

/** What a cursor holds; nothing where it is damaged, so that all is brought again. */
function cursorOf(value: unknown, { name, created }: StreamIdentity): Set<string> {
  const { format, stream, created: made, files, acknowledged } = objectOf(value) ?? {};
  const ours = format === FORMAT && stream === name && made === created &&
    typeof files === "number" && typeof acknowledged === "string" &&
    acknowledged.length === files * WIDTH;
  if (!ours) return new Set();
  return new Set(
    Array.from({ length: files }, (_, n) => acknowledged.slice(n * WIDTH, (n + 1) * WIDTH)),
  );
}

/** What was noted is written so many milliseconds after the last, where nothing else comes. */
const SOON = 300;

/** Keeps them. A disk that is full now may have room later; what is forgotten is brought twice, not lost. */
export class Cursors {
  readonly #cursors = new Set<Cursor>();
  readonly #say: (message: string) => void;
  #soon: ReturnType<typeof setTimeout> | undefined;
  /** Whether not all of it could be written the last time. */
  unwritable = false;

  constructor(say: (message: string) => void) {
    this.#say = say;
  }

  add(cursor: Cursor): void {
    this.#cursors.add(cursor);
  }

  delete(cursor: Cursor): void {
    this.#cursors.delete(cursor);
  }

  /** Writes them now. */
  write(): void {
    clearTimeout(this.#soon);
    let trouble: string | null = null;
    for (const cursor of this.#cursors) {
      try {
        cursor.write();
      } catch (error) {
        trouble = (error as Error).message;
      }
    }
    if (trouble !== null && !this.unwritable) {
      this.#say(`Cannot write down what was acknowledged: ${trouble}; going on`);
    }
    this.unwritable = trouble !== null;
  }

  /** Writes them soon: where record after record comes by itself, each must not cost a whole cursor. */
  writeSoon(): void {
    if ([...this.#cursors].some(({ isDue }) => isDue)) return this.write();
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.write(), SOON);
  }
}
