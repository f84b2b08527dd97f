// A valid `unblock.v1` record in which every field is supplied.

import type { UnblockRecord } from "../../schema/types.ts";
import { header, turn } from "./_records.ts";

/** The record. */
export function sampleUnblock(): UnblockRecord {
  return {
    ...header("unblock.v1"),
    agent: "reflection-agent",
    ...turn,
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
