// A valid `escalation.v1` record in which every field is supplied.

import type { EscalationRecord } from "../../schema/types.ts";
import { header, turn } from "./_records.ts";

/** The record. */
export function sampleEscalation(): EscalationRecord {
  return {
    ...header("escalation.v1"),
    ...turn,
    role: "coder",
    valid: false,
    attempt: 4,
    payload: {
      attempt: 4,
      task_scope: "Round the order total to cents",
      suspected_failure_layer: ["dependency"],
      what_was_tried: ["Rounded in total()"],
      what_did_not_work: ["`npm test` still says 1 failed"],
      forced_context_checked: ["imports or path resolution"],
      current_invariants: ["The price list is in cents"],
      handoff_artifacts: ["task: SHOP-12", "signal: exit 1"],
      request: ["Run the coder again"],
    },
    violations: [{
      code: "asks_retry",
      message: '"Run the coder again" asks to try the same again',
      where: "request",
      line: 20,
    }],
    handoff: "s-1-2026-01-31T12-00-00-000Z.handoff.md",
    degraded: false,
    failure: "The handoff could not be written",
  };
}
