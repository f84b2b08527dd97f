/**
 * Whether a message says that something was changed. A claim of that kind wants a call that did it,
 * also where only words were asked for.
 */

import type { Statements } from "../said.ts";
import type { Task } from "../task.ts";

/** What an agent does to files and systems; what it does to its own answer is none of it. */
const OWN_CHANGE =
  /(?<!\b(?:if|would|could|should|can|will|shall) )\bi(?:['’]ve| have)? (?:(?:also|now|just|then|already|successfully|gone ahead and|went ahead and) )*(?:fixed|implemented|changed|updated|modified|edited|refactored|rewrote|rewritten|removed|deleted|renamed|moved|migrated|converted|replaced|patched|corrected|repaired|installed|deployed|pushed|committed|merged|rebased|published|released|configured|enabled|disabled|integrated|wired|hooked|bumped|upgraded|reverted|restarted|rotated|hid|hidden|sent|cached|validated|extended|optimi[sz]ed|cleaned|(?:add(?:ed)?|created|introduced|inserted)(?! (?:an? |some |the |two |three )?(?:\w+ )?(?:examples?|tables?|lists?|summary|summaries|links?|notes?|references?|explanations?|overview|comments? (?:below|above))\b))\b(?! (?:nothing|none|no|neither)\b)/i;

/** How a thing behaves since the change. */
const SINCE =
  /\bnow (?!(?:is|has|was|does|this|its|needs|contains)\b)[a-z]{3,}s\b|\b(?:is|are) now (?:\w+ )?\w{3,}ed\b|\b(?:has|have) been (?:\w+ )?(?:added|fixed|changed|updated|implemented|removed|replaced|moved|renamed|deployed|sent|merged)\b/i;

/** Who asks about what was done is told what was done. */
const ABOUT_THE_PAST =
  /\b(?:did|have|has|had|was|were) (?:you|it|that|this|the|we|i)\b|\b(?:you|we)(?:['’]ve| have)? (?:did|done|changed|made|fixed|added)\b|\bso far\b|\bsummar\w+ (?:\w+ ){0,3}(?:changes|work)\b/i;

/** What a text says that was asked for is not said of the agent. */
const WRITES_A_TEXT =
  /^(?:please |can you |could you |now )*(?:write|draft|compose|word|phrase|translate|rephrase|summari[sz]e)\b/i;

/** Proposals in the form of a question. */
const PROPOSES =
  /^(?:\W|ok|okay|hm+|so|and|also)*(?:(?:can|could) (?:we|it|this|that|the)|why (?:don['’]?t|not)|how about|what about|mind|any chance|is it possible)\b/i;

/** Whether the message says that the agent itself changed something. */
function claimsOwnChange({ claims, text }: Statements): boolean {
  return claims.some((claim) => OWN_CHANGE.test(claim)) || OWN_CHANGE.test(text.slice(0, 8_000));
}

/** Whether the message says that something was changed, by whomever. */
export function claimsChange(said: Statements): boolean {
  return claimsOwnChange(said) || said.claims.some((claim) => SINCE.test(claim));
}

/**
 * Whether a message claims a change where words were asked for. The answer to a question may well
 * say how something behaves now, and that an earlier task was done.
 */
export function goesBeyondWords(task: Task, said: Statements): boolean {
  const asked = (task.messages.at(-1) ?? task.text).slice(0, 4_000);
  if (task.from > 0 || ABOUT_THE_PAST.test(asked) || WRITES_A_TEXT.test(asked)) return false;
  if (task.kind === "work" || PROPOSES.test(asked)) return claimsChange(said);
  return claimsOwnChange(said);
}
