/**
 * The names and limits that records may hold. No package and no other file is loaded with them: the
 * zod schemas take them from here, and so does every program that only needs a list.
 */

// Findings of a review.

/** Every severity of a finding, the heaviest first. */
export const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** Every category. */
export const REVIEW_CATEGORIES = [
  "SECURITY",
  "QUALITY",
  "TESTING",
  "PERFORMANCE",
  "TECHNICAL_DEBT",
] as const;
/** What a finding is about. */
export type ReviewCategory = (typeof REVIEW_CATEGORIES)[number];

/** Every depth, the cheapest first. */
export const REVIEW_DEPTHS = ["quick", "standard", "deep"] as const;
/** How much is read and asked. */
export type ReviewDepth = (typeof REVIEW_DEPTHS)[number];

// Verdicts of the judge.

/** Every severity of a verdict, the lightest first. */
export const VERDICT_SEVERITIES = ["NONE", "LOW", "MEDIUM", "HIGH", "BLOCKER"] as const;
/** How bad it is that a task is not done. */
export type VerdictSeverity = (typeof VERDICT_SEVERITIES)[number];

/** What a task's end comes to without a model; `unknown`: nothing that was declared can tell. */
export const FLOORS = ["complete", "incomplete", "unknown"] as const;
/** What a task's end comes to without a model. */
export type Floor = (typeof FLOORS)[number];

/** Every kind of thing that a person can declare "done" to mean. */
export const REQUIREMENT_KINDS = ["check", "committed", "pushed", "todos", "no-secrets"] as const;
/** A kind of requirement. */
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

/** Every answer to whether a requirement is met. */
export const REQUIREMENT_STATES = ["met", "unmet", "cannot_tell"] as const;
/** Whether a requirement is met. */
export type RequirementState = (typeof REQUIREMENT_STATES)[number];

/** Everything that forbids sending an agent back, whatever is missing. */
export const VETOES = [
  "interrupted",
  "permission_denied",
  "message_waiting",
  "question",
  "escalated",
  "plan_mode",
  "subagent",
  "background_work",
  "changed_nothing",
  "unchanged",
  "attempts_used_up",
  "client_cap",
] as const;
/** What forbids sending an agent back. */
export type VetoName = (typeof VETOES)[number];

/** Every reason for not judging. */
export const SKIP_REASONS = [
  "aborted",
  "judge_session",
  "subagent",
  "plan_mode",
  "background_tasks",
  "already_judged",
  "attempts_used_up",
  "no_progress",
  "awaiting_user",
  "concurrent",
  "no_task",
  "unreadable",
] as const;
/** Why nothing was judged. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Every reason for silence. */
export const STUCK_REASONS = [
  "genuinely_stuck",
  "waiting_for_user",
  "working",
  "complete",
] as const;
/** Why an agent is silent. */
export type StuckReason = (typeof STUCK_REASONS)[number];

// The escalation protocol: who works, in which mode, which layer is at fault, what may be returned.

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

/**
 * What an answer comes down to: an output of the protocol, or that the handoff contradicts itself.
 */
export type UnblockOutput = OutputName | typeof COHERENCE_FAILED;

/** Everything that an answer may come down to. */
export const UNBLOCK_OUTPUTS: readonly UnblockOutput[] = [...OUTPUT_NAMES, COHERENCE_FAILED];

/** Who may be next. */
export const NEXT_STEPS = ["coder", "reflection", "person", "none"] as const;

/** A payload that is longer, from tag to tag, is no bounded one, in UTF-16 units. */
export const MAX_PAYLOAD_CHARACTERS = 16_000;

/** No list of a payload has more items. */
export const MAX_PAYLOAD_ITEMS = 20;

/** No item of a payload, and no text of one, is longer, in UTF-16 units. */
export const MAX_ITEM_CHARACTERS = 1_000;

// Experiments.

/** Every experiment. */
export const EXPERIMENTS = [
  "calibration",
  "git_history",
  "board_history",
  "floor_backtest",
] as const;
/** The name of an experiment. */
export type ExperimentName = (typeof EXPERIMENTS)[number];

/** Every answer of an experiment. */
export const PHASE0_VERDICTS = ["kill", "pass", "insufficient"] as const;
/** What an experiment says. */
export type Phase0Verdict = (typeof PHASE0_VERDICTS)[number];
