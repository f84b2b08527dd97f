/** What only a person can do. How an application logs its users in is none of it. */

import type { Quote } from "./quote.ts";
import { isHumanAct, TOLD_ON_A_SCREEN } from "./human_acts.ts";
import { FEATURE, FINISHED, HUMAN_NEEDS } from "./human_needs.ts";
import { FOR_YOU, order, toldTo } from "./requests.ts";
import { quotesOf, type Rule, saidBy, standsUnder } from "./patterns.ts";
import type { Message, Piece } from "./structure.ts";

/** What comes after the agent's own part does not keep the agent from its part. */
const AFTER_THE_AGENT =
  /\b(?:once|when|after|as soon as) (?:i|i'm|i've|we|we're|we've) (?:(?:am|are|have|is) )?(?:done|finish(?:ed)?|through|complete[d]?|ready|push(?:ed)?|deploy(?:ed)?)\b/;
const ADVERB = /^(?:manually|go and|either|first|open .{1,30} and|yourself|also|then) /;
/** Verbs that are also names of things. */
const NAMES_A_THING =
  /^(?:click|tap|approve|pay|purchase|grant|authori[sz]e|authenticate|unlock|buy|login|log ?in|sign ?in)(?:s|ing|ed)?(?:\b (?:handlers?|types?|events?|tests?|flow|page|endpoint|button|tracking|form|now|is|are|works|was|can|could|will|would|may|should|must|has|routes?|middleware|logic|screen|service|requests?)|[.!]?$)|^(?:set|add|create|generate|store|get|configure|save|register) (?:a |the )?(?:tokens?|secrets?|passwords?)\b(?! (?:in|at|on|from) (?:your|⟦url⟧|the \S+ (?:dashboard|console|portal|settings)))|\badd(?:s|ed)\b/;
/** A list of what the agent means to do, or did. */
const OWN_LIST =
  /\b(?:next steps?|plan|to-?do|remaining|approach|changes|what i|implement(?:ation|ed)|tasks?|recommend\w*|features?)\b/;
/** What can be built into a program as well as done by a person. */
const MAY_BE_BUILT =
  /^(?:set|add|create|generate|store|get|configure|save|register|enable|allow|send|provide|enter|authenticate|authori[sz]e|verify|check|test|confirm|copy|put|export|replace|open|visit)\b/;

export const ORDERS: readonly Rule[] = [
  {
    words: "please kindly you sure forget remember someone somebody",
    says: {
      test: (text) =>
        toldTo(text).map((rest) => rest.replace(ADVERB, "")).some((rest) =>
          isHumanAct(rest) || TOLD_ON_A_SCREEN.test(rest)
        ),
    },
    unless: [FEATURE, FINISHED, AFTER_THE_AGENT],
    within: "sentence",
    reason: "the person is told to do it",
  },
  {
    words: "and",
    says:
      /\band (?:then )?(?:click|approve|log ?in|sign in|accept|enable|grant|paste|enter|(?:hold|press)(?: down)? the \S+(?: \S+)? (?:button|key|switch)|plug|unplug)\b/,
    unless: [
      FEATURE,
      FINISHED,
      /^(?!(?:please|open|go|visit|navigate|head|you|then|plug|in your)\b)/,
    ],
    within: "sentence",
    reason: "the second half of such an order",
  },
];

/** What somebody may do who wants more than was asked for. */
const UP_TO_THEM = /^if you(?:'d| would)? (?:want|like|prefer|need|ever|decide|wish|plan)\b/;

/** Whether a clause is an order without a please. */
function orders(piece: Piece): boolean {
  if (UP_TO_THEM.test(piece.words)) return false;
  const own = piece.kind === "item" && !standsUnder(piece, FOR_YOU) &&
    standsUnder(piece, OWN_LIST);
  return piece.clauses.some((clause) => {
    const words = order(clause);
    return isHumanAct(words) && !(own && MAY_BE_BUILT.test(words)) &&
      ![FEATURE, FINISHED, NAMES_A_THING].some((pattern) => pattern.test(clause));
  });
}

/** Whether a piece asks for something that only a person can do. */
export function wantsAPerson(piece: Piece): boolean {
  if (piece.kind === "heading" || piece.box === "ticked") return false;
  if (saidBy(piece, ORDERS) || saidBy(piece, HUMAN_NEEDS) || orders(piece)) return true;
  return piece.kind === "item" && standsUnder(piece, FOR_YOU) && isHumanAct(piece.words);
}

/** What the message leaves to a person because it has to. */
export function humanActionIn({ pieces }: Message): Quote[] {
  return quotesOf(pieces.filter(wantsAPerson));
}
