// A valid `escalation.v1` record in which every field is supplied, and any valid one.

import fc from "fast-check";
import {
  ESCALATION_LAYERS,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  ROLES,
} from "../../schema/names.ts";
import type { EscalationPayload, EscalationRecord, Violation } from "../../schema/types.ts";

/** The record. */
export function sampleEscalation(): EscalationRecord {
  return {
    schema: "escalation.v1",
    task_ref: "shop/main",
    agent: "unknown",
    session_id: "s-1",
    timestamp: "2026-01-31T12:00:00.000Z",
    repo: "shop",
    prompt_id: "p-1",
    head: "0".repeat(40),
    diff_hash: "f".repeat(64),
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

const textOrNull = fc.option(fc.string());
const unit = fc.constantFrom("a", " ", "é", "👩", "\u2028", '"');
const line = fc.string({ unit, minLength: 1, maxLength: MAX_ITEM_CHARACTERS });
const lines = fc.array(line, { minLength: 1, maxLength: MAX_PAYLOAD_ITEMS });

/** Any violation. */
const violations: fc.Arbitrary<Violation> = fc.record({
  code: fc.string(),
  message: fc.string(),
  where: fc.string(),
  line: fc.option(fc.integer({ min: 1 })),
});

const payload: fc.Arbitrary<EscalationPayload> = fc.record({
  attempt: fc.integer({ min: 1 }),
  task_scope: line,
  suspected_failure_layer: fc.array(fc.constantFrom(...ESCALATION_LAYERS), {
    minLength: 1,
    maxLength: MAX_PAYLOAD_ITEMS,
  }),
  what_was_tried: lines,
  what_did_not_work: lines,
  forced_context_checked: lines,
  current_invariants: lines,
  handoff_artifacts: lines,
  request: lines,
});

/** Who, when and on what, of any record of the protocol. */
export const origins = {
  task_ref: fc.string(),
  agent: fc.string(),
  session_id: fc.string(),
  timestamp: fc.constantFrom("2026-01-31T12:00:00.000Z", "2024-02-29T00:00:00Z"),
  repo: fc.string(),
  prompt_id: textOrNull,
  head: textOrNull,
  diff_hash: textOrNull,
  role: fc.constantFrom(...ROLES),
  attempt: fc.option(fc.integer({ min: 1 })),
  valid: fc.boolean(),
  violations: fc.array(violations, { maxLength: 4 }),
  degraded: fc.boolean(),
  failure: textOrNull,
};

/** Any record. */
export const escalations: fc.Arbitrary<EscalationRecord> = fc.record({
  schema: fc.constant("escalation.v1" as const),
  ...origins,
  payload: fc.option(payload),
  handoff: textOrNull,
});
