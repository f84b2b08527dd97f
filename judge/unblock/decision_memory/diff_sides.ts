/**
 * The two sides of a unified diff: what each file had and has, as far as the diff shows it.
 *
 * Made for diffs that anybody may have written: with or without git's own lines and prefixes, and
 * inside of other text. A hunk's counts decide what is content, so that a removed `-- @REJECTED` is
 * no header; where they are missing or wrong, the next header does.
 */

import { HunkReader } from "../../../lib/git/diff.ts";
import { numberedLines } from "../fields.ts";
import { MOST_SOURCE } from "./limits.ts";

/** A line of a file, with its number in the diff. */
export interface SideLine {
  readonly text: string;
  readonly number: number;
  readonly changed: boolean;
}

/** What a diff shows of one file; hunks are told apart by an empty line. */
export interface FileSides {
  readonly path: string;
  readonly before: SideLine[];
  readonly after: SideLine[];
}

/** A diff, and the text around it. */
export interface DiffSides {
  readonly files: readonly FileSides[];
  readonly around: readonly string[];
}

const LOOSE_HUNK = /^@@/;
const GIT_LINE =
  /^(?:diff --git |index [\da-f]|(?:old|new|deleted file|new file) mode |similarity index|rename |copy )/;

/** Reads a diff. */
export function diffSides(diff: string): DiffSides {
  const reader = new Reader();
  for (const { text, number } of numberedLines(diff.slice(0, MOST_SOURCE))) {
    reader.take(text, number);
  }
  return reader;
}

class Reader implements DiffSides {
  readonly files: FileSides[] = [];
  readonly around: string[] = [];
  readonly #counted = new HunkReader();
  #old = "";
  /** Whether a hunk is open whose counts are not known. */
  #loose = false;

  take(text: string, number: number): void {
    const isCounted = this.#counted.isOpen;
    // Where no hunk has such a line its counts were wrong, and what follows is looked at anew.
    if (isCounted && this.#counted.take(text.charAt(0)) !== null) this.#content(text, number);
    else if (text.startsWith("--- ") || text.startsWith("+++ ")) this.#name(text);
    else if (LOOSE_HUNK.test(text)) this.#hunk(text);
    else if (GIT_LINE.test(text)) this.#loose = false;
    else if (this.#loose && /^[-+ ]/.test(text)) this.#content(text, number);
    else this.around.push(text);
  }

  #name(text: string): void {
    const path = text.slice(4).split("\t", 1)[0]!.trim().replace(/^"|"$/g, "").slice(0, 1_000);
    this.#loose = false;
    if (text.startsWith("---")) this.#old = path;
    else {
      const name = path === "/dev/null" ? this.#old : path;
      this.files.push({ path: name.replace(/^[abciow]\//, ""), before: [], after: [] });
    }
  }

  #hunk(text: string): void {
    this.#loose = !this.#counted.begin(text);
    if (this.files.length === 0) this.files.push({ path: "", before: [], after: [] });
    const file = this.files.at(-1)!;
    file.before.push({ text: "", number: 0, changed: false });
    file.after.push({ text: "", number: 0, changed: false });
  }

  #content(text: string, number: number): void {
    const file = this.files.at(-1);
    const [sign = " "] = text;
    const line = { text: text.slice(1), number, changed: sign !== " " };
    if (sign === "-" || sign === " ") file?.before.push(line);
    if (sign === "+" || sign === " ") file?.after.push(line);
  }
}
