/**
 * Whether two statements say materially the same. The rule, so that anyone can check it by hand:
 *
 * - what a statement sets itself off from ("…, not the timeout", "instead of a retry") is left out;
 * - the rest is a set of words: lower case, without endings, without numbers, without words that tell
 *   nothing or have less than three letters;
 * - they are the same if the shared words are at least 60 % of all words of both, or at least 80 % of
 *   the shorter one's words and that has at least four.
 */

import { isTelling, stemOf, wordsOf } from "../decision_memory/words.ts";
import { SAME_STATEMENT } from "./limits.ts";

/** More of a statement is not compared. */
const MAX_STATEMENT = 4_000;

const CONTRAST = /(?:\b(?:instead of|rather than)\b|[,;(] ?(?:and )?not\b)[^.,;()]*/gi;

/** The words of a statement that count. */
export function tellingWords(statement: string): ReadonlySet<string> {
  const text = statement.slice(0, MAX_STATEMENT).replace(CONTRAST, " ");
  return new Set(wordsOf(text).filter(isTelling).map(stemOf));
}

/** Whether two sets of words are materially the same. */
export function isSameStatement(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of shorter) if (longer.has(word)) shared++;
  if (shared === 0) return false;
  const { jaccard, containment, fewestWords } = SAME_STATEMENT;
  return shared / (one.size + other.size - shared) >= jaccard ||
    (shorter.size >= fewestWords && shared / shorter.size >= containment);
}
