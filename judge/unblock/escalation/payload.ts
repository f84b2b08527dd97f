/** The rules about a payload as a whole: which fields are there, and what some of them must say. */

import type { EscalationPayload, Violation } from "../../../schema/types.ts";
import { ESCALATION_FIELDS, type EscalationField, type Role } from "../contract.ts";
import { shown } from "../violation.ts";
import { isEscalationField } from "./blocks.ts";
import type { Body, BodyField } from "./body.ts";
import { checkStatus, Faults, readAttempt, readLayers, readList, readText } from "./check.ts";
import { fault } from "./fault.ts";
import { asksToRetry, escalatesAbove } from "./request.ts";

/** What was read, and what is wrong with it. */
interface ReadPayload {
  /** Null where it could not be read whole. */
  readonly payload: EscalationPayload | null;
  readonly violations: readonly Violation[];
}

/** Reads a payload from its fields. */
export function readPayload(body: Body, role: Role): ReadPayload {
  const faults = new Faults();
  const fields = fieldsByName(body, faults);
  const status = fields.get("status");
  if (status !== undefined) checkStatus(status, faults);
  const read = <T>(
    name: EscalationField,
    reader: (field: BodyField, faults: Faults) => T | null,
  ): T | null => {
    const field = fields.get(name);
    return field === undefined ? null : reader(field, faults);
  };
  const payload = whole({
    attempt: read("attempt", readAttempt),
    task_scope: read("task_scope", readText),
    suspected_failure_layer: read("suspected_failure_layer", readLayers),
    what_was_tried: read("what_was_tried", readList),
    what_did_not_work: read("what_did_not_work", readList),
    forced_context_checked: read("forced_context_checked", readList),
    current_invariants: read("current_invariants", readList),
    handoff_artifacts: read("handoff_artifacts", checkedArtifacts),
    request: read("request", (field) => checkedRequest(field, role, faults)),
  });
  const isAmbiguous = faults.violations.some(({ code }) => code === "repeated_field");
  const isWhole = status !== undefined && !isAmbiguous;
  return { payload: isWhole ? payload : null, violations: faults.violations };
}

/** The fields of the form, the first of each; what else there is, and what is not, is a fault. */
function fieldsByName({ fields, loose }: Body, faults: Faults): Map<EscalationField, BodyField> {
  const [stray] = loose;
  if (stray !== undefined) {
    const message = `"${shown(stray.text)}" stands before the first field: expected only fields`;
    faults.violations.push(fault("stray_text", message, { line: stray.number }));
  }
  const known = new Map<EscalationField, BodyField>();
  for (const field of fields) {
    const { name } = field;
    if (!isEscalationField(name)) {
      const expected = ESCALATION_FIELDS.map(({ name }) => name).join(", ");
      faults.add("unknown_field", field, `Field "${shown(name)}": expected only ${expected}`);
    } else if (known.has(name)) {
      faults.add("repeated_field", field, `Field "${name}" is there again: expected it once`);
    } else known.set(name, field);
  }
  for (const { name, kind } of ESCALATION_FIELDS) {
    if (known.has(name)) continue;
    const message = `Field "${name}" is missing: expected a line "${name}:" and its ${kind}`;
    faults.violations.push(fault("missing_field", message, { where: name }));
  }
  return known;
}

function checkedArtifacts(field: BodyField, faults: Faults): string[] | null {
  const items = readList(field, faults);
  for (const { what, example } of items === null ? [] : missingArtifacts(items)) {
    const message = `No item of its own names ${what}: expected one such as "${example}"`;
    faults.add("missing_artifact", field, message);
  }
  return items;
}

function checkedRequest(field: BodyField, role: Role, faults: Faults): string[] | null {
  const items = readList(field, faults);
  const again = items?.find(asksToRetry);
  if (again !== undefined) {
    const message = `"${
      shown(again)
    }" asks to try the same again: expected a request for something else`;
    faults.add("asks_retry", field, message);
  }
  if (items !== null && role === "reflection" && !items.some(escalatesAbove)) {
    const message = `"${
      shown(items.join(" "))
    }" names no addressee above: expected "Escalate above the reflection layer", or to a person`;
    faults.add("must_escalate_above", field, message);
  }
  return items;
}

type Parts = { readonly [Name in keyof EscalationPayload]: EscalationPayload[Name] | null };

function whole(parts: Parts): EscalationPayload | null {
  return isWhole(parts) ? parts : null;
}

function isWhole(parts: Parts): parts is EscalationPayload {
  return Object.values(parts).every((part) => part !== null);
}

/** What the list must name, and how it is known. */
const ARTIFACTS = [
  {
    what: "the task reference",
    example: "task: SHOP-12",
    pattern:
      /\b(?:task|issue|ticket|contract|spec|story|bug|prompt)s?\b|\boriginal (?:request|message|instructions?)\b|\[DEF\b|(?:^|\s)#\d/i,
  },
  {
    what: "the latest blocking signal",
    example: "signal: `npm test` exits with 1",
    pattern:
      /signal|error|exception|\bfail|\btests?\b|\bexit|\bstack|\btrace|\blogs?\b|\bcommand|\btime[ds]?[- ]?out|\bpanic|\bcrash|\bdenied\b|\bmissing\b|\bnot found\b|\bexpected\b/i,
  },
] as const;

/** The key of a tracker begins an item; some standards are written like one. */
const KEY =
  /^[^\p{L}\p{N}]{0,3}(?!(?:UTF|ISO|SHA|HTTP|CVE|RFC|ES|ADR)-)[A-Z][A-Z\d]{1,9}-\d{1,6}\b/u;

/** What a list does not name. */
function missingArtifacts(items: readonly string[]): (typeof ARTIFACTS)[number][] {
  const [task, signal] = ARTIFACTS;
  const tasks = items.filter((item) => task.pattern.test(item) || KEY.test(item));
  const signals = items.filter((item) => signal.pattern.test(item));
  if (tasks.length === 0 || signals.length === 0) {
    return ARTIFACTS.filter(({ what }) => (what === task.what ? tasks : signals).length === 0);
  }
  const isSame = tasks.length === 1 && signals.length === 1 && tasks[0] === signals[0];
  return isSame ? [signal] : [];
}
