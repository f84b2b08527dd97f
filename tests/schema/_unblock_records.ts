// A valid `unblock.v1` record in which every field is supplied, and any valid one.

import fc from "fast-check";
import { FAILURE_LAYERS, MODES, NEXT_STEPS, UNBLOCK_OUTPUTS } from "../../schema/names.ts";
import type { UnblockRecord } from "../../schema/types.ts";
import { origins } from "./_escalation_records.ts";

/** The record. */
export function sampleUnblock(): UnblockRecord {
  return {
    schema: "unblock.v1",
    task_ref: "shop/main",
    agent: "reflection-agent",
    session_id: "s-1",
    timestamp: "2026-01-31T12:00:00.000Z",
    repo: "shop",
    prompt_id: "p-1",
    head: "0".repeat(40),
    diff_hash: "f".repeat(64),
    role: "reflection",
    attempt: 1,
    mode: "work",
    output: "retry_packet_for_coder",
    report: {
      failure_layer: "dependency",
      observations: ["The test resolves another copy of the money library"],
      new_hypothesis: "Two versions of the library are loaded",
      action: "retry_packet_for_coder",
    },
    packet: {
      new_hypothesis: "Two versions of the library are loaded",
      failure_layer: "dependency",
      files_to_recheck: ["package-lock.json"],
      forced_checklist: ["`npm ls money` names one version"],
      constraints: ["total() keeps its signature"],
      what_not_to_retry: ["Rounding in total()"],
      decision_memory_notes: ["ADR 3: no floats"],
    },
    packet_hash: "a".repeat(64),
    valid: true,
    violations: [{ code: "status", message: "Not so", where: "answer", line: null }],
    next: { step: "coder", why: "The packet is new" },
    degraded: false,
    failure: "The packet could not be stored",
  };
}

const texts = fc.array(fc.string(), { maxLength: 4 });
const failure_layer = fc.constantFrom(...FAILURE_LAYERS);

/** Any record. */
export const unblocks: fc.Arbitrary<UnblockRecord> = fc.record({
  schema: fc.constant("unblock.v1" as const),
  ...origins,
  mode: fc.option(fc.constantFrom(...MODES)),
  output: fc.option(fc.constantFrom(...UNBLOCK_OUTPUTS)),
  report: fc.option(fc.record({
    failure_layer,
    observations: texts,
    new_hypothesis: fc.string(),
    action: fc.string(),
  })),
  packet: fc.option(fc.record({
    new_hypothesis: fc.string(),
    failure_layer,
    files_to_recheck: texts,
    forced_checklist: texts,
    constraints: texts,
    what_not_to_retry: texts,
    decision_memory_notes: texts,
  })),
  packet_hash: fc.option(fc.string()),
  next: fc.option(fc.record({ step: fc.constantFrom(...NEXT_STEPS), why: fc.string() })),
});
