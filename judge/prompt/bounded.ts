/** Outside text as the lines of a prompt: bounded, one line each, with nothing unseen in it. */

import { cutMiddle, type Ends, plainLine } from "../../lib/text/text.ts";

/** The lines of a text; none of a blank one. */
export function linesOf(text: string, ends: Ends): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const plain = cutMiddle(trimmed, ends).split(/\r\n?|\n/).map(plainLine).join("\n");
  // Again, because what cannot be seen is longer when it can.
  return cutMiddle(plain, ends).split("\n");
}

/** A text in one line. */
export function inOneLine(text: string, ends: Ends): string {
  return linesOf(text, ends).map((line) => line.trim()).filter((line) => line !== "").join(" / ");
}
