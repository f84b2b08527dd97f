/**
 * The escalation protocol's words: roles, modes, fields, layers, outputs and checklists, each once.
 *
 * What validates an answer and what instructs the agent to give it are made from these tables, so
 * that a prompt and its checker cannot drift apart. Pure; only data and small questions about it.
 */

import {
  ESCALATION_LAYERS,
  FAILURE_LAYERS,
  type Mode,
  type OutputName,
  type Role,
} from "../../schema/names.ts";

export * from "../../schema/names.ts";

/** From this attempt on nobody goes on alone. */
export const TERMINAL_ATTEMPT = 4;

/** In this attempt what was believed so far is not trusted any more. */
export const OVERRIDE_ATTEMPT = 3;

/** What each role calls its mode. */
export const MODE_NAMES: Readonly<Record<Role, Readonly<Record<Mode, string>>>> = {
  coder: {
    work: "Fixer Mode",
    context_override: "Context Override Mode",
    terminal_escalation: "Terminal Escalation Mode",
  },
  reflection: {
    work: "Unblocker Mode",
    context_override: "Context Override Mode",
    terminal_escalation: "Terminal Escalation Mode",
  },
};

/** The mode of an attempt, counted from 1. */
export function modeFor(_role: Role, attempt: number): Mode {
  if (attempt >= TERMINAL_ATTEMPT) return "terminal_escalation";
  return attempt >= OVERRIDE_ATTEMPT ? "context_override" : "work";
}

/** Where a coder looks at attempt 3, and a reflection agent first of all. */
export const BLIND_ZONES = [
  "imports or path resolution",
  "config and env vars",
  "dependency mismatches",
  "test fixture or mock misconfiguration",
  "contract `@PRE` versus real runtime data",
  "invalid assumption in architecture boundary",
] as const;

/** What a reflection agent suspects at its own attempt 3. */
export const SUSPICIONS = [
  "wrong escalation classification",
  "incomplete clean handoff",
  "stale source snapshot",
  "hidden environment or dependency mismatch",
  "invalid assumption in the original contract boundary",
  "stale ADR or outdated `@REJECTED` evidence that now requires formal revision",
] as const;

/** What is checked at attempt 3, by who works. */
export const CHECKLISTS: Readonly<Record<Role, readonly string[]>> = {
  coder: BLIND_ZONES,
  reflection: SUSPICIONS,
};

/** A field of a form: one line of text, or a list of items. */
export interface FieldRule {
  readonly name: string;
  readonly kind: "text" | "list";
  /** What belongs there, for prompts. */
  readonly what: string;
}

/** The ten fields of an escalation, in order. */
export const ESCALATION_FIELDS = [
  { name: "status", kind: "text", what: "blocked" },
  { name: "attempt", kind: "text", what: "[ATTEMPT: N]" },
  { name: "task_scope", kind: "text", what: "what the work was about, in a line" },
  { name: "suspected_failure_layer", kind: "list", what: ESCALATION_LAYERS.join(" | ") },
  { name: "what_was_tried", kind: "list", what: "hypotheses already tested" },
  { name: "what_did_not_work", kind: "list", what: "outcomes that remained blocked" },
  { name: "forced_context_checked", kind: "list", what: "checklist items verified" },
  { name: "current_invariants", kind: "list", what: "assumptions that still appear true" },
  {
    name: "handoff_artifacts",
    kind: "list",
    what: "task reference, clean snapshot reference, latest blocking signal",
  },
  { name: "request", kind: "list", what: "what is asked of whoever is above" },
] as const satisfies readonly FieldRule[];

/** The name of an escalation's field. */
export type EscalationField = (typeof ESCALATION_FIELDS)[number]["name"];

/** The compact report that an answer begins with. */
export const REPORT_FIELDS = [
  { name: "failure_layer", kind: "text", what: FAILURE_LAYERS.join(" | ") },
  { name: "observations", kind: "list", what: "what was seen, each in a line" },
  { name: "new_hypothesis", kind: "text", what: "one, materially different from what was tried" },
  { name: "action", kind: "text", what: "the name of the one output that follows" },
] as const satisfies readonly FieldRule[];

/** The seven fields of a packet that sends the task back to the coder. */
export const RETRY_FIELDS = [
  { name: "new_hypothesis", kind: "text", what: "one, materially different from what was tried" },
  { name: "failure_layer", kind: "text", what: FAILURE_LAYERS.join(" | ") },
  { name: "files_to_recheck", kind: "list", what: "paths" },
  { name: "forced_checklist", kind: "list", what: "what has to be verified before any edit" },
  { name: "constraints", kind: "list", what: "what must stay as it is" },
  {
    name: "what_not_to_retry",
    kind: "list",
    what: "what was tried and did not work, one line each",
  },
  {
    name: "decision_memory_notes",
    kind: "list",
    what: "the ADRs and `@REJECTED` tags that constrain this, or none",
  },
] as const satisfies readonly FieldRule[];

/** The name of a packet's field. */
type RetryField = (typeof RETRY_FIELDS)[number]["name"];

/** An output that a reflection agent may return, and when. */
export interface OutputRule {
  readonly name: OutputName;
  /** How it stands in an answer. */
  readonly form: "section" | "packet" | "mark" | "payload";
  readonly what: string;
  /** Whether the compact report goes with it. */
  readonly report: boolean;
  readonly modes: readonly Mode[];
}

const BEFORE_THE_END: readonly Mode[] = ["work", "context_override"];

/** Everything that may be returned, exactly one of it. */
export const OUTPUTS = [
  {
    name: "contract_correction",
    form: "section",
    what: "the delta of a contract or ADR, with what changed",
    report: true,
    modes: BEFORE_THE_END,
  },
  {
    name: "architecture_correction",
    form: "section",
    what: "a bounded correction of the architecture",
    report: true,
    modes: BEFORE_THE_END,
  },
  {
    name: "environment_fix",
    form: "section",
    what: "a precise fix of the environment, as commands",
    report: true,
    modes: BEFORE_THE_END,
  },
  {
    name: "test_harness_fix",
    form: "section",
    what: "a fix of fixtures, mocks or the runner",
    report: true,
    modes: BEFORE_THE_END,
  },
  {
    name: "retry_packet_for_coder",
    form: "packet",
    what: "a narrow strategy for the coder to retry",
    report: true,
    modes: BEFORE_THE_END,
  },
  {
    name: "[NEED_CONTEXT: target]",
    form: "mark",
    what: "what is missing before anything can be said",
    report: false,
    modes: BEFORE_THE_END,
  },
  {
    name: "<ESCALATION>",
    form: "payload",
    what: "the bounded terminal payload, and nothing else",
    report: false,
    modes: ["terminal_escalation"],
  },
] as const satisfies readonly OutputRule[];

/** What an agent may ask for before it says anything. */
export const NEEDED = { trigger: "escalation_payload", handoff: "clean_handoff" } as const;

/** The mark that asks for something. */
export function needContext(target: string): string {
  return `[NEED_CONTEXT: ${target}]`;
}

/** The mark of an attempt. */
export function attemptMark(attempt: number): string {
  return `[ATTEMPT: ${attempt}]`;
}

/** The attempt that a text is marked with; null where it is none, or none that can be. */
export function parseAttemptMark(text: string): number | null {
  const [, digits] = /^\s*\[ATTEMPT:\s{0,8}(\d{1,6})\]\s*$/.exec(text.slice(0, 100)) ?? [];
  const attempt = Number(digits ?? NaN);
  return attempt >= 1 ? attempt : null;
}
