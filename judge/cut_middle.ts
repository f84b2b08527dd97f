/** Shortens long text from the middle: commands tell what they do first, and how it ended last. */

/** What stands where something was taken out. Readers may look for it. */
export const CUT_MARK = "\n[… cut …]\n";

/** So many characters stay at either end. */
export interface Ends {
  readonly head: number;
  readonly tail: number;
}

/** The text, or its two ends with {@linkcode CUT_MARK} between them; never half a character. */
export function cutMiddle(text: string, { head, tail }: Ends): string {
  if (text.length <= head + tail + CUT_MARK.length) return text;
  let end = head;
  let start = text.length - tail;
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
  if (isHighSurrogate(text.charCodeAt(start - 1))) start++;
  // Joined and not added: engines keep a sum, and with it the whole long text, in memory.
  return [text.slice(0, end), text.slice(start)].join(CUT_MARK);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
