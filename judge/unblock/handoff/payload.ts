/**
 * The payload as a packet has it: scrubbed, and without what would pollute the packet. One that was
 * valid stays valid: a field that cannot stay says where to look instead. One that was not is left
 * as wrong as it was, but for its size, so that nothing is handed over on it.
 */

import {
  type EscalationPayload,
  formatEscalation,
  lintEscalation,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
} from "../escalation.ts";
import type { Role } from "../contract.ts";
import type { Cleaner } from "./clean.ts";
import { oneLine } from "../../../lib/text/text.ts";

type ListField = Exclude<
  keyof EscalationPayload,
  "attempt" | "task_scope" | "suspected_failure_layer"
>;

/** What stands for a list that cannot stay. */
const INSTEAD: Readonly<Record<ListField, readonly string[]>> = {
  what_was_tried: ["left out of the clean handoff"],
  what_did_not_work: ["the failure below"],
  forced_context_checked: ["left out of the clean handoff"],
  current_invariants: ["left out of the clean handoff"],
  handoff_artifacts: ["task: see [TASK]", "signal: the failing command in [FAILURE]"],
  request: ["Escalate to a person above the reflection layer"],
};

const LISTS = Object.keys(INSTEAD) as ListField[];

/** Widths of an item, tried until the payload is within its bounds. */
const WIDTHS: readonly number[] = [MAX_ITEM_CHARACTERS, 400, 200, 80];

/** The payload, cleaned and written. */
export async function cleanPayload(
  payload: EscalationPayload,
  cleaner: Cleaner,
  role: Role,
): Promise<string> {
  const wasValid = faultsOf(payload, role).size === 0;
  const clean = await cleaned(payload, cleaner);
  const bounded = WIDTHS.map((width) => narrowed(clean, width))
    .find((one) => formatEscalation(one).length <= MAX_PAYLOAD_CHARACTERS) ?? clean;
  if (!wasValid) return formatEscalation(bounded);
  const wrong = faultsOf(bounded, role);
  const mended = { ...bounded };
  for (const name of LISTS) if (wrong.has(name)) mended[name] = [...INSTEAD[name]];
  if (wrong.has("task_scope")) mended.task_scope = "see [TASK]";
  return formatEscalation(mended);
}

async function cleaned(payload: EscalationPayload, cleaner: Cleaner): Promise<EscalationPayload> {
  const line = (text: string) => cleaner.line(text, MAX_ITEM_CHARACTERS, "payload");
  const clean = { ...payload, task_scope: await line(payload.task_scope) ?? "see [TASK]" };
  for (const name of LISTS) {
    const items = [];
    for (const item of payload[name].slice(0, MAX_PAYLOAD_ITEMS)) items.push(await line(item));
    const kept = items.filter((item) => item !== null);
    clean[name] = kept.length > 0 || payload[name].length === 0 ? kept : [...INSTEAD[name]];
  }
  return clean;
}

function narrowed(payload: EscalationPayload, width: number): EscalationPayload {
  const cut = (text: string) => oneLine(text, width);
  const narrow = { ...payload, task_scope: cut(payload.task_scope) };
  for (const name of LISTS) narrow[name] = payload[name].map(cut);
  return narrow;
}

/** The fields that something is wrong with. */
function faultsOf(payload: EscalationPayload, role: Role): ReadonlySet<string> {
  const { violations } = lintEscalation(formatEscalation(payload), { role });
  return new Set(violations.map(({ where }) => where));
}
