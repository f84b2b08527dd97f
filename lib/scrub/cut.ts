/** Bounding a text before work is spent on it. */

/** The longest text that is scrubbed whole, in UTF-16 units. */
export const MOST: number = 256 * 1024;

/** Room for the mark, so that a text that was cut is not cut again. */
const ROOM = 64;

/** How far a cut moves back to avoid the middle of a word. */
const WORD = 4096;

/**
 * The text, or its beginning and a visible mark if it is longer than `most`. It is cut between
 * words: half a token would no longer be recognized as one.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const longest = text.slice(0, Math.max(0, most - ROOM));
  const word = longest.slice(-WORD).search(/\S*$/);
  const kept = longest.slice(0, Math.max(0, longest.length - WORD) + word);
  return `${kept}\n[cut: the text goes on]`;
}
