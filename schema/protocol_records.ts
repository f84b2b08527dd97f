/** The zod schemas of the escalation protocol's records, `escalation.v1` and `unblock.v1`. */

import { z } from "zod";
import {
  declared,
  field,
  header,
  ofTurn,
  text,
  textOrNull,
  texts,
  typed,
  yesOrNo,
} from "./fields.ts";
import {
  ESCALATION_LAYERS,
  FAILURE_LAYERS,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  MODES,
  NEXT_STEPS,
  ROLES,
  UNBLOCK_OUTPUTS,
} from "./names.ts";

// A pattern and no length: JSON Schema counts a string's code points and zod its UTF-16 units.
// With the flag both count the same.
const line = z.string().regex(new RegExp(`^[^\\r\\n]{1,${MAX_ITEM_CHARACTERS}}$`, "u"));
const lines = (title: string, description: string) =>
  field(title, description, z.array(line).min(1).max(MAX_PAYLOAD_ITEMS));

const violation = declared(
  "Violation",
  "One fault of a text that should follow the protocol: what kind, in words, and where.",
  z.strictObject({
    code: text("Code", "A name that does not change, for programs"),
    message: text("Message", "What is wrong, for people"),
    where: text("Where", "The field, section or mark that it is about"),
    line: field(
      "Line",
      "The line in the text, from 1; null where it is about something that is not there",
      z.int().min(1).nullable(),
    ),
  }),
);

const extraField = declared(
  "ExtraField",
  "A field that the form does not have, kept as it was written.",
  z.strictObject({
    name: text("Name", "How it is called"),
    values: texts("Values", "What it says, a line each"),
  }),
);

const extra = field(
  "Extra",
  "Fields that the form does not have; missing where there are none",
  z.array(extraField).optional(),
);

/** The schema of `EscalationPayload`. */
export const escalationPayload = declared(
  "EscalationPayload",
  "What an `<ESCALATION>` says. Every text is one line and not empty, every list has an item; that " +
    "its status is `blocked` goes without saying.",
  z.strictObject({
    attempt: field("Attempt", "The attempt that it was given up in, from 1", z.int().min(1)),
    task_scope: field("Task scope", "What the work was about", line),
    suspected_failure_layer: field(
      "Suspected layer",
      "Where the fault is suspected",
      z.array(typed("EscalationLayer", z.enum(ESCALATION_LAYERS))).min(1).max(MAX_PAYLOAD_ITEMS),
    ),
    what_was_tried: lines("Tried", "What was tried"),
    what_did_not_work: lines("Did not work", "What came of it"),
    forced_context_checked: lines("Checked", "What was verified before giving up"),
    current_invariants: lines("Invariants", "What still appears to be true"),
    handoff_artifacts: lines(
      "Artifacts",
      "What whoever is next needs: the task, the snapshot, the signal that blocks",
    ),
    request: lines("Request", "What is asked of whoever is above"),
    extra,
  }),
);

const role = typed("Role", z.enum(ROLES));

/** What every record of the protocol says about the text that it is of. */
const linted = {
  valid: yesOrNo("Valid", "Whether what was said follows every rule"),
  violations: field("Violations", "What is wrong with it", z.array(violation)),
  notes: field(
    "Notes",
    "What is worth knowing and no fault; missing where there is nothing",
    z.array(violation).optional(),
  ),
  degraded: yesOrNo(
    "Degraded",
    "Whether something that the record should hold was missing or unreadable",
  ),
  failure: textOrNull("Failure", "What went wrong; null if nothing did"),
};

const attempt = field(
  "Attempt",
  "The attempt that it was said in, from 1; null where nobody knows",
  z.int().min(1).nullable(),
);

/** The schema of `EscalationRecord`. */
export const escalationRecord = declared(
  "EscalationRecord",
  "An `escalation.v1` record: one per end of a turn in which an `<ESCALATION>` was said or had to " +
    "be. A payload that is not valid is kept where it could be read; nothing is handed over on it.",
  z.strictObject({
    ...header("escalation.v1"),
    ...ofTurn(),
    role: field("Role", "Who gave up", role),
    valid: linted.valid,
    attempt,
    payload: field(
      "Payload",
      "What was said; null where it could not be read whole",
      escalationPayload.nullable(),
    ),
    violations: linted.violations,
    notes: linted.notes,
    handoff: textOrNull(
      "Handoff",
      "The name of the file with the packet for whoever is next; null where none was built",
    ),
    degraded: linted.degraded,
    failure: linted.failure,
  }).meta({
    title: "escalation.v1",
    description: "An agent's own word that it is blocked, and whether it can be acted on",
  }),
);

const failure_layer = field(
  "Layer",
  "The layer at fault",
  typed("FailureLayer", z.enum(FAILURE_LAYERS)),
);
const new_hypothesis = text(
  "Hypothesis",
  "What is believed now, materially different from what was tried",
);

const unblockReport = declared(
  "UnblockReport",
  "The compact report that an answer begins with.",
  z.strictObject({
    failure_layer,
    observations: texts("Observations", "What was seen"),
    new_hypothesis,
    action: text("Action", "The name of the output that follows, as it was written"),
    extra,
  }),
);

const retryPacket = declared(
  "RetryPacket",
  "What sends the task back to the coder.",
  z.strictObject({
    new_hypothesis,
    failure_layer,
    files_to_recheck: texts("Files to recheck", "The paths to look at again"),
    forced_checklist: texts("Forced checklist", "What has to be verified before any edit"),
    constraints: texts("Constraints", "What must stay as it is"),
    what_not_to_retry: texts("What not to retry", "What was tried and did not work"),
    decision_memory_notes: texts("Decision memory", "The decisions that constrain this"),
    extra,
  }),
);

const nextStep = declared(
  "NextStep",
  "Who is next.",
  z.strictObject({
    step: field("Step", "Whoever goes on; none where there is nothing to do", z.enum(NEXT_STEPS)),
    why: text("Why", "Why, for a person to read"),
  }),
);

/** The schema of `UnblockRecord`. */
export const unblockRecord = declared(
  "UnblockRecord",
  "An `unblock.v1` record: one per answer, also where it breaks the protocol; then nothing is sent " +
    "to anybody on it.",
  z.strictObject({
    ...header("unblock.v1"),
    ...ofTurn(),
    role: field("Role", "Who answered", role),
    attempt,
    mode: field(
      "Mode",
      "The mode of that attempt; null where nobody knows",
      typed("Mode", z.enum(MODES)).nullable(),
    ),
    output: field(
      "Output",
      "What the answer comes down to; null where that cannot be told",
      typed("UnblockOutput", z.enum(UNBLOCK_OUTPUTS)).nullable(),
    ),
    report: field(
      "Report",
      "The compact report; null where there is none, or none that can be read whole",
      unblockReport.nullable(),
    ),
    packet: field(
      "Packet",
      "What goes back to the coder; null where nothing does, or it cannot be read whole",
      retryPacket.nullable(),
    ),
    packet_hash: textOrNull(
      "Packet hash",
      "A hash of the packet's content, by which it is known again; null without a packet",
    ),
    valid: linted.valid,
    violations: linted.violations,
    notes: linted.notes,
    next: field("Next", "Who is next; null where nobody asked", nextStep.nullable()),
    degraded: linted.degraded,
    failure: linted.failure,
  }).meta({
    title: "unblock.v1",
    description: "What a reflection agent answered to an escalation, and what comes next",
  }),
);
