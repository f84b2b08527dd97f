// The inferred schema of `escalation.v1`; see `_zod.ts` for why it is private.

import { z } from "zod";
import { ESCALATION_LAYERS, MAX_ITEM_CHARACTERS, MAX_PAYLOAD_ITEMS, ROLES } from "./escalation.ts";
import { field } from "./_fields.ts";
import { review } from "./_review_zod.ts";

const text = (title: string, description: string) => field(title, description, z.string());
const textOrNull = (title: string, description: string) =>
  field(title, description, z.string().nullable());
const yesOrNo = (title: string, description: string) => field(title, description, z.boolean());

// A pattern and no length: JSON Schema counts a string's code points and zod its UTF-16 units.
// With the flag both count the same.
const line = z.string().regex(new RegExp(`^[^\\r\\n]{1,${MAX_ITEM_CHARACTERS}}$`, "u"));
const lines = (title: string, description: string) =>
  field(title, description, z.array(line).min(1).max(MAX_PAYLOAD_ITEMS));

/** The schema of `Violation`. */
export const violation = z.strictObject({
  code: text("Code", "A name that does not change, for programs"),
  message: text("Message", "What is wrong, for people"),
  where: text("Where", "The field, section or mark that it is about"),
  line: field(
    "Line",
    "The line in the text, from 1; null where it is about something that is not there",
    z.int().min(1).nullable(),
  ),
});

/** The schema of `EscalationPayload`. */
export const escalationPayload = z.strictObject({
  attempt: field("Attempt", "The attempt that it was given up in, from 1", z.int().min(1)),
  task_scope: field("Task scope", "What the work was about", line),
  suspected_failure_layer: field(
    "Suspected layer",
    "Where the fault is suspected",
    z.array(z.enum(ESCALATION_LAYERS)).min(1).max(MAX_PAYLOAD_ITEMS),
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
});

const { task_ref, agent, session_id, timestamp, repo, prompt_id, head } = review.shape;

/** Who, when and on what: the same in every record of the protocol. */
export const origin = {
  task_ref,
  agent,
  session_id,
  timestamp,
  repo,
  prompt_id,
  head,
  diff_hash: textOrNull("Diff", "A hash of the change so far; null if it could not be read"),
};

/** What every record of the protocol says about the text that it is of. */
export const linted = {
  valid: yesOrNo("Valid", "Whether what was said follows every rule"),
  violations: field("Violations", "What is wrong with it", z.array(violation)),
  degraded: yesOrNo(
    "Degraded",
    "Whether something that the record should hold was missing or unreadable",
  ),
  failure: textOrNull("Failure", "What went wrong; null if nothing did"),
};

/** The schema of an attempt that may not be known. */
export const attempt = field(
  "Attempt",
  "The attempt that it was said in, from 1; null where nobody knows",
  z.int().min(1).nullable(),
);

/** The schema of `EscalationRecord`. */
export const escalationRecord = z.strictObject({
  schema: field("Schema", "Name and version of the format", z.literal("escalation.v1")),
  ...origin,
  role: field("Role", "Who gave up", z.enum(ROLES)),
  valid: linted.valid,
  attempt,
  payload: field(
    "Payload",
    "What was said; null where it could not be read whole",
    escalationPayload.nullable(),
  ),
  violations: linted.violations,
  handoff: textOrNull(
    "Handoff",
    "The name of the file with the packet for whoever is next; null where none was built",
  ),
  degraded: linted.degraded,
  failure: linted.failure,
}).meta({
  title: "escalation.v1",
  description: "An agent's own word that it is blocked, and whether it can be acted on",
});
