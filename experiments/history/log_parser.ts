/**
 * The bytes of `git log -z --raw` as commits, while they come.
 *
 * Fields end with NUL, the one byte that neither a message nor a path can hold, so nothing that a
 * person wrote into a message can pass for another field. What is kept is bounded: of a message and
 * of a path the first `MAX_TEXT` bytes, of a longer message also the lines in its last `MAX_TAIL`
 * bytes, since trailers stand there; of a commit the first `MAX_PATHS` paths.
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
  /** How many paths it changed beyond those that are kept. */
  readonly morePaths: number;
}

const NOTHING = new Uint8Array(0);

/** Splits bytes at NUL, while they come. */
export class NulFields {
  /** The beginning of a field whose end has not come yet. */
  #pending: Uint8Array = NOTHING;

  get pending(): number {
    return this.#pending.length;
  }

  /** Takes more bytes and gives the fields that became whole; they are valid until the next call. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const field = chunk.subarray(start, end);
      start = end + 1;
      if (this.#pending.length === 0) yield field;
      else {
        const whole = this.#joined(field);
        this.#pending = NOTHING;
        yield whole;
      }
    }
    if (start < chunk.length) this.#pending = this.#joined(chunk.subarray(start));
  }

  /** The pending bytes and more, copied; of what is too long, still more than `textOf` takes. */
  #joined(more: Uint8Array): Uint8Array {
    const both = new Uint8Array(this.#pending.length + more.length);
    both.set(this.#pending);
    both.set(more, this.#pending.length);
    if (both.length <= MAX_TEXT + MAX_TAIL) return both;
    const kept = both.slice(0, MAX_TEXT + MAX_TAIL + 1);
    kept.set(both.subarray(-MAX_TAIL), MAX_TEXT + 1);
    return kept;
  }
}

const NEWLINE = 10;
const COLON = 58;
const lenient = new TextDecoder();
const latin = new TextDecoder("latin1");

/** Reads one log. */
export class LogParser {
  readonly #fields = new NulFields();
  /** Which field comes next; a `change` may also be the next commit's sha. */
  #next: "sha" | "parents" | "time" | "message" | "change" | "path" = "sha";
  #commit = draftOf("");
  #status = 0;

  /** Takes more bytes and returns the commits that became whole; the last one comes from `end`. */
  push(chunk: Uint8Array): Commit[] {
    const commits: Commit[] = [];
    for (const bytes of this.#fields.push(chunk)) {
      const commit = this.#commit;
      const isChange = bytes[bytes[0] === NEWLINE ? 1 : 0] === COLON;
      if (this.#next === "change" && !isChange) {
        commits.push(finished(commit));
        this.#next = "sha";
      }
      switch (this.#next) {
        case "sha":
          this.#commit = draftOf(shaOf(bytes));
          this.#next = "parents";
          break;
        case "change":
          this.#status = bytes[bytes.length - 1]!;
          this.#next = "path";
          break;
        case "parents":
          if (bytes.length > 0) {
            commit.parents = latin.decode(bytes.subarray(0, MAX_TEXT)).split(" ");
          }
          this.#next = "time";
          break;
        case "time":
          commit.time = Number(latin.decode(bytes));
          this.#next = "message";
          break;
        case "message":
          commit.message = textOf(bytes);
          this.#next = "change";
          break;
        case "path":
          if (commit.paths.length < MAX_PATHS) {
            commit.paths.push(decodePath(bytes.subarray(0, MAX_TEXT)));
            commit.letters.push(this.#status);
          } else commit.morePaths++;
          this.#next = "change";
      }
    }
    return commits;
  }

  /** The last commit, if there was any. */
  end(): Commit | null {
    const { pending } = this.#fields;
    if (this.#next === "sha" && pending === 0) return null;
    if (this.#next !== "change" || pending > 0) {
      throw new GitError("The log ends in the middle of a commit");
    }
    return finished(this.#commit);
  }
}

/** A commit of which more is to come. */
interface Draft {
  readonly sha: string;
  parents: string[];
  time: number;
  message: string;
  readonly paths: string[];
  readonly letters: number[];
  morePaths: number;
}

function draftOf(sha: string): Draft {
  return { sha, parents: [], time: 0, message: "", paths: [], letters: [], morePaths: 0 };
}

function finished({ sha, parents, time, message, paths, letters, morePaths }: Draft): Commit {
  // Not joined one by one: V8 would keep every step.
  const statuses = latin.decode(Uint8Array.from(letters));
  return { sha, parents, time, message, paths, statuses, morePaths };
}

function shaOf(bytes: Uint8Array): string {
  const sha = latin.decode(bytes);
  if (/^[0-9a-f]{40,64}$/.test(sha)) return sha;
  throw new GitError(`Cannot read the log: expected a commit, got "${sha.slice(0, 64)}"`);
}

/** A message; where its middle is left out, its end begins with a whole line. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length <= MAX_TEXT + MAX_TAIL) return lenient.decode(bytes);
  const tail = lenient.decode(bytes.subarray(-MAX_TAIL));
  const line = tail.indexOf("\n");
  return lenient.decode(bytes.subarray(0, MAX_TEXT)) + (line < 0 ? "" : tail.slice(line));
}
