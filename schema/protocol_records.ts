/** The zod schemas of the escalation protocol's records, `escalation.v1` and `unblock.v1`. */

import { z } from "zod";
import {
  field,
  objectType,
  ofTurn,
  oneOf,
  ordinal,
  record,
  text,
  textOrNull,
  texts,
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
const lines = (description: string, title?: string) =>
  field(description, z.array(line).min(1).max(MAX_PAYLOAD_ITEMS), title);

const violation = objectType(
  "Violation",
  "One fault of a text that should follow the protocol: what kind, in words, and where.",
  {
    code: text("A name that does not change, for programs"),
    message: text("What is wrong, for people"),
    where: text("The field, section or mark that it is about"),
    line: field(
      "The line in the text, from 1; null where it is about something that is not there",
      ordinal.nullable(),
    ),
  },
);

const extraField = objectType(
  "ExtraField",
  "A field that the form does not have, kept as it was written.",
  {
    name: text("How it is called"),
    values: texts("What it says, a line each"),
  },
);

const extra = field(
  "Fields that the form does not have; missing where there are none",
  z.array(extraField).optional(),
);

/** The schema of `EscalationPayload`. */
export const escalationPayload = objectType(
  "EscalationPayload",
  "What an `<ESCALATION>` says. Every text is one line and not empty, every list has an item; that " +
    "its status is `blocked` goes without saying.",
  {
    attempt: field("The attempt that it was given up in, from 1", ordinal),
    task_scope: field("What the work was about", line),
    suspected_failure_layer: field(
      "Where the fault is suspected",
      z.array(oneOf("EscalationLayer", ESCALATION_LAYERS)).min(1).max(MAX_PAYLOAD_ITEMS),
      "Suspected layer",
    ),
    what_was_tried: lines("What was tried", "Tried"),
    what_did_not_work: lines("What came of it", "Did not work"),
    forced_context_checked: lines("What was verified before giving up", "Checked"),
    current_invariants: lines("What still appears to be true", "Invariants"),
    handoff_artifacts: lines(
      "What the next one needs: the task, the snapshot, the signal that blocks",
      "Artifacts",
    ),
    request: lines("What is asked of the level above"),
    extra,
  },
);

const role = oneOf("Role", ROLES);

/** What every record of the protocol says about the text that it is of. */
const linted = {
  valid: yesOrNo("Whether what was said follows every rule"),
  violations: field("What is wrong with it", z.array(violation)),
  notes: field(
    "What is worth knowing and no fault; missing where there is nothing",
    z.array(violation).optional(),
  ),
  degraded: yesOrNo("Whether something that the record should hold was missing or unreadable"),
  failure: textOrNull("What went wrong; null if nothing did"),
};

const attempt = field(
  "The attempt that it was said in, from 1; null where that is not known",
  ordinal.nullable(),
);

/** The schema of `EscalationRecord`. */
export const escalationRecord = record("escalation.v1", "EscalationRecord", {
  about: "An agent's own word that it is blocked, and whether it can be acted on",
  doc:
    "An `escalation.v1` record: one per end of a turn in which an `<ESCALATION>` was said or had to " +
    "be. A payload that is not valid is kept where it could be read; nothing is handed over on it.",
}, {
  ...ofTurn(),
  role: field("Who gave up", role),
  valid: linted.valid,
  attempt,
  payload: field(
    "What was said; null where it could not be read whole",
    escalationPayload.nullable(),
  ),
  violations: linted.violations,
  notes: linted.notes,
  handoff: textOrNull(
    "The name of the file with the packet for the next one; null where none was built",
  ),
  degraded: linted.degraded,
  failure: linted.failure,
});

const failure_layer = field("The layer at fault", oneOf("FailureLayer", FAILURE_LAYERS), "Layer");
const new_hypothesis = text(
  "What is believed now, materially different from what was tried",
  "Hypothesis",
);

const unblockReport = objectType(
  "UnblockReport",
  "The compact report that an answer begins with.",
  {
    failure_layer,
    observations: texts("What was seen"),
    new_hypothesis,
    action: text("The name of the output that follows, as it was written"),
    extra,
  },
);

const retryPacket = objectType("RetryPacket", "What sends the task back to the coder.", {
  new_hypothesis,
  failure_layer,
  files_to_recheck: texts("The paths to look at again"),
  forced_checklist: texts("What has to be verified before any edit"),
  constraints: texts("What must stay as it is"),
  what_not_to_retry: texts("What was tried and did not work"),
  decision_memory_notes: texts("The decisions that constrain this", "Decision memory"),
  extra,
});

const nextStep = objectType("NextStep", "Who is next.", {
  step: field("Who goes on; none where there is nothing to do", z.enum(NEXT_STEPS)),
  why: text("Why, for a person to read"),
});

/** The schema of `UnblockRecord`. */
export const unblockRecord = record("unblock.v1", "UnblockRecord", {
  about: "What a reflection agent answered to an escalation, and what comes next",
  doc:
    "An `unblock.v1` record: one per answer, also where it breaks the protocol; then nothing is sent " +
    "to its author.",
}, {
  ...ofTurn(),
  role: field("Who answered", role),
  attempt,
  mode: field(
    "The mode of that attempt; null where that is not known",
    oneOf("Mode", MODES).nullable(),
  ),
  output: field(
    "What the answer comes down to; null where that cannot be told",
    oneOf("UnblockOutput", UNBLOCK_OUTPUTS).nullable(),
  ),
  report: field(
    "The compact report; null where there is none, or none that can be read whole",
    unblockReport.nullable(),
  ),
  packet: field(
    "What goes back to the coder; null where nothing does, or it cannot be read whole",
    retryPacket.nullable(),
  ),
  packet_hash: textOrNull(
    "A hash of the packet's content, by which it is known again; null without a packet",
  ),
  valid: linted.valid,
  violations: linted.violations,
  notes: linted.notes,
  next: field("Who is next; null where that was not asked", nextStep.nullable()),
  degraded: linted.degraded,
  failure: linted.failure,
});
