/**
 * A change as a model reads it, one line for each line, with its number in the file as it is now;
 * and how many tokens a text has, guessed without a tokenizer: rather too many than too few.
 */

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

/**
 * Assumed, not measured: rules of thumb say 4 characters to a token of English and 3 of source code,
 * and tokenizers differ. Text without words, such as base64, can have more tokens than this says.
 */
const ASCII_PER_TOKEN = 2.5;

/** Assumed as well: one to two tokens to a character of two to four bytes. */
const OTHER_BYTES_PER_TOKEN = 1.5;

/** A cautious estimate. That of two texts put together is never more than the sum of theirs. */
export function estimateTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) ascii++;
    // A half of a surrogate pair is half of four bytes.
    else others += unit < 0x800 || unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return Math.ceil(ascii / ASCII_PER_TOKEN + others / OTHER_BYTES_PER_TOKEN);
}
