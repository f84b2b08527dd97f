/** What a packet has as verified, and its payload says was not. */

import { isTelling, stemOf, wordsOf } from "../decision_memory/words.ts";
import type { EscalationPayload } from "../escalation.ts";
import { shown, type Violation } from "../violation.ts";
import { linesOf, type PacketLine } from "./sections.ts";

const DENIES =
  /\b(?:not (?:yet )?(?:been )?(?:checked|verified|confirmed|looked at|inspected)|unchecked|unverified|skipped|could not (?:check|verify|be (?:checked|verified))|never (?:checked|verified))\b/i;
const AFFIRMS = /^\[[xX]\]|\b(?:verified|checked|confirmed|ruled out)\b/i;

/** The share of the words of the shorter item from which on two items are about the same. */
const SAME = 0.6;

/** What the forced context has as verified, the payload may not deny. */
export function deniedItems(lines: readonly PacketLine[], payload: EscalationPayload): Violation[] {
  const denied = payload.forced_context_checked.filter((item) => DENIES.test(item));
  const stated = [...linesOf(lines, "FORCED_CONTEXT"), ...linesOf(lines, "CHECKLIST")];
  return stated.flatMap(({ text, number, section }) => {
    const item = text.slice(0, 1_000).replace(/^[\s>*-]*/, "");
    if (!AFFIRMS.test(item) || DENIES.test(item)) return [];
    const other = denied.find((one) => isSame(item, one));
    return other === undefined ? [] : [{
      code: "checklist_denied",
      message: `"${shown(item)}" is given as verified, but the payload says "${shown(other)}": ` +
        "expected both to agree",
      where: section ?? "packet",
      line: number,
    }];
  });
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [subjectOf(one), subjectOf(other)];
  const least = Math.min(first.size, second.size);
  const common = [...first].filter((word) => second.has(word)).length;
  return least > 0 && common >= SAME * least;
}

function subjectOf(item: string): Set<string> {
  const rest = item.replace(DENIES, " ").replace(
    /\b(?:verified|checked|confirmed|ruled out)\b/gi,
    " ",
  );
  return new Set(wordsOf(rest).filter(isTelling).map(stemOf));
}
