/** The work is said to be over, or a part of it. */

import type { Quote } from "./quote.ts";
import { CONDITIONAL, type Pattern, quotesOf, type Rule, saidBy } from "./patterns.ts";
import { tellsOfWork, type VerbRule } from "./done_verbs.ts";
import { listedAsOpen } from "./remaining.ts";
import type { Message, Piece } from "./structure.ts";

/** Only a part, or not at all. */
const NOT_WHOLLY =
  /\b(?:not|never|cannot|half|halfway|partial(?:ly)?|almost|nearly|mostly|barely|except|skeleton|yet to be|neither|stub(?:bed|s)?|part of|first (?:part|half|step|\d+|two|three|four|few))\b|n't\b|\b\d+ of (?:the )?\d+\b/;
/** Not now: a wish, a plan, a condition. */
const NOT_NOW =
  /\b(?:if|once|until|unless|whether|when|will|should|would|could|might|may|must|needs?|to be|going to|can be|has to|have to|want|hopefully|let me know|tell me|ready to(?! (?:use|view|try|go|ship|merge|review|test|be))|needed to be|how|before)\b|'ll\b|\?$/;
const NEITHER: readonly Pattern[] = [NOT_WHOLLY, NOT_NOW];

const VERB_RULES: readonly VerbRule[] = [
  {
    after: /\b(?:i|we)(?:'ve| have)?(?= )/g,
    unless: [
      NOT_WHOLLY,
      /\b(?:if|would|could|should|until|once) (?:i|we)\b|\bprogress\b|\bmade sure\b/,
    ],
    reason: "the agent says what it did; a condition in what it built takes nothing back",
  },
  {
    after: /^(?:✓ )?/g,
    unless: [NOT_WHOLLY, /^(?:✓ )?\S+ (?:is|are|was|were|needs?|should|files?|by)\b|\?$/],
    reason: "a change log in the past tense: Added …, Fixed …",
  },
  {
    after: /\b(?:has|have)(?: \w+)? been(?= )/g,
    unless: [...NEITHER, /\byears?\b|\bsince v?\d/],
    reason: "the perfect passive tells of a change, not of how a thing behaves",
  },
  {
    after: /\b(?:was|were)(?= )/g,
    unless: [
      ...NEITHER,
      /\b(?:ago|originally|previously|earlier|in (?:v?\d|commit|version)|by (?!(?:me|adding|using|moving|changing|making))|already|used to|that (?:was|were)|which (?:was|were)|last)\b/,
    ],
    reason: "the past passive, where it is not the history of the code",
  },
];

export const RULES: readonly Rule[] = [
  {
    words: "done finished complete all good review ready that accomplished",
    says:
      /^(?:✓ )?(?:and |so |okay |ok |great )?(?:(?:it|that|this|everything|all)(?:'s| is| are)? )?(?:now )?(?:all )?(?:done|finished|completed?|all set|good to go|ready for (?:review|use|merge)|that's it|that is it|that's all|mission accomplished)(?: ✓)?(?: (?:now|and tested|as requested|as asked))?[.!]*(?: ✓)?$/,
    within: "clause",
    reason: "the whole clause says that it is over",
  },
  {
    words: "set good",
    says: /\b(?:you're|you are|we're|we are|it's|is|are|all) (?:now )?(?:all set|good to go)\b/,
    unless: NEITHER,
    within: "clause",
    reason: "idioms for being finished",
  },
  {
    words:
      "done fixed implemented complete finished solved place working functional ready live deployed merged shipped date running sorted wired gone integrated migrated operational posted sent published uploaded pushed restarted scheduled booked",
    says:
      /\b(?:is|are|looks?|'s) (?:(?:now|all|fully|both|also|successfully|already|up and|finally|again) ){0,2}(?:done|fixed|implemented|completed?|finished|resolved|solved|in place|working|functional|ready|live|deployed|merged|shipped|up to date|running|sorted|wired up|gone|integrated|migrated|operational|posted|sent|published|uploaded|pushed|restarted|scheduled|booked)\b(?! (?:if|when|once|by) )/,
    unless: [
      ...NEITHER,
      /\b(?:still|currently|job|(?:sub-?)?agents?|monitor|tasks? (?:is|are) running|ci|workflow|pipeline|why|deployment is|server is|only)\b|\bready for you\b/,
    ],
    within: "clause",
    reason: "a state that only finished work is in",
  },
  {
    words: "complete finished done",
    says:
      /\b(?:task|tasks|work|implementation|feature|migration|refactor(?:ing)?|fix|setup|changes|project|steps|phase|phases|upgrade|port|cleanup|conversion|integration|deployment)\b(?: \S+){0,3} (?:complete|completed|finished|done)(?: ✓)?[.!]*$/,
    unless: [...NEITHER, /\b(?:left|remaining|get)\b/],
    within: "clause",
    reason: "a headline without a verb: Task complete",
  },
  {
    words: "✓",
    says: /^✓ (?!.*✗)/,
    unless: [...NEITHER, /\b(?:no|pending|todo|in progress)\b/],
    within: "sentence",
    reason: "a tick is a claim whatever stands behind it",
  },
  {
    words: "successfully now",
    says:
      /\bsuccessfully [a-z]+(?:ed|t)\b|\b(?:is|are) now (?:fully |all |completely |successfully )?[a-z]+ed\b/,
    unless: [...NEITHER, /\b(?:after|users?|returns?)\b/],
    within: "clause",
    reason: "successfully, or is now, with whatever verb",
  },
  {
    words: "now",
    says:
      /\bnow (?:(?:correctly|properly|also|only|always|fully|automatically) )?(?!(?:needs|fails|is|has|does|was|this|requires|crashes|breaks|throws|errors|hangs|lets|it's|its|thus|contains? errors|us|tests|files|steps|as)\b)[a-z]{2,}s\b/,
    unless: NEITHER,
    within: "clause",
    reason: "how a thing behaves since the change: now shows, now returns",
  },
  {
    words: "work everything changes pieces",
    says:
      /\b(?:works?|working)(?: (?:now|again|fine|perfectly|correctly|great|well|as (?:expected|intended|requested|designed)|end[- ]to[- ]end|properly|like a charm))\b|\beverything (?:you asked for )?(?:works|is in place|is there)\b|\b(?:changes|everything|pieces) (?:is|are) (?:now )?in(?: place)?$|\b(?:changes|everything|pieces) (?:is|are) (?:now )?in[.!]/,
    unless: NEITHER,
    within: "clause",
    reason: "it works, as a result and not as a wish",
  },
  {
    words: "nothing remaining further outstanding more",
    says:
      /\b(?:nothing (?:is )?(?:left|remaining|more|else) (?:to (?:do|be done))?|no (?:further|remaining|outstanding|more) (?:work|changes|tasks|steps|issues|items|todos)\b)/,
    unless: /\b(?:if|once|until)\b/,
    within: "clause",
    reason: "nothing is left, said from the other side",
  },
  {
    words: "longer gone through up history thing",
    says:
      /\b(?:no longer (?:occurs?|happens?|appears?|fails?|crash(?:es)?|freezes|leaks?|breaks?|throws?|reproduces?|hangs?)|(?:is|are) (?:gone|through|up(?= with| for review| and|[.!]?$)|history|a thing of the past))\b/,
    unless: [...NEITHER, /\b(?:server|production|site|prices?|still)\b/],
    within: "clause",
    reason: "the problem is gone, the work is through",
  },
  {
    words: "fix change patch pr request commit branch release feature update migration",
    says:
      /^(?:✓ )?(?:the )?(?:fix(?:es)?|changes?|patch|pr|pull request|commit|branch|release|feature|update|migration) (?:pushed|merged|deployed|committed|applied|shipped|published|released|opened|created|landed|is in|is up)\b/,
    unless: NEITHER,
    within: "clause",
    reason: "a telegram: Fix pushed",
  },
  {
    words: "what everything",
    says:
      /^(?:here's|here is|this is|below is) (?:a (?:quick )?(?:summary|overview|list|recap) of )?(?:what|everything) (?:i|we|was|has been)(?:'ve| have)? ?(?:did|done|changed|built|added|fixed|implemented|updated)\b/,
    within: "sentence",
    reason: "the lead of a report on finished work",
  },
];

const HEADLINE =
  /^(?:✓ )?(?:summary of (?:the )?changes|what (?:i|was|we)(?:'ve| have)? (?:did|done|changed|built|added|fixed)|changes made)\b/;

/** A section of a report in which others follow; with a tick or an exclamation mark it is news. */
const SECTION = /^(?:completed|done|finished)(?: (?:so far|items|tasks|work|steps))?:?$/;

function claimsIn(piece: Piece): boolean {
  if (piece.box === "open" || listedAsOpen(piece)) return false;
  const names = piece.kind === "heading" || piece.words.endsWith(":");
  if (names && SECTION.test(piece.words)) return false;
  if (piece.kind === "heading" && HEADLINE.test(piece.words)) return true;
  if (CONDITIONAL.test(piece.words)) return false;
  return VERB_RULES.some((rule) => piece.clauses.some((clause) => tellsOfWork(rule, clause))) ||
    saidBy(piece, RULES);
}

/** What the message claims to be done. */
export function claimsOf({ pieces }: Message): Quote[] {
  return quotesOf(pieces.filter(claimsIn));
}
