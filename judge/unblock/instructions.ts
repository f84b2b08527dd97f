/**
 * What an agent is told about its attempt: which one it is, and what the mode asks for. Made from
 * the same tables as what checks its answer.
 */

import {
  attemptMark,
  CHECKLISTS,
  ESCALATION_FIELDS,
  type FieldRule,
  type Mode,
  MODE_NAMES,
  modeFor,
  type Role,
} from "./protocol.ts";
import type { Failure } from "./attempts.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** What each mode asks for, by who works. */
const ASKS: Readonly<Record<Role, Readonly<Record<Exclude<Mode, "terminal_escalation">, string>>>> =
  {
    coder: {
      work: "One hypothesis, one bounded change, then run the same command again.",
      context_override: "STOP trusting the current hypothesis, and edit nothing yet. Verify each " +
        "of these first, and say what you saw:",
    },
    reflection: {
      work:
        "Go on with the diagnosis above the code: one materially different hypothesis and one " +
        "bounded action. No patch churn.",
      context_override:
        "STOP trusting the current rescue hypothesis. Check `[FORCED_CONTEXT]` or " +
        "`[CHECKLIST]` again if there is one, and assume that the issue may be in:",
    },
  };

const ESCALATE: Readonly<Record<Role, string>> = {
  coder: "Do not try another fix. Change no file. End with exactly one payload of this form, " +
    "every field filled in, and nothing after it:",
  reflection: "Do not diagnose any further, and send no other packet to the coder. Return " +
    "exactly one payload of this form and nothing else, saying that the rescue is blocked too:",
};

/** What an agent is told about a failure that is its attempt of this number. */
export function attemptText(
  role: Role,
  attempt: number,
  { shown, excerpt }: Pick<Failure, "shown" | "excerpt">,
): string {
  const mode = modeFor(attempt);
  // What a test is called is data: quoted, it gives no orders.
  const line = oneLine(excerpt, 200);
  const failed = `${code(shown)} fails${
    line === "" ? "" : `, its output says ${code(line, 200)}`
  }.`;
  return [
    `${attemptMark(attempt)} ${MODE_NAMES[role][mode]}: ${failed}`,
    ...mode === "terminal_escalation"
      ? [ESCALATE[role], "", escalationForm(role, attempt)]
      : [ASKS[role][mode]],
    ...mode === "context_override" ? CHECKLISTS[role].map((item) => `- ${item}`) : [],
  ].join("\n");
}

/** A field of a form, to be filled in. */
export function emptyField({ name, kind, what }: FieldRule): string {
  return kind === "text" ? `${name}: <${what}>` : `${name}:\n- <${what}>`;
}

/** The form of an escalation, to be filled in. */
export function escalationForm(role: Role, attempt: number): string {
  const request = role === "reflection"
    ? "Escalate above the reflection layer: what is needed there"
    : "what is asked of whoever is above; not another try with the same context";
  const fields = ESCALATION_FIELDS.slice(2).map((field) =>
    emptyField(field.name === "request" ? { ...field, what: request } : field)
  );
  const begin = ["<ESCALATION>", "status: blocked", `attempt: ${attemptMark(attempt)}`];
  return [...begin, ...fields, "</ESCALATION>"].join("\n");
}
