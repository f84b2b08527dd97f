/** Failure or blockage that stands now, not one that was overcome or that the code handles. */

import type { Quote } from "./quote.ts";
import { CONDITIONAL, type Pattern, quotesOf, type Rule, saidBy } from "./patterns.ts";
import type { Message } from "./structure.ts";

const OVERCOME =
  /\b(?<!(?:not|n't) be )(?:fixed|resolved|solved|corrected)\b|\b(?:no longer|previous(?:ly)?|formerly|used to|earlier|at first|initially|originally|was caused|were caused|(?:is|are|been|has been|now) (?:fixed|resolved|handled|gone)|which i fixed|but (?:now|then|it) (?:works?|passes|passed|worked)|worked around|bypassed it by|before (?:the|this|my) (?:fix|change)|root cause|prevents?|avoids?|turned out)\b/;
const HANDLED_BY_CODE =
  /\b(?:added|handles?|handling|throws?|raises?|returns? (?:null|an? |false|undefined|early)|shows?|logs?|displays?|message|case where|in case|whenever|retries|if (?:the|a|an|it|no|there)|when (?:the|a|an|it|no|there|users?)|falls? back|fallback|tests? (?:for|that)|so that|ensures?|users? (?:who|that|are|can)|covers?|supports?|documents?|describes?|(?:no|any|zero|0|without) (?:errors?|failures?|issues|problems))\b/;
const NEITHER: readonly Pattern[] = [OVERCOME, HANDLED_BY_CODE];

export const RULES: readonly Rule[] = [
  {
    words:
      "could can't cannot not able failed manage stuck blocked access permission enough haven't into hit keep",
    says:
      /\b(?:i|we)(?:'m| am|'ve| have| was| were)? ?(?:(?:still|currently|also|just|unfortunately) )?(?:couldn't|could not|can't|cannot|can not|unable to|not able to|wasn't able to|weren't able to|failed to|didn't manage|did not manage|stuck|blocked|don't have (?:access|permission|enough)|do not have (?:access|permission)|haven't been able to|ran into (?:a|an|the same)|hit (?:a wall|an? (?:error|issue|blocker|problem)|the same)|keep (?:getting|hitting|running))\b/,
    unless: [
      OVERCOME,
      /\b(?:find any|found no|see any|tell (?:which|what)|recommend|help but|think of|wait|stress)\b|\b(?:so that|if) (?:i|we)\b/,
    ],
    within: "sentence",
    reason: "the agent says that it could not",
  },
  {
    words: "able couldn't not",
    says:
      /\b(?:unable to|not able to|(?:could|can) ?not (?:be )?(?:reach|connect|access|run|start|install|load|find|resolve|compile|build|apply|applied|completed?|executed|installed|reproduced?|verified|fixed|started|determine[d]?|deploy(?:ed)?|open(?:ed)?|push(?:ed)?|fetch(?:ed)?|loaded|resolved|built|finish(?:ed)?)|couldn't be (?:\w+ed|found|built|run))\b/,
    unless: NEITHER,
    within: "clause",
    reason: "a thing could not be done",
  },
  {
    words: "still keep continue again repeatedly consistently always",
    says:
      /\b(?:still|keeps?|continues? to|again|repeatedly|consistently|always) (?:(?:be|being|getting|get|to|the|a) )?(?:fail(?:s|ed|ing)?|broken|crash(?:es|ing)?|errors?(?: out)?|throw(?:s|ing)?|hang(?:s|ing)?|time(?:s)? out|timing out|red|return(?:s|ing)? (?:an? )?(?:\d{3}|error|wrong|null|empty)|happens?|occurs?|persists?|not work(?:ing)?|doesn't|does not|isn't|won't|unresolved|not (?:fixed|resolved|working|passing)|present|there)\b/,
    unless: [
      OVERCOME,
      /\b(?:if|whether|should|no\b|so that|tests? that|even if|unless|will)\b|\bstill there (?:for|if)\b/,
    ],
    within: "clause",
    reason: "it still fails",
  },
  {
    words: "persist remain continue still present come reappear hasn't gone",
    says:
      /\b(?:errors?|problem|issue|failure|bug|crash|warning|leak|symptom)s? (?:still )?(?:persists?|remains?|continues?|is still (?:there|present)|comes? back|reappears?|hasn't gone|has not gone)\b/,
    unless: [OVERCOME, /\b(?:no|if|whether)\b/],
    within: "clause",
    reason: "the error persists",
  },
  {
    words: "blocked stuck stalled blocker dead roadblock wall impasse",
    says:
      /\b(?:(?:am|is|are|'m|'s|'re|been|currently|progress|work) (?:(?:now|currently|still|completely|fully|all) )?(?:blocked|stuck|stalled)(?: by| on| at| because| until| in| with|\.|,|$)|blocked (?:by|on)|blocker(?: is|:)|hit a (?:dead end|roadblock|wall)|at an impasse)/,
    unless: [
      ...NEITHER,
      /\b(?:un-?blocked|users?|requests?|ip|accounts?|button|not|n't|origin|cors policy is|thread)\b(?! (?:by|on) (?:missing|a missing))/,
    ],
    within: "sentence",
    reason: "something blocks the work",
  },
  {
    words: "work build compile compiling start load pass resolve respond render boot connect",
    says:
      /\b(?:does not|doesn't|do not|don't|is not|isn't|are not|aren't|won't|not) (?:(?:yet|currently|actually|fully|quite|properly) )?(?:work(?:ing)?|build(?:ing)?|compile|compiling|start(?:ing)?|load(?:ing)?|pass(?:ing)?|resolve|respond(?:ing)?|render(?:ing)?|boot|connect(?:ing)?)\b/,
    unless: [
      ...NEITHER,
      /\b(?:should|if|why|because you|unless|without|until|reason|before|once)\b/,
    ],
    within: "clause",
    reason: "it does not work, said of now",
  },
  {
    words:
      "timed times timing permission access connection memory crashe fail exits exited got get received return give throw",
    says:
      /\b(?:timed out|times out|timing out|permission denied|access denied|connection refused|out of memory|crashes? (?:with|on|at|when|every)|(?:fails?|failing|failed) (?:with|because|due|on|at|to|in)|exit(?:s|ed) with (?:code )?[1-9]|(?:got|get|getting|received|returns?|returned|gives?|throws?) (?:an? |the )?(?:\S+ )?(?:(?:40[0-9]|42[0-9]|50[0-9])\b|errors?\b|exception))/,
    unless: [
      ...NEITHER,
      /\b(?:test fails first|should|would|could|fails? fast|gracefully|expected|as expected|now returns?|requests? (?:that|which|with(?:out)?)|(?:clients|users|callers|visitors) |without an? |invalid|unauthori[sz]ed|endpoint returns|bad input|correctly|properly|was|were|had|instead of|rather than|never|not|retr(?:y|ied)|flaky)\b|n't\b|\b(?:is|are) fixed/,
    ],
    within: "sentence",
    reason: "an error as the state of things",
  },
  {
    words: "runn execut start apply deploy build install call open",
    says:
      /\b(?:running|executing|starting|applying|deploying|building|installing|calling|opening) (?:it|them|this|that|the \S+(?: \S+)?) (?:\S+ )?(?:gives?|returns?|prints?|fails?(?: with)?|ends? (?:in|with)|throws?|shows?|answers?(?: with)?|stops? (?:in|with|at)|produces?|leads to|results in) (?:an? |the )?(?:\S+ )?(?:⟦error⟧|errors?\b|exceptions?\b)/,
    unless: [
      OVERCOME,
      /\b(?:no|not|never|without|should|would|expected|before|was|were|used to|no longer|if)\b|n't\b/,
    ],
    within: "clause",
    reason: "what came of trying it is an error",
  },
  {
    words: "worked helped fixed solved nothing did without avail luck unsuccessful gave giving",
    says:
      /\b(?:none of (?:them|these|those|the (?:fixes|attempts|approaches)|my (?:fixes|attempts)) (?:worked|helped|fixed|solved)|nothing (?:worked|helped|i tried)|(?:didn't|did not) (?:help|work|fix (?:it|the)|solve|make a difference|succeed)|without success|to no avail|no luck|unsuccessful(?:ly)?|gave up|giving up)\b/,
    unless: [
      OVERCOME,
      /\b(?:so i|instead i|until)\b|\bunsuccessful (?:login|attempts|requests?|payments?)/,
    ],
    within: "sentence",
    reason: "attempts without success",
  },
  {
    words: "every each all both + attempt tries try approach run fix",
    says:
      /\b(?:every|each|all|both) (?:\S+ )?(?:attempts?|tries|try|approach(?:es)?|runs?|fix(?:es)?)\b.{0,30}\b(?:end(?:s|ed)? (?:in|with|up)|fail(?:s|ed)?|led to|leads to|hit|hits|same (?:error|crash|result|failure))\b/,
    unless: OVERCOME,
    within: "sentence",
    reason: "every attempt ends in the same way",
  },
  {
    words: "red failing broken",
    says:
      /\b(?:ci|pipeline|workflow|run|job|build|deployment|deploy|check|main)\b(?: \S+){0,2} (?:is|are|went|came back|turned|ended) (?:(?:still|now|again) )?(?:red|failing|broken)\b/,
    unless: [...NEITHER, /\b(?:if|when|was|were|why|until|no longer)\b/],
    within: "clause",
    reason: "the run is red",
  },
  {
    words: "conflict",
    says:
      /\b(?:has|have|there are|got|hit|left|produced|produces|stopped (?:at|with)|ended (?:in|with)|ran into|with) (?:\S+ ){0,2}(?:merge )?conflicts\b|\bconflicts (?:in|with|remain|between)\b/,
    unless: [...NEITHER, /\b(?:no|without|detects?|avoid\w*|if|when|resolved|409|returns?)\b/],
    within: "clause",
    reason: "a merge that stopped",
  },
  {
    words: "unfortunately sadly regrettably",
    says: /^(?:✗ )?(?:unfortunately|sadly|regrettably)\b/,
    unless: OVERCOME,
    within: "sentence",
    reason: "bad news is announced as such",
  },
  {
    words: "✗",
    says: /^✗ /,
    unless: [OVERCOME, /\bnone\b/],
    within: "sentence",
    reason: "a cross before a line",
  },
];

/** What the message admits went wrong and still is. */
export function troubleIn({ pieces }: Message): Quote[] {
  return quotesOf(
    pieces.filter((piece) =>
      piece.kind !== "heading" && piece.box === null && !CONDITIONAL.test(piece.words) &&
      !/^✓/.test(piece.words) && !/\?$/.test(piece.words) && saidBy(piece, RULES)
    ),
  );
}
