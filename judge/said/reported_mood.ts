/** Whether a result is stated. Wishes, conditions, plans and history state nothing. */

import type { Sign } from "./reported_signs.ts";

/** Whether a result is stated, denied, or not stated at all. */
type Mood = "stated" | "denied" | "open";

const NOT_STATED =
  /\b(?:if|once|until|unless|whether|when|as soon as|provided|assuming|should|would|could|might|may|make sure|ensure|verify|expect(?:ed)?|hopefully|so that|in order|check that|confirm that|see if)\b/;
/** Plans and wishes, which end with their clause. */
const NOT_STATED_HERE =
  /\b(?:will|going to|must|needs?(?: to)?|want|let me|(?:make|making|get|getting|let|lets|keep|keeping) (?:the|all|it|sure)|please|next|goal|aim|to be|plan|then)\b|'ll\b|\bto $/;
const NOT_CHECKED =
  /(?:n't|\bnot|\bnever) (?:\S+ )?(?:verif|check|run|ran|confirm|tested|see|seen|know|sure|able to (?:run|verify|confirm))/;
const GAVE_UP = /\b(?:could not|couldn't|unable to|can't|cannot|not able to) (?:get|make)\b/;
const FAILURE_AS_THING =
  /\b(?:fix(?:ed|es|ing)?|resolve[ds]?|repair(?:ed)?|address(?:ed)?|previously|formerly|originally|initially|used to|was|were|had|no longer|stopped|wrote|write|writing|added|add|start(?:ed)? with|caused|causing|cause of|why|investigat\w+|reproduc\w+|instead of|rather than|detect\w*|handles?|before|any|each|first|unlike|reports?|see|for the|about|debug\w*|which|that|the)\b(?=[^,]{0,40}$)/;
/** A run that others followed. */
const EARLIER =
  /\b(?:first|initial|earlier|previous|original|my first) (?:\w+ )?(?:builds?|runs?|attempts?|try|tries|version|deploy|push)\b[^,;:]{0,20}$/;
const HISTORY =
  /^[^,.]{0,12}\b(?:at first|initially|before|earlier|previously|first|originally|last time|yesterday|because of the bug|until)\b/;
const DENIED = /(?:\b(?:not|never|none of|neither|nor|hardly|cannot|no)\b|n't\b)[^,:]{0,24}$/;
const FAILURE_NOUN = /^(?:fail|failing|failed|broken|failures?)$/;

/** In which mood a sign is said, from what stands before and after it. */
export function moodOf(before: string, after: string, { says, mark }: Sign): Mood {
  if (mark) return "stated";
  // "Two tests about slots go red" says it of the tests.
  const near = before.slice(-120).replace(
    /\babout (?=(?:\S+ ){1,4}(?:go(?:es)?|went|turn(?:s|ed)?|are|is|still) $)/,
    "",
  );
  if (GAVE_UP.test(near)) return "denied";
  if (NOT_CHECKED.test(near) || NOT_STATED.test(near)) return "open";
  if (NOT_STATED_HERE.test(near.slice(near.search(/[^,:]*$/)))) return "open";
  if (says === "failed") {
    if (EARLIER.test(near)) return "open";
    const noun =
      /^(?:ing|ed)?\s*(?:unit |e2e |integration )?(?:tests?|specs?|checks?|build|assertions?|case|step)\b/
        .test(after);
    if (HISTORY.test(after)) return "open";
    if (FAILURE_AS_THING.test(near)) {
      // "the tests fail" reports; "the failing test" and "fixed the failures" name a thing.
      const plain =
        /\b(?:the|that|which|reports?|see|before|first|each|any)\b(?=[^,]{0,40}$)/.test(near) &&
        !/\b(?:fix|resolv|repair|address|previous|former|original|initial|used to|was|were|had|longer|stopped|wrote|writ|add|start|caus|why|investigat|reproduc|instead|rather|detect|handl|unlike|about|debug)/
          .test(near);
      if (!plain || noun) return "open";
    } else if (noun && /\ba $/.test(near)) return "open";
  }
  if (/^\s*(?:if|once|when you|as long as|provided|after you|unless)\b/.test(after)) return "open";
  return DENIED.test(near) && !FAILURE_NOUN.test(after) ? "denied" : "stated";
}

/** What a sign reports in its mood; null for nothing. */
export function outcomeOf({ says, counted, kind }: Sign, mood: Mood): "passed" | "failed" | null {
  if (says === null || mood === "open") return null;
  if (mood === "stated") return says;
  // "not failing" is too weak to be a pass.
  return says === "passed" && !(counted && kind === null) ? "failed" : null;
}
