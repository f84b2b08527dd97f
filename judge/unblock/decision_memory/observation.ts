/**
 * What a clause only tells: "The test still imports …", "The library is not used". It begins with a
 * subject, has a word of what was seen or is not used, and none that proposes. In doubt it proposes.
 */

/** Fields in which a statement is what shall be, and no observation. */
const NORMATIVE: ReadonlySet<string> = new Set([
  "contract_correction",
  "architecture_correction",
  "constraints",
]);

const SUBJECT = /^[^\p{L}]{0,6}(?:the|this|that|these|those|an?|its|our|each|every|some)\s/iu;
const UNUSED =
  /\b(?:(?:is|are|was|were|be|been) (?:not|never|no longer)|(?:is|are|was|were)n['’]t) (?:used|needed|involved|loaded|imported|required|called|installed|present|affected|relevant|touched|reached)\b/i;
const SEEN =
  /\b(?:imports?|imported|fails|failed|throws|threw|logged|shows|showed|contains|contained|mentions|mentioned|references|referenced|prints|printed|lists|listed|still|already|currently|was|were|had)\b/i;
const PROPOSED =
  /\b(?:should|must|shall|needs?|has to|have to|had to|had better|will|would|can|could|may|might|let|lets|propos\w*|want\w*|calls? for|re-?us\w*|take|takes|enabl\w*|put|share|install|keep|wrap|make|allow|recommend\w*|suggest\w*|instead|now|then|so|therefore|anyway|use|using|switch\w*|migrat\w*|mov(?:e|es|ing)|adopt\w*|introduc\w*|replac\w*|add|adding|bring\w*|restor\w*|reintroduc\w*|becom\w*|belong\w*|goes|go|fix|solution|plan|proposal|idea|best|better|right|ignor\w*|despite|although|though|bypass\w*|overrid\w*)\b/i;

/** Whether a clause, given without the name of its field, only tells what there is. */
export function isObservation(clause: string, field: string | null): boolean {
  if (field !== null && NORMATIVE.has(field)) return false;
  if (!SUBJECT.test(clause.slice(0, 40)) || PROPOSED.test(clause)) return false;
  return UNUSED.test(clause) || SEEN.test(clause);
}
