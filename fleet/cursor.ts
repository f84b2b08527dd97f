/**
 * What the engine has acknowledged of a folder: a small file beside its records, one for each stream
 * that they were ever sent to. What it does not hold is sent again; that is safe, because the engine
 * and the readers know a record by its content.
 */

import { createHash } from "node:crypto";
import { basename } from "node:path";
import { readState } from "../lib/store/state.ts";
import { Store, StoreError } from "../lib/store/store.ts";
import { objectOf } from "../lib/text/values.ts";
import { contentHash, type StreamIdentity } from "./stream.ts";

const FORMAT = "ship-cursor.v1";
/** Characters for each file: 66 bits of a hash, so that a million files share none. */
const WIDTH = 11;
/** A cursor is written so long after an acknowledgement, with all that came since: milliseconds. */
const SOON = 300;
/** Writing takes no more than one part in so many of the time, however large the cursor is. */
const LITTLE = 20;
/** We write no cursor that is larger. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The cursor of one folder. Only one process at a time has it. */
export class Cursor {
  readonly #lock: string;
  readonly #inode: number | null;
  #acknowledged: Set<string>;
  #isWritten = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = SOON;
  /** Why it could not be written the last time; null where it could. */
  trouble: string | null = null;

  private constructor(
    readonly store: Store,
    readonly name: string,
    readonly identity: StreamIdentity,
    readonly say: (message: string) => void,
  ) {
    this.#lock = `${store.folder}/${name}.lock`;
    this.#inode = inodeOf(this.#lock);
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
   * @param say Gets a message when it cannot be written in the background.
   * @throws {StoreError} If the folder cannot be written to.
   */
  static open(
    folder: string,
    identity: StreamIdentity,
    say: (message: string) => void = () => {},
  ): Cursor | null {
    const name = cursorName(identity);
    try {
      const store = Store.open(folder);
      return store.lock(`${name}.lock`) ? new Cursor(store, name, identity, say) : null;
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

  /** Takes note of an acknowledgement, and writes it soon. */
  add(fileHash: string): void {
    this.#acknowledged.add(fileHash);
    this.#isWritten = false;
    this.#timer ??= setTimeout(() => this.write(), this.#pause);
  }

  /** Forgets all but these: files that are gone need no note. */
  keepOnly(fileHashes: ReadonlySet<string>): void {
    if (this.#acknowledged.isSubsetOf(fileHashes)) return;
    this.#acknowledged = this.#acknowledged.intersection(fileHashes);
    this.#isWritten = false;
  }

  /**
   * Writes now what was noted since the last time. A disk that is full may have room later; what is
   * not written down is sent twice, and not lost.
   */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWritten || !this.isThere) return;
    const start = performance.now();
    const { name: stream, created } = this.identity;
    const head = { format: FORMAT, stream, created, files: this.#acknowledged.size };
    const text = JSON.stringify({ ...head, acknowledged: [...this.#acknowledged].join("") });
    try {
      this.store.write(`${this.name}.cursor`, `${text}\n`);
      this.#isWritten = true;
      this.trouble = null;
    } catch (error) {
      const isNew = this.trouble === null;
      this.trouble = (error as Error).message;
      if (isNew) {
        this.say(
          `Cannot write "${this.store.folder}/${this.name}.cursor": ${this.trouble}; going on`,
        );
      }
    }
    this.#pause = Math.max(SOON, LITTLE * (performance.now() - start));
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
export function fileHash(
  path: string,
  { size, mtime }: Pick<Deno.FileInfo, "size" | "mtime">,
): string {
  return createHash("sha256").update(`${basename(path)}\n${size}\n${mtime?.getTime() ?? 0}`)
    .digest("base64url").slice(0, WIDTH);
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

/** What a cursor holds; nothing where it is damaged, so that all is sent again. */
function cursorOf(value: unknown, { name, created }: StreamIdentity): Set<string> {
  const { format, stream, created: made, files, acknowledged } = objectOf(value) ?? {};
  const isOurs = format === FORMAT && stream === name && made === created &&
    typeof files === "number" && typeof acknowledged === "string" &&
    acknowledged.length === files * WIDTH;
  if (!isOurs) return new Set();
  return new Set(
    Array.from({ length: files }, (_, n) => acknowledged.slice(n * WIDTH, (n + 1) * WIDTH)),
  );
}
