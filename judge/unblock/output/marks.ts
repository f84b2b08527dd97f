/** How the outputs that are no fields begin, and the form of what they ask for. */

import { COHERENCE_FAILED, needContext } from "../contract.ts";
import { OUTPUT_LIMITS } from "./limits.ts";

/** Begins a payload, at the beginning of a line. */
export const PAYLOAD_BEGIN = "<ESCALATION>";

/** Ends it. */
export const PAYLOAD_END = "</ESCALATION>";

/** Begins a request for context, well formed or not. */
export const NEED_MARK = "[NEED_CONTEXT";

/** Stands in place of an output. */
export const COHERENCE_MARK: string = COHERENCE_FAILED;

/** The word in the table that a target has to be put in place of. */
const PLACEHOLDER = "target";

/** What a line asks for; null where it has not the form, or asks for nothing. */
export function neededTarget(line: string): string | null {
  const text = line.trim();
  const [before = "", after = ""] = needContext("\n").split("\n");
  const end = text.length - after.length;
  if (!text.startsWith(before.trimEnd()) || !text.endsWith(after)) return null;
  const target = text.slice(before.trimEnd().length, end).trim();
  const isOne = target !== "" && target !== PLACEHOLDER && !/[\][]/.test(target) &&
    target.length <= OUTPUT_LIMITS.target;
  return isOne ? target : null;
}
