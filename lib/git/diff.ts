/**
 * Reading a unified diff as git prints it with `--no-renames` and the prefixes `a/` and `b/`.
 *
 * A hunk says how many lines it has, and only those counts decide what is content: an added line
 * that reads like a header stays an added line. Memory is bounded however long the diff is: of a
 * file whose part of it is larger than {@linkcode MAX_FILE_BYTES} the beginning is kept, for checks
 * that cost nothing, and it is marked as too large to be sent; once {@linkcode MAX_TOTAL_BYTES} are
 * kept, lines are only counted. Text that is no diff gives no file, and never an error.
 */

import { LineCutter } from "../text/lines.ts";
import { decodePath, isGenerated } from "./paths.ts";

/** A line of a hunk. */
export interface DiffLine {
  /** Whether the line was added, was removed, or stands around those. */
  readonly kind: "added" | "removed" | "context";
  /** Without the line's end. */
  readonly text: string;
  /** Its number in the new file, from 1; for a removed line, that of the line after it. */
  readonly line: number;
}

/** A changed part of a file. */
export interface Hunk {
  readonly lines: readonly DiffLine[];
}

/** A changed file. */
export interface DiffFile {
  /** As it is called now; a deleted file as it was. */
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
  /** Lines added and removed, also where the hunks are not kept. */
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Why its content is not sent; null if it may be. Of one that is too large the floor sees a part. */
  readonly skipped: "binary" | "generated" | "too large" | "unreadable" | null;
}

/** A file that is larger, or whose part of the diff is, is too large to be sent anywhere. */
export const MAX_FILE_BYTES = 100_000;

/** Of one that is too large to be sent, so much is kept to be checked. */
export const MAX_CHECKED_BYTES: number = 1024 * 1024;

/** So much is kept of all files together, and again of those that are too large to be sent. */
export const MAX_TOTAL_BYTES: number = 8 * 1024 * 1024;

/** What a line costs beside its text: many short ones are as heavy as few long ones. */
const COST_OF_A_LINE = 32;

/** What a reader of a diff may be told. */
interface DiffOptions {
  /**
   * Whether a path is part of the change that is asked for; others are read past.
   *
   * @default every path is
   */
  counts?: (path: string) => boolean;
  /**
   * Whether a file is too large to be sent, however small its part of the diff.
   *
   * @default none is
   */
  isTooLarge?: (path: string) => boolean;
}

interface Draft {
  path: string;
  change: DiffFile["change"];
  added: number;
  removed: number;
  hunks: { lines: DiffLine[] }[];
  skipped: DiffFile["skipped"];
  bytes: number;
  cost: number;
  /** Whether its lines are kept, also of one that is too large to be sent. */
  isKept: boolean;
}

const text = new TextDecoder("utf-8", { ignoreBOM: true });
const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
const GIT = "diff --git ";

/** What a line of a hunk is, by its first character; `\\` remarks on the line before it. */
const KINDS: Readonly<Record<string, DiffLine["kind"] | "remark">> = {
  "+": "added",
  "-": "removed",
  " ": "context",
  "\\": "remark",
};

/** The hunk that a reader of a diff is in: its counts alone decide which lines are content. */
class HunkReader {
  /** The number of the next line in the new file. */
  next = 0;
  #oldLeft = 0;
  #newLeft = 0;

  /** Whether what comes next is content. */
  get isOpen(): boolean {
    return this.#oldLeft > 0 || this.#newLeft > 0;
  }

  /** Begins a hunk where a line is the header of one; false where it is not. */
  begin(line: string): boolean {
    const hunk = HUNK.exec(line);
    if (hunk === null) return false;
    const [, old = "1", start = "0", added = "1"] = hunk;
    this.#oldLeft = Number(old);
    this.#newLeft = Number(added);
    // A hunk that leaves nothing stands behind the line that it names.
    this.next = Number(start) + (this.#newLeft === 0 ? 1 : 0);
    return true;
  }

  /** What a line of the hunk is; null, and the hunk is over, where no hunk has such a line. */
  take(sign: string): DiffLine["kind"] | "remark" | null {
    // An empty line stands for an empty line of context where git is told to leave the blank away.
    const kind = KINDS[sign || " "] ?? null;
    if (kind === null) this.#oldLeft = this.#newLeft = 0;
    if (kind === "removed" || kind === "context") this.#oldLeft--;
    if (kind === "added" || kind === "context") {
      this.#newLeft--;
      this.next++;
    }
    return kind;
  }
}

/** Takes a diff in pieces and gives its files. */
export class DiffParser {
  readonly #files = new Map<string, Draft>();
  readonly #descriptions = new Map<string, string>();
  readonly #counts: (path: string) => boolean;
  readonly #isTooLarge: (path: string) => boolean;
  readonly #cutter = new LineCutter(
    MAX_FILE_BYTES + 1,
    (start, length) => this.#line(start, length),
  );
  #file: Draft | null = null;
  #cost = 0;
  #largeCost = 0;
  readonly #hunk = new HunkReader();

  constructor(options: DiffOptions = {}) {
    this.#counts = options.counts ?? (() => true);
    this.#isTooLarge = options.isTooLarge ?? (() => false);
  }

  /** Reads on. */
  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  /** The files, in the diff's order; nothing may be pushed any more. */
  end(): DiffFile[] {
    this.#cutter.finish();
    return Array.from(this.#files.values(), finished);
  }

  /** For each path what git says of its content: modes and object names (`--full-index`). */
  get descriptions(): ReadonlyMap<string, string> {
    return this.#descriptions;
  }

  #line(bytes: Uint8Array, length: number): void {
    if (this.#hunk.isOpen) this.#content(bytes, length);
    else this.#header(bytes);
  }

  #header(bytes: Uint8Array): void {
    const line = text.decode(bytes.subarray(0, 4096));
    if (line.startsWith(GIT)) {
      this.#open(pathOfHeader(bytes.subarray(GIT.length)));
      return;
    }
    if (this.#hunk.begin(line)) {
      if (this.#file?.isKept) this.#file.hunks.push({ lines: [] });
      return;
    }
    const file = this.#file;
    if (file === null) return;
    if (line.startsWith("new file mode ")) file.change = changeOf(file, "added");
    else if (line.startsWith("deleted file mode ")) file.change = changeOf(file, "deleted");
    else if (/^(?:Binary files .* differ|GIT binary patch)$/s.test(line)) this.#drop("binary");
    if (/^(?:old mode|new mode|new file mode|deleted file mode|index) /.test(line)) {
      this.#descriptions.set(file.path, `${this.#descriptions.get(file.path) ?? ""}${line}\n`);
    }
  }

  #open(path: string | null): void {
    this.#file = null;
    if (path === null || !this.#counts(path)) return;
    // What turns from a file into a link stands there twice: removed, then added.
    this.#file = this.#files.get(path) ?? {
      path,
      change: "modified",
      added: 0,
      removed: 0,
      hunks: [],
      skipped: isGenerated(path) ? "generated" : this.#isTooLarge(path) ? "too large" : null,
      bytes: 0,
      cost: 0,
      isKept: !isGenerated(path),
    };
    this.#files.set(path, this.#file);
  }

  #content(bytes: Uint8Array, length: number): void {
    const line = this.#hunk.next;
    const kind = this.#hunk.take(length === 0 ? "" : String.fromCharCode(bytes[0]!));
    if (kind === null) {
      // Whatever this is, what follows is not guessed.
      this.#drop("unreadable");
      this.#header(bytes);
    } else if (kind !== "remark") {
      if (this.#file !== null && kind !== "context") this.#file[kind]++;
      this.#keep(kind, bytes, length, line);
    }
  }

  #keep(kind: DiffLine["kind"], bytes: Uint8Array, length: number, line: number): void {
    const file = this.#file;
    if (file === null || !file.isKept) return;
    if (bytes.includes(0)) return this.#drop("binary");
    file.bytes += length;
    if (file.bytes > MAX_FILE_BYTES && file.skipped === null) {
      if (this.#largeCost + file.cost > MAX_TOTAL_BYTES) return this.#drop("too large");
      this.#tooLarge(file);
    }
    // Of a line that is longer than a whole file may be, only its start is here.
    const cost = bytes.length + COST_OF_A_LINE;
    if (file.skipped === null) {
      if (this.#cost + cost > MAX_TOTAL_BYTES) return this.#drop("too large");
      this.#cost += cost;
    } else {
      // What was kept of it stays: a secret at its beginning is one all the same.
      const room = Math.min(MAX_CHECKED_BYTES - file.cost, MAX_TOTAL_BYTES - this.#largeCost);
      if (cost > room) return void (file.isKept = false);
      this.#largeCost += cost;
    }
    file.cost += cost;
    const end = bytes.at(-1) === 13 ? -1 : undefined;
    file.hunks.at(-1)?.lines.push({ kind, text: text.decode(bytes.subarray(1, end)), line });
  }

  /** From here on it counts to those that are not sent, so that it takes no room from the others. */
  #tooLarge(file: Draft): void {
    file.skipped = "too large";
    this.#cost -= file.cost;
    this.#largeCost += file.cost;
  }

  #drop(reason: Exclude<DiffFile["skipped"], null>): void {
    const file = this.#file;
    if (file === null) return;
    if (file.skipped === null) this.#cost -= file.cost;
    else this.#largeCost -= file.cost;
    file.cost = 0;
    file.hunks = [];
    file.isKept = false;
    if (file.skipped !== "generated") file.skipped = reason;
  }
}

/** Removed and added in one diff is a file that became something else. */
function changeOf(file: Draft, change: "added" | "deleted"): DiffFile["change"] {
  return file.change === "modified" ? change : "modified";
}

function finished({ path, change, added, removed, hunks, skipped }: Draft): DiffFile {
  return { path, change, added, removed, hunks: hunks as Hunk[], skipped };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What stands for a byte that git does not print as it is. */
const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': QUOTE,
  "\\": BACKSLASH,
};

/**
 * The path in what follows `diff --git `: `a/PATH b/PATH`, each in quotes where the path needs
 * them. Without renames both are the same, so the middle is known even if the path has blanks or
 * ` b/` in it. Null if the two differ or have no prefix.
 */
function pathOfHeader(names: Uint8Array): string | null {
  if (names.length % 2 === 0) return null;
  const middle = (names.length - 1) / 2;
  if (names[middle] !== 0x20) return null;
  const [from, to] = [names.subarray(0, middle), names.subarray(middle + 1)].map(unquote);
  if (from === undefined || to === undefined || from.length < 3) return null;
  if (from[0] !== 0x61 || to[0] !== 0x62 || from[1] !== 0x2f) return null;
  if (!from.subarray(1).every((byte, at) => byte === to[at + 1])) return null;
  return decodePath(from.subarray(2));
}

/** The bytes of a name; one without quotes stands for itself. */
function unquote(name: Uint8Array): Uint8Array {
  if (name[0] !== QUOTE || name.at(-1) !== QUOTE || name.length < 2) return name;
  const bytes: number[] = [];
  for (let at = 1; at < name.length - 1; at++) {
    const byte = name[at]!;
    if (byte !== BACKSLASH) {
      bytes.push(byte);
      continue;
    }
    const octal = String.fromCharCode(...name.subarray(at + 1, at + 4));
    if (/^[0-3][0-7]{2}$/.test(octal)) {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
    } else {
      at++;
      const next = name[at]!;
      bytes.push(ESCAPES[String.fromCharCode(next)] ?? next);
    }
  }
  return Uint8Array.from(bytes);
}
