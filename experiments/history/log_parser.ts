/**
 * The bytes of `git log -z --raw` as commits, while they come.
 *
 * Fields end with NUL, the one byte that neither a message nor a path can hold, so nothing that
 * somebody wrote into a message can pass for another field. What is kept is bounded: of a message
 * and of a path the first `MAX_TEXT` bytes, of a longer message also the lines in its last
 * `MAX_TAIL` bytes, since trailers stand there; of a commit the first `MAX_PATHS` paths.
 */

import { decodePath } from "../../lib/git/paths.ts";
import { GitError } from "../../lib/git/run.ts";

/** Four fields, ended by NUL; with `-z` git ends the last of them so itself. */
export const LOG_FORMAT = "--format=tformat:%H%x00%P%x00%ct%x00%B";

/** How many bytes of a message or of a path are kept. */
export const MAX_TEXT = 65_536;

/** How many bytes of a longer message's end are kept as well. */
export const MAX_TAIL = 8192;

/** How many paths of one commit are kept. */
export const MAX_PATHS = 100_000;

/** A commit as `git log` tells it. */
export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  /** When it was committed, in seconds since 1970. */
  readonly time: number;
  /** Bytes that are not UTF-8 are replaced; a long one has lost its middle. */
  readonly message: string;
  /** What it changed; nothing for a merge, unless the log follows first parents. */
  readonly paths: readonly string[];
  /** What happened to each path, one of git's letters each: `A` added, `M` modified, `D` deleted. */
  readonly statuses: string;
  /** How many paths it changed beyond those that are kept; not there if none. */
  readonly morePaths?: number;
}

const enum Field {
  Sha,
  Parents,
  Time,
  Message,
  /** Either what happened to a path, or the next commit's sha. */
  Change,
  Path,
}

const NEWLINE = 10;
const COLON = 58;
const NOTHING = new Uint8Array(0);
const lenient = new TextDecoder();
const latin = new TextDecoder("latin1");

/** Reads one log. */
export class LogParser {
  #field: Field = Field.Sha;
  /** The beginning of a field whose end has not come yet. */
  #pending: Uint8Array = NOTHING;
  /** Whether that field has lost its middle. */
  #clipped = false;
  #sha = "";
  #parents: string[] = [];
  #time = 0;
  #message = "";
  #paths: string[] = [];
  #statuses: number[] = [];
  #status = 0;
  #morePaths = 0;

  /** Takes more bytes and returns the commits that became whole; the last one comes from `end`. */
  push(chunk: Uint8Array): Commit[] {
    const commits: Commit[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      let bytes = chunk.subarray(start, end);
      if (this.#pending.length > 0) {
        bytes = this.#joined(bytes);
        this.#pending = NOTHING;
      }
      this.#take(bytes, commits);
      this.#clipped = false;
      start = end + 1;
    }
    if (start < chunk.length) this.#pending = this.#joined(chunk.subarray(start));
    return commits;
  }

  /** The last commit, if there was any. */
  end(): Commit | null {
    if (this.#field === Field.Sha && this.#pending.length === 0) return null;
    if (this.#field !== Field.Change || this.#pending.length > 0) {
      throw new GitError("The log ends in the middle of a commit");
    }
    return this.#commit();
  }

  #take(bytes: Uint8Array, commits: Commit[]): void {
    switch (this.#field) {
      case Field.Change: {
        const at = bytes[0] === NEWLINE ? 1 : 0;
        if (bytes[at] === COLON) {
          this.#status = bytes[bytes.length - 1]!;
          this.#field = Field.Path;
          return;
        }
        commits.push(this.#commit());
        this.#takeSha(bytes);
        return;
      }
      case Field.Path:
        if (this.#paths.length < MAX_PATHS) {
          this.#paths.push(decodePath(bytes.subarray(0, MAX_TEXT)));
          this.#statuses.push(this.#status);
        } else this.#morePaths++;
        this.#field = Field.Change;
        return;
      case Field.Sha:
        this.#takeSha(bytes);
        return;
      case Field.Parents:
        this.#parents = bytes.length === 0
          ? []
          : latin.decode(bytes.subarray(0, MAX_TEXT)).split(" ");
        this.#field = Field.Time;
        return;
      case Field.Time:
        this.#time = Number(latin.decode(bytes));
        this.#field = Field.Message;
        return;
      case Field.Message:
        this.#message = this.#text(bytes);
        this.#field = Field.Change;
        return;
    }
  }

  #takeSha(bytes: Uint8Array): void {
    const sha = latin.decode(bytes);
    if (!/^[0-9a-f]{40,64}$/.test(sha)) {
      throw new GitError(`Cannot read the log: expected a commit, got "${sha.slice(0, 64)}"`);
    }
    this.#sha = sha;
    this.#paths = [];
    this.#statuses = [];
    this.#morePaths = 0;
    this.#field = Field.Parents;
  }

  /** A message; where its middle is lost, its end begins with a whole line. */
  #text(bytes: Uint8Array): string {
    const kept = this.#clip(bytes);
    if (!this.#clipped) return lenient.decode(kept);
    const tail = lenient.decode(kept.subarray(MAX_TEXT));
    const line = tail.indexOf("\n");
    return lenient.decode(kept.subarray(0, MAX_TEXT)) + (line < 0 ? "" : tail.slice(line));
  }

  #commit(): Commit {
    const commit: Commit = {
      sha: this.#sha,
      parents: this.#parents,
      time: this.#time,
      message: this.#message,
      paths: this.#paths,
      // Not joined one by one: V8 would keep every step.
      statuses: latin.decode(Uint8Array.from(this.#statuses)),
    };
    return this.#morePaths === 0 ? commit : { ...commit, morePaths: this.#morePaths };
  }

  /** The pending bytes and more of the same field, copied, and no more than will be kept. */
  #joined(more: Uint8Array): Uint8Array {
    const before = this.#pending;
    const both = new Uint8Array(before.length + more.length);
    both.set(before);
    both.set(more, before.length);
    return this.#clip(both);
  }

  /** The beginning and the end of what is too long. */
  #clip(bytes: Uint8Array): Uint8Array {
    if (bytes.length <= MAX_TEXT + MAX_TAIL) return bytes;
    this.#clipped = true;
    const kept = bytes.slice(0, MAX_TEXT + MAX_TAIL);
    kept.set(bytes.subarray(-MAX_TAIL), MAX_TEXT);
    return kept;
  }
}
