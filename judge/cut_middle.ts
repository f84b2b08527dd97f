/** Shortens long text from the middle: commands tell what they do first, and how it ended last. */

/** What stands where something was taken out. Readers may look for it. */
export const CUT_MARK = "\n[… cut …]\n";

/** So many characters stay at either end. */
export interface Ends {
  readonly head: number;
  readonly tail: number;
}

/** How far a cut moves to avoid the middle of a word; longer ones are no words. */
const WORD = 300;

/**
 * The text, or its two ends with {@linkcode CUT_MARK} between them; never half a character. It is
 * cut between words: half a token would no longer be recognised as a secret.
 */
export function cutMiddle(text: string, { head, tail }: Ends): string {
  if (text.length <= head + tail + CUT_MARK.length) return text;
  const end = head - wordBefore(text, head);
  const start = text.length - tail + wordAfter(text, text.length - tail);
  // Joined and not added: engines keep a sum, and with it the whole long text, in memory.
  return [text.slice(0, end), text.slice(start)].join(CUT_MARK);
}

/** How many characters of a word stand before a place that is in the middle of it. */
function wordBefore(text: string, at: number): number {
  for (let back = 0; back <= Math.min(WORD, at); back++) {
    if (at === back || isBlank(text, at - back - 1) || isBlank(text, at - back)) return back;
  }
  return isHighSurrogate(text.charCodeAt(at - 1)) ? 1 : 0;
}

/** How many characters of a word stand behind a place that is in the middle of it. */
function wordAfter(text: string, at: number): number {
  for (let on = 0; on <= Math.min(WORD, text.length - at); on++) {
    if (at + on === text.length || isBlank(text, at + on - 1) || isBlank(text, at + on)) return on;
  }
  return isHighSurrogate(text.charCodeAt(at - 1)) ? 1 : 0;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
