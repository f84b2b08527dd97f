/** Words as they are compared: lower case, without endings, and without those that tell nothing. */

/** The words of a text as they are written; `@` stays, so that a tag is told from the word. */
export function writtenWords(text: string): string[] {
  return text.replaceAll("’", "'").match(/@?[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return writtenWords(text.toLowerCase());
}

/** A word without the endings of plurals and verbs, so that `caching` is `cache` and `caches`. */
export function stemOf(word: string): string {
  let stem = word.replace(/'s?$/, "");
  if (stem.length > 5 && stem.endsWith("ing")) stem = undoubled(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith("ed")) stem = undoubled(stem.slice(0, -2));
  else if (stem.length > 4 && stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && /(?:[sx]|[cs]h)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && /[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  return stem.length > 3 ? stem.replace(/e$/, "") : stem;
}

function undoubled(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

const COMMON: ReadonlySet<string> = new Set(
  ("a an and any are as at be been being both but by can could did do does doing done don't each " +
    "for from get give had has have having here how i if in into is it its just let make makes " +
    "may might more most must need needs never no not of off on once one only onto or other our " +
    "out over own per same shall should simply so some such than that the their them then there " +
    "these they this those through to too under up upon use used uses using via was we were what " +
    "when where which while who why will with within without would yet you your all also always " +
    "approach option options solution way path paths alternative directly instead rather because " +
    "new like about after before between every rejected rationale").split(" "),
);

/** Whether a word says what something is about. */
export function isTelling(word: string): boolean {
  return word.length >= 3 && !word.startsWith("@") && !COMMON.has(word) && !/^\d+$/.test(word);
}
