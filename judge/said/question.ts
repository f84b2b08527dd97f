/** A question to the person at the end of the message, which only the person can answer. */

import type { Quote } from "./quote.ts";
import { endingOf, isAfterthought, isCourtesy } from "./ending.ts";
import { asksLeave } from "./permission.ts";
import { holds, quoteOf, type Rule } from "./patterns.ts";
import type { Message } from "./structure.ts";

/** Questions without a question mark. */
export const STATED: readonly Rule[] = [
  {
    words: "which what whether who where when how",
    says:
      /\b(?:tell me|let me know|clarify|specify|confirm|advise|indicate|share|choose|pick|decide|say)\b.{0,30}\b(?:which|what|whether|who|where|when|how|whose)\b(?! (?:you think|it (?:goes|went|works|looks)|i can help|you're (?:done|ready)|to run|that goes|this (?:looks|works)|you'd like it to look))/,
    unless:
      /^(?:✓ )?(?:i|we|the|it|users?|this|added|lets)\b(?! need)|\b(?:go ahead|(?<!like to )proceed|start)\b/,
    within: "sentence",
    reason: "Please tell me which …",
  },
  {
    words: "type reply answer say write + confirm continue proceed",
    says:
      /^(?:please )?(?:type|reply|answer|say|write)\b.{0,30}\bto (?:confirm|continue|proceed)\b/,
    within: "sentence",
    reason: "Type yes to confirm",
  },
  {
    words: "know tell share send give",
    says:
      /\b(?:let me know|tell me|share|send me|give me)\b.{0,10}\byour (?:preferences?|choices?|decisions?|answers?|pick|requirements)\b/,
    unless: /^(?:i|we|the|it|users?)\b/,
    within: "sentence",
    reason: "Please let me know your preference",
  },
  {
    words:
      "know choose decide tell pick clarify confirm specify input decision preference answer guidance call",
    says:
      /\b(?:i|we) (?:still |first |only )?need (?:to know|you to (?:choose|decide|tell|pick|clarify|confirm|specify)|your (?:input|decision|preference|answer|guidance|call) (?:on|about|for|before))\b|\bneed a decision\b/,
    within: "sentence",
    reason: "I need to know …",
  },
  {
    words: "choose pick select decide call choice preference confirm please clarify",
    says:
      /^(?:please )?(?:choose|pick|select|decide) (?:one|between|an option|which|from)\b|\b(?:your (?:call|choice|preference) (?:is|on|between)|please (?:confirm|choose|pick|advise|clarify))\b/,
    unless:
      /\bplease confirm (?:that )?(?:it|everything|the (?:page|app|fix|change)) (?:works|looks|renders|runs)\b/,
    within: "sentence",
    reason: "a request to decide",
  },
];

/** What only the person has: "Please send me the file, then I will start." */
const WANTED =
  /^(?:(?:so|then|first|but|for that|to start|to continue|to proceed|before i (?:can )?(?:start|begin|continue|go on)),? )?(?:(?:please|kindly|pls) (?:also |then |just )?(?:send|share|provide|paste|attach|upload|forward|give|point|post|supply|drop|link|describe|add the (?:file|mockup|screenshot|log|sample)|tell)|(?:send|share|paste|attach|upload|forward|drop) (?:me|us|it here|them here|the (?:file|link|log|screenshot|mockup|sample))|i(?:'ll| will)? (?:still |first |only |just )?need (?:the|a|an|your|access to|you to (?:send|share|provide|give|paste|attach|upload)) .{0,80}\b(?:from you|before|to (?:start|begin|continue|go on|proceed)|first)|(?:once|when|as soon as|after) (?:you(?:'ve| have)? (?:sen[dt]|shared?|provided?|gave|given?|pasted?|uploaded?|attach(?:ed)?|told|tell|confirm(?:ed)?|answer(?:ed)?|decided?|chosen?|picked?)|i (?:have|get|know)) .{0,80}\b(?:i(?:'ll| will| can)|we can)\b)/;
const NOT_WANTED =
  /\b(?:if (?:you|it|that|there|anything)|in case|feedback|should you|any (?:issues|problems|questions))\b/;

/** Whether a sentence asks for something that only the person has, without a question mark. */
export function wantsInput(words: string): boolean {
  return WANTED.test(words) && !NOT_WANTED.test(words);
}

/** A request to do something, which is told as such and not as a question. */
const REQUEST =
  /\b(?:can|could|would|will) you (?:please |also |then )?(?:run|test|check|try|restart|log|sign|open|click|install|execute|verify|rerun|re-run|deploy|build|approve|grant|enable|plug|push|merge|review)\b/;
/** Who is asked is the person, and not the writer. */
const ADDRESSED =
  /\b(?:you|your|should (?:i|we|it|this|the)|do we|shall|prefer|needed?|expect(?:ed)?)\b/;
/** How a writer leads to what comes next. */
const RHETORICAL =
  /^(?:so,? )?(?:what does (?:this|that|it) mean|why (?:does|did|do|is|was|not)|how does (?:this|that|it) (?:work|help)|what (?:changed|happened|went wrong)|what's (?:new|different))\b/;
const ANSWERED =
  /^(?:i (?:went|chose|picked|used|opted|decided|assumed|kept)|i've (?:gone|chosen|picked|used|assumed|kept)|it (?:turned|turns) out|because|yes\b|no\b|the (?:answer|reason|cause|culprit)|for now,? i|turns out|that's because|simple\b)/;

/** The question that a message ends on; null if there is none. */
export function questionIn(message: Message): Quote | null {
  const ending = endingOf(message);
  const around = ending.map(({ words }) => words).join(" ");
  for (let index = ending.length - 1; index >= 0; index--) {
    const piece = ending[index];
    if (piece === undefined || piece.kind === "row") continue;
    const { words } = piece;
    const asked = (words.endsWith("?") && /\p{L}/u.test(words)) ||
      (piece.kind === "sentence" && wantsInput(words));
    if (!asked && !(piece.kind !== "heading" && STATED.some((rule) => holds(rule, words)))) {
      continue;
    }
    if (isCourtesy(words) || asksLeave(piece, around) || REQUEST.test(words)) continue;
    const next = ending[index + 1];
    if (next !== undefined && ANSWERED.test(next.words)) continue;
    const after = ending.slice(index + 1).filter((later) =>
      later.kind === "sentence" && later.group === piece.group && !later.words.endsWith("?") &&
      !isAfterthought(later.words)
    );
    // What is followed by plain statements has been answered, unless it is put to the person.
    if (after.length > 0 && (RHETORICAL.test(words) || !ADDRESSED.test(words))) continue;
    if (piece.kind === "heading" && index < ending.length - 1 && next?.kind === "sentence") {
      continue;
    }
    return quoteOf(piece);
  }
  return null;
}
