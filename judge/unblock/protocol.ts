/**
 * The escalation protocol's words: roles, modes, fields, layers, outputs, checklists and faults, each
 * once.
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
import type { Violation } from "../../schema/types.ts";
import { oneLine } from "../../lib/text/text.ts";

export * from "../../schema/names.ts";
export type { Violation } from "../../schema/types.ts";

/** From this attempt on the agent hands over. */
export const TERMINAL_ATTEMPT = 4;

/** In this attempt what was believed so far is not trusted any more. */
export const OVERRIDE_ATTEMPT = 3;

/** What each mode of a role is called. */
export const MODE_NAMES: Readonly<Record<Role, Readonly<Record<Mode, string>>>> = {
  coder: modeNames("Fixer Mode"),
  reflection: modeNames("Unblocker Mode"),
};

function modeNames(work: string): Record<Mode, string> {
  const context_override = "Context Override Mode";
  const terminal_escalation = "Terminal Escalation Mode";
  return { work, context_override, terminal_escalation };
}

/** The mode of an attempt, counted from 1. */
export function modeFor(attempt: number): Mode {
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

/** The fields that may say `none`. */
export const MAY_BE_NONE: ReadonlySet<string> = new Set([
  ...["forced_context_checked", "decision_memory_notes"],
]);

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

/** What the protocol's own text has in the places of its terminal payload. */
export const PLACEHOLDERS = [
  "reflection rescue summary",
  "rescue hypotheses already tested",
  "original task reference",
  "escalation payload received",
  "clean snapshot reference",
  "latest blocking signal",
] as const;

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

/** An output that a reflection agent may return. */
export interface OutputRule {
  readonly name: OutputName;
  /** How it stands in an answer. The compact report goes with sections and packets. */
  readonly form: "section" | "packet" | "mark" | "payload";
  readonly what: string;
}

/** Everything that may be returned, exactly one of it. */
export const OUTPUTS = [
  {
    name: "contract_correction",
    form: "section",
    what: "the delta of a contract or ADR, with what changed",
  },
  {
    name: "architecture_correction",
    form: "section",
    what: "a bounded correction of the architecture",
  },
  {
    name: "environment_fix",
    form: "section",
    what: "a precise fix of the environment, as commands",
  },
  { name: "test_harness_fix", form: "section", what: "a fix of fixtures, mocks or the runner" },
  {
    name: "retry_packet_for_coder",
    form: "packet",
    what: "a narrow strategy for the coder to retry",
  },
  {
    name: "[NEED_CONTEXT: target]",
    form: "mark",
    what: "what is missing before anything can be said",
  },
  { name: "<ESCALATION>", form: "payload", what: "the bounded terminal payload, and nothing else" },
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

/** What can be wrong, by its code: the rule that it stands for. A code never changes its meaning. */
export const FAULTS = {
  // An escalation.
  no_payload: "A text that escalates has a payload",
  several_payloads: "There is exactly one payload",
  unclosed: "The payload is closed",
  nested: "No payload stands inside of another",
  stray_text: "Nothing stands before the first field of a payload",
  status: "The status is `blocked`",
  attempt_form: "The attempt is written `[ATTEMPT: N]`",
  attempt_too_early: "No agent escalates before the terminal attempt",
  empty_list: "Every list of a payload has an item",
  missing_artifact: "The artifacts are two or more: the task's reference and the blocking signal",
  // Any form.
  missing_field: "Every field of the form is there",
  repeated_field: "Every field is there once",
  unknown_field: "A field that the form does not have is kept and noted; it is no fault",
  empty_field: "Every field says something; `none` only where the form allows it",
  unfilled_template: "Nothing of the form is left unfilled",
  unknown_layer: "Every layer is one of the list",
  too_large: "Payload, answer, packet, correction, lists and items are bounded",
  // A handoff: these, and the kinds of `NOISE`.
  too_long: "A packet and its task are bounded",
  missing_task: "The original task or its contract is there",
  snapshot_differs: "The packet's commit is the one that is checked out",
  attempt_differs: "The payload's attempt is the one that was counted",
  rejected_task: "Nothing is asked for that a decision rejects",
  checklist_denied: "Nothing is verified in the packet that is open in the payload",
  // An answer.
  no_output: "An answer has an output",
  several_outputs: "An answer has exactly one output",
  empty_output: "A correction says something",
  need_context_form: "What is needed is named, in the mark's form, on a line of its own",
  more_than_need_context: "Beside a request for context stands nothing else",
  no_contradiction: "A contradiction is told behind its mark",
  escalation_too_early: "No agent escalates before the terminal attempt",
  more_than_escalation: "Beside an escalation stands nothing else",
  packet_in_terminal: "In the terminal attempt there is no packet",
  only_escalation_in_terminal: "In the terminal attempt there is nothing but an escalation",
  action_mismatch: "The action names the output that follows, and no other",
  layer_mismatch: "Report and packet blame the same layer",
  several_hypotheses: "There is one hypothesis: a line, and no list of them",
  not_different: "Neither the hypothesis nor all commands of a fix equal what was tried before",
  contradicting_fields: "What is not to be retried is neither asked for nor kept as it is",
  no_such_file: "A file to look at again exists",
  rejected_path: "A rejected path comes back only with a revision that names new evidence",
  removes_tag: "No patch takes a tag of a decision out without such a revision",
  chain_of_thought: "No tags of thinking, and few lines outside of any field",
  replays_attempts: "Attempts and outputs are not replayed: few marks, items and lines of them",
} as const satisfies Readonly<Record<string, string>>;

/** A code of {@linkcode FAULTS}. */
export type FaultCode = keyof typeof FAULTS;

/** Where something is wrong: the field, section or mark, and its line. */
export interface At {
  readonly where: string;
  readonly line: number | null;
}

/** A fault of a text that should follow the protocol. */
export function fault(code: FaultCode, message: string, { where, line }: At): Violation {
  return { code, message, where, line };
}

/** A value as a message quotes it: one line, short, without characters that are not seen. */
export function quote(value: string): string {
  return `"${oneLine(value.slice(0, 400), 80)}"`;
}
