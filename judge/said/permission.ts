/**
 * Asking leave for what was asked for anyway. To confirm something that cannot be undone, or to
 * choose between two ways, is a real question; an optional extra after finished work is an offer.
 */

import type { Quote } from "./quote.ts";
import { endingOf, isCourtesy, OFFER_TO_ACT } from "./ending.ts";
import { holds, quoteOf, type Rule } from "./patterns.ts";
import type { Message, Piece } from "./structure.ts";

const GO_ON =
  "proceed|continue|go ahead|go on|start|begin|move (?:on|forward|ahead)|keep going|carry on|resume|get started|kick off|finish|complete|tackle|dive in";

/** Questions for leave. */
export const ASKED: readonly Rule[] = [
  {
    words: "shall should may can could",
    says: /\b(?:shall|should|may|can|could) (?:i|we)\b/,
    unless:
      /\b(?:can|could|may) (?:i|we) (?:get|have|ask|know|help|assist|assume|see)\b|\bshould (?:i|we) (?:assume|expect|know)\b/,
    within: "sentence",
    reason: "Should I …?",
  },
  {
    words: "like want prefer need mind",
    says:
      /\b(?:would|do|did) you (?:still )?(?:like|want|prefer|need|mind) (?:me|for me|us|if i|it if i)\b|\bwant me to\b|\bmind if i\b|\blike me to\b/,
    within: "sentence",
    reason: "Would you like me to …?",
  },
  {
    words: "ok fine right good happy comfortable cool",
    says:
      /\b(?:ok|okay|fine|alright|all right|good|happy|comfortable|cool)\b.{0,20}\b(?:if i|for me to|with me|to (?:proceed|continue|go|start|merge|move))\b/,
    within: "sentence",
    reason: "Is it OK if I …?",
  },
  {
    words:
      "ready proceed continue ahead go start begin move forward carry resume kick finish complete tackle dive implement",
    says: new RegExp(
      `^(?:ready (?:for me )?(?:to|for)\\b|(?:so )?(?:${GO_ON})\\b)|\\bready (?:for me )?to (?:${GO_ON}|implement|merge|proceed)\\b`,
    ),
    within: "sentence",
    reason: "Proceed? Ready to start?",
  },
  {
    words: "sound look plan approach proposal design",
    says:
      /\b(?:sounds?|looks?|look) (?:good|right|ok|okay|fine|reasonable)\b.{0,20}\?$|\b(?:does|do) (?:this|that|the) (?:plan|approach|proposal)\b|\b(?:are you|you) (?:happy|ok|okay|good|fine) with (?:this|that|the) (?:plan|approach|proposal|design)/,
    within: "sentence",
    reason: "Does this plan look good?",
  },
];

/** The same without a question mark. */
export const STATED: readonly Rule[] = [
  {
    words: "proceed continue ready forward resume started finish complete tackle implement execute",
    says: new RegExp(
      `\\bready to (?:${GO_ON}|implement|apply|merge|execute|run|move)\\b.{0,60}\\b(?:when(?:ever)? you|if you|on your|upon your|once you|as soon as you|with your|at your)\\b`,
    ),
    within: "sentence",
    reason: "Ready to proceed when you are",
  },
  {
    words: "word goahead go-ahead green give thumbs say",
    says:
      /\b(?:just )?(?:say the word|give (?:me )?the (?:go-?ahead|green light|word|ok|okay|nod|thumbs up)|say (?:go|yes|so))\b/,
    unless: /\bonce the\b/,
    within: "sentence",
    reason: "Just say the word",
  },
  {
    words: "know whether",
    says: new RegExp(
      `\\blet me know (?:and|when|once|if|whether)\\b.{0,60}\\b(?:${GO_ON})\\b`,
    ),
    unless: /\bto (?:start|begin) (?:the (?:server|app)|it)\b|\bproblems?\b/,
    within: "sentence",
    reason: "Let me know and I'll start",
  },
  {
    words: "your",
    says:
      /\b(?:await(?:ing)?|waiting (?:for|on)|need|pending|with|upon|after|on) your (?:go-?ahead|approval|permission|confirmation|green light|ok|okay|sign-?off|consent)\b/,
    unless: /\b(?:pr|pull request|deployment|workflow|in the console|payment)\b/,
    within: "sentence",
    reason: "waiting for leave",
  },
  {
    words:
      "once when soon after if + confirm approve agree ok give happy board good fine sound look say ready + i'll will can i'd",
    says:
      /\b(?:once|when|as soon as|after|if) (?:you|that|this|the plan|it)(?:'ve| have|'re| are|'s)? (?:confirm|approve|agree|ok|okay|give|happy|on board|good|fine|sounds? (?:good|right)|looks? (?:good|right|ok)|say|ready)\b.{0,60}\b(?:i'll|i will|i can|we can|i'd)\b/,
    within: "sentence",
    reason: "Once you approve, I'll …",
  },
  {
    words:
      "once when soon after if + confirm approve agree give happy ready sound look say + i'll will can i'd",
    says:
      /\b(?:i'll|i will|i can|i'd) (?:\S+ ){1,10}(?:once|when|as soon as|after|if) (?:you|that|this)(?:'ve| have|'re| are|'s)? (?:confirm|approve|agree|give|happy|ready|sounds? (?:good|right)|looks? good|say)\b/,
    within: "sentence",
    reason: "I'll … once you approve",
  },
];

/** Offers to do a thing, which are leave only where nothing has been done. */
export const OFFERED: readonly Rule[] = [
  {
    words: "know",
    says: /\blet me know if\b/,
    within: "sentence",
    unless:
      /\b(?:anything|something|else|adjust|tweak|change|expand|elaborate|explain|clarify|further)\b/,
    reason: "Let me know if you'd like me to fix it",
  },
  {
    words: "like want agree wish prefer",
    says: new RegExp(
      `\\bif you(?:'d)? (?:like|want|agree|wish|prefer)\\b.{0,20}\\bi (?:can|could|will) (?:now )?(?:${GO_ON}|implement|apply)\\b|\\bi (?:can|could) (?:now )?(?:${GO_ON}|implement|apply|make)\\b.{0,60}\\bif you(?:'d)? (?:like|want|agree|wish|prefer)\\b`,
    ),
    unless: /\b(?:also|additional(?:ly)?|as well|too|further)\b/,
    within: "sentence",
    reason: "If you like, I can start",
  },
];

const EXTRA =
  /\b(?:also|as well|additionally|in addition|too|another|extra|anything|something|else|instead|further|while i'm at it)\b/;
const DESTRUCTIVE =
  /\b(?:delet(?:e|es|ed|ing)|drop(?:s|ping)? (?:the |it|this|all|your|\S+ (?:table|database))|overwrit(?:e|es|ing)|force[- ]push|wip(?:e|es|ing)|irreversibl[ey]|permanent(?:ly)?|cannot be undone|can't be undone|production|prod\b|truncat(?:e|es|ing)|destroy(?:s|ing)?|purg(?:e|es|ing)|reset --hard|charged?|billed|erase[sd]?|real (?:customers|users|money))\b/;
const GOING_ON_ANYWAY = new RegExp(`\\b(?:${GO_ON})\\b`);
/** One of two ways, not doing or leaving it. */
const CHOICE =
  /\bor (?!(?:would|do|should|shall|are|is there|wait|stop|leave|not|pause|hold|skip|if|rather|keep it as|review|you|first|later|that)\b)/;
const DESIGN_VERB =
  /\b(?:shall|should|may|can|could) (?:i|we|it|this|they) (?:use|keep|store|name|call|target|support|treat|include|exclude|default|allow|require|count|go with|base|prefer|put|place)\b/;
const ASKS_WHICH =
  /(?:^|[,:;—] ?(?:and )?|\band )(?:what|which|who|whom|whose|where|when|how|why)\b(?!(?<=[,—] ?(?:which|who|where|when)) (?:(?:would|will|could|can|may|might|should|is|are|was|were|has|have|had) (?!(?:you|i|we|one|it|they|the)\b)|(?:also|then|otherwise|means?|makes?|lets?|needs?|keeps?|the|it|they|you|i|we)\b))/;

/** Whether a question only asks for leave. `around` is what stands at the end beside it. */
export function asksLeave(piece: Piece, around: string): boolean {
  const { words } = piece;
  if (!words.endsWith("?") || !ASKED.some((rule) => holds(rule, words))) return false;
  if (ASKS_WHICH.test(words)) return false;
  if (DESTRUCTIVE.test(around)) return false;
  if (CHOICE.test(words) && !GOING_ON_ANYWAY.test(words)) return false;
  return !DESIGN_VERB.test(words);
}

/** The words in which the message asks leave at its end; null if it does not. */
export function permissionIn(message: Message, claims: readonly Quote[]): Quote | null {
  const ending = endingOf(message);
  const around = ending.map(({ words }) => words).join(" ");
  for (const piece of ending.toReversed()) {
    const { words } = piece;
    if (piece.kind === "heading" || piece.kind === "row") continue;
    if (asksLeave(piece, around)) {
      if (isCourtesy(words) && (!OFFER_TO_ACT.test(words) || /\b(?:any|some)thing\b/.test(words))) {
        continue;
      }
      if (EXTRA.test(words) && claims.length > 0) continue;
      return quoteOf(piece);
    }
    if (words.endsWith("?")) continue;
    const stated = STATED.some((rule) => holds(rule, words)) && !EXTRA.test(words);
    const offered = claims.length === 0 &&
      OFFERED.some((rule, index) => holds(rule, words) && (index > 0 || OFFER_TO_ACT.test(words)));
    if ((stated || offered) && !DESTRUCTIVE.test(around)) return quoteOf(piece);
  }
  return null;
}
