/** A change as a model reads it: one line for each line, with its number in the file as it is now. */

import type { DiffFile, DiffLine, Hunk } from "../lib/git/diff.ts";
import { plainLine } from "../lib/text/text.ts";

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = {
  added: "+",
  removed: "-",
  context: " ",
};

/** The line that a file begins with. */
export function fileHead({ path, change, added, removed }: DiffFile): string {
  return `File (${change}, +${added} -${removed}): ${plainLine(path)}`;
}

/** A hunk; what was removed has no number. */
export function hunkText({ lines }: Hunk): string {
  return lines.map(lineText).join("\n");
}

/** A line with its number and sign: nothing in its text can look like a line of ours. */
export function lineText({ kind, line, text }: DiffLine): string {
  return `${kind === "removed" ? "" : line}${SIGNS[kind]}|${plainLine(text)}`;
}

/** A file, its hunks apart. */
export function fileText(file: DiffFile): string {
  return [fileHead(file), file.hunks.map(hunkText).join("\n...\n")].filter(Boolean).join("\n");
}
