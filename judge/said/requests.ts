/** How a message puts something on the person: the words that both kinds of request share. */

import { mentions } from "../mentions.ts";

/** The person is told to: please, must, need to, make sure. Not can: that is how to use a thing. */
const TOLD_TO =
  /\b(?:please(?: also| then| now| just| first)?|kindly|you(?:'ll| will| would|'d)?(?: still| now| also| first| then| just)* (?:need to|have to|must|should|got to|be required to|want to make sure)(?: also| first| now| then)?|make sure(?: to| you| that you)?|be sure to|don't forget to|do not forget to|remember to|ensure(?: that)? you|(?:can|could|would) you(?: please| also| then)?|i(?:'ll)?(?: still)? need you to|i'd like you to|you are required to|requires you to|(?:asks|wants|expects|tells) you to|it's up to you to|ask you to|asking you to|have someone|(?:someone|somebody)(?: \S+){0,4} (?:needs|has|must|will have|will need)(?: to)?) /g;
const TOLD_TO_WORDS = "please kindly you sure forget remember someone somebody";

/** A clause that begins with an order may begin with where it stands in a row of them. */
const IN_A_ROW =
  /^(?:(?:✓ )?(?:\d+[.)] )?(?:then|and|next|first|now|finally|before that|after that),? )/;

/** What the person is told to do: the words behind every request in a text. */
export function toldTo(text: string): string[] {
  if (!mentions(text, TOLD_TO_WORDS)) return [];
  return [...text.matchAll(TOLD_TO)].map(({ 0: { length }, index }) => text.slice(index + length));
}

/** A clause without the words that put it in a row of orders. */
export function order(clause: string): string {
  return clause.replace(IN_A_ROW, "");
}

/** A heading over what the person has to do. */
export const FOR_YOU =
  /\b(?:you(?:'ll)? (?:need|have) to(?: do)?|(?:your|manual|user) (?:action|actions|steps?|tasks?|todo|part|side|next steps?)|action(?:s)? (?:required|needed)|manual (?:steps|setup|actions?|verification|testing|intervention)|for you(?: to do)?|on your (?:side|end)|what i need from you|needs? (?:from )?you|to (?:verify|test(?: (?:it|this|the \S+))?|confirm)|requires? (?:you|a human|manual)|before you (?:can )?(?:run|start|merge|deploy|use)|to (?:finish|complete) (?:the )?(?:setup|installation|deployment|this)|blocked on you)\b/;
