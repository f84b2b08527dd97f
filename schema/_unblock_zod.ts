// The inferred schema of `unblock.v1`; see `_zod.ts` for why it is private.

import { z } from "zod";
import { attempt, linted, origin } from "./_escalation_zod.ts";
import { field } from "./_fields.ts";
import { FAILURE_LAYERS, MODES, NEXT_STEPS, ROLES, UNBLOCK_OUTPUTS } from "./unblock.ts";

const text = (title: string, description: string) => field(title, description, z.string());
const texts = (title: string, description: string) =>
  field(title, description, z.array(z.string()));

const failure_layer = field("Layer", "The layer at fault", z.enum(FAILURE_LAYERS));
const new_hypothesis = text(
  "Hypothesis",
  "What is believed now, materially different from what was tried",
);

/** The schema of `UnblockReport`. */
export const unblockReport = z.strictObject({
  failure_layer,
  observations: texts("Observations", "What was seen"),
  new_hypothesis,
  action: text("Action", "The name of the output that follows, as it was written"),
});

/** The schema of `RetryPacket`. */
export const retryPacket = z.strictObject({
  new_hypothesis,
  failure_layer,
  files_to_recheck: texts("Files to recheck", "The paths to look at again"),
  forced_checklist: texts("Forced checklist", "What has to be verified before any edit"),
  constraints: texts("Constraints", "What must stay as it is"),
  what_not_to_retry: texts("What not to retry", "What was tried and did not work"),
  decision_memory_notes: texts("Decision memory", "The decisions that constrain this"),
});

/** The schema of `NextStep`. */
export const nextStep = z.strictObject({
  step: field("Step", "Whoever goes on; none where there is nothing to do", z.enum(NEXT_STEPS)),
  why: text("Why", "Why, for a person to read"),
});

/** The schema of `UnblockRecord`. */
export const unblockRecord = z.strictObject({
  schema: field("Schema", "Name and version of the format", z.literal("unblock.v1")),
  ...origin,
  role: field("Role", "Who answered", z.enum(ROLES)),
  attempt,
  mode: field(
    "Mode",
    "The mode of that attempt; null where nobody knows",
    z.enum(MODES).nullable(),
  ),
  output: field(
    "Output",
    "What the answer comes down to; null where that cannot be told",
    z.enum(UNBLOCK_OUTPUTS).nullable(),
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
  packet_hash: field(
    "Packet hash",
    "A hash of the packet's content, by which it is known again; null without a packet",
    z.string().nullable(),
  ),
  valid: linted.valid,
  violations: linted.violations,
  next: field("Next", "Who is next; null where nobody asked", nextStep.nullable()),
  degraded: linted.degraded,
  failure: linted.failure,
}).meta({
  title: "unblock.v1",
  description: "What a reflection agent answered to an escalation, and what comes next",
});
