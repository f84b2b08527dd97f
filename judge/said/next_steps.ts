/**
 * Work that the agent itself names as what comes next. Suggestions for the person, optional steps
 * and ideas for the future are not open work and are left out.
 */

import type { Quote } from "./quote.ts";
import { CONDITIONAL, quotesOf, type Rule, saidBy } from "./patterns.ts";
import type { Message, Piece } from "./structure.ts";

const HEADING =
  /^(?:(?:the|my|our|immediate|proposed|planned|remaining) )*(?:next(?: steps?| up| actions?| tasks?)?|what(?:'s| is| comes) next|upcoming(?: work| steps)?|follow(?:ing)?[- ]?(?:up|steps)s?(?: work| tasks)?|plan going forward|i (?:will|'ll) (?:now|next)(?: \S+){0,6}|(?:here's|this is) what(?:'s| is| i'll do) next|next(?: \S+){0,3} i(?:'ll| will)(?: \S+){0,4})$/;
const OPTIONAL =
  /\b(?:optional(?:ly)?|suggest(?:ed|ions?)|recommend(?:ed|ations?)|future|possible|potential|ideas?|nice[- ]to[- ]have|if (?:you|needed|desired|wanted)|consider|may want|might want|could|you can|down the (?:road|line)|for you|your|later|improvements?|enhancements?|would be)\b/;
/** What only the reader of a finished piece of work does with it. */
const FOR_THE_PERSON =
  /^(?:review|merge|approve|try|enjoy|let me know|you\b|take a look|have a look|look over|sign off|give it a|share feedback|none|nothing|n\/a|no\b)/;

export const RULES: readonly Rule[] = [
  {
    words: "next then after from",
    says:
      /\b(?:next|then|after that|afterwards|from here)\b,? ?(?:i|we)(?:'d continue|'ll| will|'m going to| am going to| need to| have to| should| plan to| intend to| would)\b/,
    within: "sentence",
    reason: "the agent says what it will do next",
  },
  {
    words: "next after",
    says:
      /\b(?:i|we)(?:'ll| will|'m going to| plan to| need to| have to) (?:\S+ ){1,12}(?:next|afterwards|after that)[.!]?$/,
    unless: /\bnext (?:to|time)\b/,
    within: "sentence",
    reason: "the same with the word at the end",
  },
  {
    words: "next following",
    says:
      /\b(?:next|following) (?:logical |natural |immediate |big |obvious )?(?:steps?|things?|tasks?|actions?|phase|piece|milestone|item)(?: (?:to do|here|for me|now|i'll take))? (?:is|are|would be|will be) (?:to |now |the |[a-z]+ing )/,
    unless:
      /\b(?:pipeline|workflow|wizard|triggered|automatically|runs|button|user|executed|skipped|process)\b/,
    within: "sentence",
    reason: "the next step is to …",
  },
  {
    words: "next",
    says:
      /\b(?:is|are|would be|comes?|come) (?:(?:the|my) )?next(?: (?:things?|steps?|tasks?|parts?|pieces?|up|on the list|in line))?(?: (?:to \w+|i'll \w+))?[.!]?$/,
    unless: /\b(?:page|button|link|record|row|pipeline|step of|user|what|wizard|iterator)\b/,
    within: "clause",
    reason: "the endpoint is next",
  },
  {
    words: "next agenda plate steps coming what's",
    says:
      /\bnext on (?:my|the|our) (?:list|agenda|plate)\b|^(?:next(?: up| steps?)?|up next|coming up|what's next)(?: for me)?(?::| [—–-]) ?\S/,
    unless: /(?::| [—–-]) ?(?:none|nothing|n\/a|no\b|-$)|^next\.js/,
    within: "sentence",
    reason: "a label and what it is about on one line",
  },
];

function listedAsNext(piece: Piece): boolean {
  if ((piece.kind !== "item" && piece.kind !== "row") || !piece.first || piece.box === "ticked") {
    return false;
  }
  const heading = piece.under.find((words) => HEADING.test(words) || /^next steps?\b/.test(words));
  return heading !== undefined && !OPTIONAL.test(heading) && !OPTIONAL.test(piece.words) &&
    !FOR_THE_PERSON.test(piece.words);
}

function announcesNext(piece: Piece): boolean {
  return piece.kind !== "heading" && !CONDITIONAL.test(piece.words) &&
    !OPTIONAL.test(piece.words.replace(/\bwould be\b|\byour\b|\blater\b/g, "")) &&
    saidBy(piece, RULES);
}

/** What the message says comes next. */
export function nextStepsIn({ pieces }: Message): Quote[] {
  return quotesOf(pieces.filter((piece) => listedAsNext(piece) || announcesNext(piece)));
}
