/** What can be wrong with an escalation: every code, with the rule that it stands for. */

import type { Violation } from "../../../schema/types.ts";

/** The rules by their codes. A code never changes its meaning; programs and tests rely on it. */
export const ESCALATION_FAULTS = {
  no_payload: "A text that escalates has a payload",
  several_payloads: "There is exactly one payload",
  unclosed: "The payload is closed",
  nested: "No payload stands inside of another",
  too_large: "The payload, its lists and its items are bounded",
  missing_field: "All ten fields are there",
  repeated_field: "Every field is there once",
  unknown_field: "There are no other fields",
  stray_text: "Nothing stands before the first field",
  status: "The status is `blocked`",
  attempt_form: "The attempt is written `[ATTEMPT: N]`",
  attempt_too_early: "No agent escalates before the terminal attempt",
  unknown_layer: "Every suspected layer is one of the list",
  empty_list: "Every list says something",
  empty_field: "Every text says something",
  empty_item: "Every item has three letters or more, and is no word such as none",
  unfilled_template: "Nothing of the form is left unfilled",
  missing_artifact: "The artifacts name the task and the latest blocking signal",
  asks_retry: "The request is not to try the same again",
  must_escalate_above: "A reflection agent escalates above its own layer",
} as const satisfies Readonly<Record<string, string>>;

/** The code of a rule. */
export type EscalationCode = keyof typeof ESCALATION_FAULTS;

/** A violation of a rule. */
export function fault(
  code: EscalationCode,
  message: string,
  { where = "payload", line = null }: { where?: string; line?: number | null } = {},
): Violation {
  return { code, message, where, line };
}
