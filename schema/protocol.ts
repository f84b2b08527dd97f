/**
 * The escalation protocol's names, as records have them: who works, in which mode, which layer is at
 * fault, what may be returned. Only lists of names.
 */

/** Who works: the one who codes, or the one who is called when that is blocked. */
export const ROLES = ["coder", "reflection"] as const;

/** A role. */
export type Role = (typeof ROLES)[number];

/** What an attempt is made in. */
export const MODES = ["work", "context_override", "terminal_escalation"] as const;

/** A mode. */
export type Mode = (typeof MODES)[number];

/** The layers that an answer of the reflection agent may find at fault. */
export const FAILURE_LAYERS = [
  "architecture",
  "environment",
  "dependency",
  "contract_mismatch",
  "test_harness",
  "hidden_assumption",
] as const;

/** A layer. */
export type FailureLayer = (typeof FAILURE_LAYERS)[number];

/** The layers that an escalation may suspect: those of the terminal form, and a coder's. */
export const ESCALATION_LAYERS = [
  "architecture",
  "environment",
  "dependency",
  "source_snapshot",
  "handoff_protocol",
  "unknown",
  "contract_mismatch",
  "test_harness",
  "hidden_assumption",
] as const;

/** A suspected layer. */
export type EscalationLayer = (typeof ESCALATION_LAYERS)[number];

/** What a reflection agent may return, exactly one of it. */
export const OUTPUT_NAMES = [
  "contract_correction",
  "architecture_correction",
  "environment_fix",
  "test_harness_fix",
  "retry_packet_for_coder",
  "[NEED_CONTEXT: target]",
  "<ESCALATION>",
] as const;

/** The name of an output. */
export type OutputName = (typeof OUTPUT_NAMES)[number];

/** Said in place of an output when what was handed over contradicts itself. */
export const COHERENCE_FAILED = "[COHERENCE_CHECK_FAILED]";
