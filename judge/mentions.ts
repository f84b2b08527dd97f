/** Whether words stand in a text: a cheap look before a pattern that costs much to set up. */

/** Lists of words that have been taken apart. */
const DIVIDED = new Map<string, readonly (readonly string[])[]>();

/**
 * Whether one of some words stands in a text, be it as a part of another word. Blanks divide the
 * words; a `+` stands between lists of which each has to have one there.
 */
export function mentions(text: string, words: string): boolean {
  let lists = DIVIDED.get(words);
  if (lists === undefined) {
    lists = words.split(" + ").map((list) => list.split(" "));
    DIVIDED.set(words, lists);
  }
  return lists.every((list) => list.some((word) => text.includes(word)));
}
