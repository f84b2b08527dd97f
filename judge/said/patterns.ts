/** A table of patterns, and how a message is asked about it. */

import { mentions } from "../mentions.ts";
import type { Quote } from "./quote.ts";
import type { Piece } from "./structure.ts";

/** What a text is asked with: a regular expression, or more than one of them put together. */
export interface Pattern {
  test(text: string): boolean;
}

/** One way of saying a thing. */
export interface Rule {
  /**
   * What stands in every text that `says` fits, as {@linkcode mentions} looks for it. To look for
   * words costs nothing, and to set a pattern up costs much: at the end of every run all of this is
   * done in a new process, for one short message.
   */
  readonly words: string;
  readonly says: Pattern;
  /** What takes it back: a negation, a condition, another meaning. */
  readonly unless?: Pattern | readonly Pattern[];
  /**
   * Whether it is looked for in the whole sentence or in one clause of it, both in small letters,
   * or in the sentence with its capitals.
   */
  readonly within: "clause" | "sentence" | "capitals";
  readonly reason: string;
}

const QUOTE_AT_MOST = 200;
const QUOTES_AT_MOST = 12;

/** What a piece says, word for word, shortened. */
export function quoteOf(piece: Piece): Quote {
  const text = piece.source.replace(/\s+/g, " ").trim();
  return text.length <= QUOTE_AT_MOST ? text : `${text.slice(0, QUOTE_AT_MOST - 1)}…`;
}

/** Whether a rule holds of a text. */
export function holds(rule: Pick<Rule, "words" | "says" | "unless">, text: string): boolean {
  return mentions(text, rule.words) && rule.says.test(text) && !isTakenBack(rule, text);
}

function isTakenBack({ unless = [] }: Pick<Rule, "unless">, text: string): boolean {
  return "test" in unless ? unless.test(text) : unless.some((pattern) => pattern.test(text));
}

/** Whether a piece says what one of the rules looks for. */
export function saidBy(piece: Piece, rules: readonly Rule[]): boolean {
  return rules.some((rule) =>
    rule.within === "clause"
      ? piece.clauses.some((clause) => holds(rule, clause))
      : holds(rule, rule.within === "sentence" ? piece.words : piece.plain)
  );
}

/** The quotes of these pieces, each once, the first of them only. */
export function quotesOf(pieces: readonly Piece[]): Quote[] {
  return [...new Set(pieces.map(quoteOf))].slice(0, QUOTES_AT_MOST);
}

/** Whether a piece stands under a heading or lead that a pattern fits. */
export function standsUnder(piece: Piece, heading: RegExp): boolean {
  return piece.under.some((words) => heading.test(words));
}

/** A sentence that begins with what it depends on: nothing in it has happened. */
export const CONDITIONAL =
  /^(?:and |but |then |so )?(?:if|once|when|whenever|until|unless|as soon as|assuming|provided|in case|after you|before you)\b/;
