/** What the person is asked to do although the agent could do it. */

import type { Quote } from "./quote.ts";
import { wantsAPerson } from "./human_action.ts";
import { FOR_YOU, toldTo } from "./requests.ts";
import { quotesOf, type Rule, saidBy, standsUnder } from "./patterns.ts";
import type { Message, Piece } from "./structure.ts";

/** What an agent does by itself all the time; looked up as a word. */
const ACTS: ReadonlySet<string> = new Set(
  ("rerun run execute restart reload rebuild build install reinstall test retest verify check try " +
    "double-check apply migrate commit push deploy redeploy add update create set start launch " +
    "lint format upgrade remove delete rename change edit replace move copy implement write fix " +
    "configure confirm validate clear seed generate regenerate pull fetch bump adjust wire hook " +
    "import").split(" "),
);
const ADVERB = /^(?:(?:also|first|then|now|manually|just|always|quickly|please|simply) )+/;
/** Reading and answering is the person's own part. */
const THEIR_PART =
  /\b(?:let me know|note\b|notice|be aware|review|keep in mind|see\b|tell me (?:which|what|whether|how|who)|confirm (?:whether|if|which|how|what|the (?:choice|approach|plan))|check out the (?:docs|readme)|check the (?:docs|readme|documentation)|feel free|bear in mind|refer to|remember that|(?:you )?should (?:see|now see|get|be able|notice|have)|no need|don't need|do not need|don't have to)\b/;

/** Whether words begin with something that an agent does. */
function isAct(words: string): boolean {
  const verb = /^(?:re-)?([a-z-]+)\b/.exec(words.replace(ADVERB, ""))?.[1];
  return verb !== undefined && ACTS.has(verb);
}

const PURPOSE =
  /\b(?:to|in order to) (?:verify|confirm|check|test|validate|be sure|make sure|see whether|see if|apply|finish|complete|activate|finali[sz]e)\b/;
const TO_BE_SURE =
  /\b(?:to (?:verify|confirm|check|make sure|ensure|validate|see (?:if|whether)|apply|test|finish|complete|activate|finali[sz]e)|and (?:verify|confirm|check|make sure|send me|tell me|report|share|let me know|paste))\b/;

/** "To verify, run …": an order behind what it is for. */
function ordersFor(text: string): boolean {
  const purpose = PURPOSE.exec(text);
  if (purpose === null) return false;
  const rest = text.slice(purpose.index + purpose[0].length);
  let from = rest.search(/[,:]/);
  while (from >= 0 && from <= 60) {
    if (isAct(rest.slice(from + 1).trimStart().replace(/^you (?:should|need to|must) /, ""))) {
      return true;
    }
    const next = rest.slice(from + 1).search(/[,:]/);
    from = next < 0 ? -1 : from + 1 + next;
  }
  return false;
}

export const RULES: readonly Rule[] = [
  {
    words: "please kindly you sure forget remember someone somebody",
    says: { test: (text) => toldTo(text).some(isAct) },
    unless: THEIR_PART,
    within: "clause",
    reason: "please run, you'll need to install, make sure to restart",
  },
  {
    words: "to",
    says: { test: ordersFor },
    unless: /\b(?:i (?:ran|run|have|used|checked|wrote|added|tested)|you can|usage)\b/,
    within: "sentence",
    reason: "To verify, run …",
  },
  {
    words: "to and",
    says: {
      test: (text) => {
        const words = text.replace(/^(?:✓ )?(?:then |now |and |next,? |finally,? |just )?/, "");
        return isAct(words) && TO_BE_SURE.test(words.slice(0, 110));
      },
    },
    unless:
      /^(?:tests?|updates?|changes?|checks?|builds?) (?:\S+ )?(?:were|was|is|are|have|has)\b|\bi\b/,
    within: "sentence",
    reason: "Run … to verify",
  },
  {
    words: "you",
    says:
      /\byou can (?:now|then) (?:restart|re-?start|reload|re-?run|re-?deploy|deploy|apply|migrate|re-?test|rebuild|run the (?:migrations?|tests?|build|suite)|test (?:it|this|the)|verify|push|commit|try again)\b/,
    unless: /\b(?:if you|whenever)\b/,
    within: "sentence",
    reason: "a step that is needed in the words of an offer",
  },
  {
    words: "recommend suggest advise best worth important necessary want need good",
    says:
      /\b(?:i(?:'d)? (?:recommend|suggest|advise)|it(?:'s| is) (?:best|worth|important|necessary) to|(?:you )?(?:might|may) (?:want|need) to|would be good to) (?:you |that you |also )?(?:re-?run(?:ning)?|run(?:ning)?|test(?:ing)?|verify(?:ing)?|restart(?:ing)?|check(?:ing)?) (?:the|an?|it|this|all|your|⟦(?:test|build|lint|types)⟧|on|that)\b/,
    unless: /\b(?:periodically|regularly|in the future|eventually|optional|from time)\b/,
    within: "sentence",
    reason: "the agent's own verification as advice",
  },
  {
    words: "⟦local⟧",
    says:
      /^(?:please |then |now |next,? |and |just )*(?:open|visit|go to|navigate to|load) (?:\S+ ){0,3}⟦local⟧.{0,40}\b(?:and|to) (?:check|verify|confirm|test|make sure|ensure)\b/,
    within: "sentence",
    reason: "a page that the agent could load itself",
  },
  {
    words: "before",
    says:
      /\bbefore (?:deploying|using|merging|starting|running|you (?:deploy|use|merge|start|run)|the (?:next|first) (?:run|deploy|start)|this works)\b.{0,30}, ?(?:please )?(?:re-?run|run|apply|install|restart|rebuild|execute|migrate)\b/,
    within: "sentence",
    reason: "Before deploying, run …",
  },
  {
    words: "you locally + left leave leaving up need has have",
    says:
      /\b(?:needs?|has|have) to be (?:run|restarted|rebuilt|reinstalled|installed|applied|executed|deployed|redeployed|tested|verified)(?: manually)?(?: by you| on your (?:side|end|machine)| locally)\b|\b(?:left|leave|leaving|up) (?:it |that |this |the \S+ )?(?:to|for|with) you to (?:run|test|verify|install|deploy|restart|apply|commit|push|check)\b/,
    within: "sentence",
    reason: "left for the person to run",
  },
];

function asksForWork(piece: Piece): boolean {
  if (piece.kind === "heading" || piece.kind === "row" || piece.box === "ticked") return false;
  if (wantsAPerson(piece)) return false;
  if (saidBy(piece, RULES)) return true;
  return piece.kind === "item" && piece.first && standsUnder(piece, FOR_YOU) &&
    !THEIR_PART.test(piece.words) && isAct(piece.words);
}

/** What the message asks the person to do in the agent's place. */
export function delegatedIn({ pieces }: Message): Quote[] {
  return quotesOf(pieces.filter(asksForWork));
}
