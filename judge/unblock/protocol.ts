/**
 * The escalation protocol's words: roles, modes, fields, layers, outputs, checklists and faults,
 * each once, and what an agent is told of its attempt.
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
  UNBLOCK_OUTPUTS,
} from "../../schema/names.ts";
import type { Violation } from "../../schema/types.ts";
import { code, oneLine } from "../../lib/text/text.ts";

export * from "../../schema/names.ts";
export type { Violation } from "../../schema/types.ts";

/** From this attempt on the agent hands over. */
export const TERMINAL_ATTEMPT = 4;

/** In this attempt what was believed so far is not trusted any more. */
export const OVERRIDE_ATTEMPT = 3;

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

/** What the modes of a role are called and ask for, and what has to be checked at attempt 3. */
function ladder(work: string, checklist: readonly string[], asks: Record<Mode, string>) {
  const step = (name: string, mode: Mode, checklist: readonly string[] = []) => ({
    ...{ name: `${name} Mode`, asks: asks[mode], checklist },
  });
  return {
    work: step(work, "work"),
    context_override: step("Context Override", "context_override", checklist),
    terminal_escalation: step("Terminal Escalation", "terminal_escalation"),
  };
}

/** The modes of both roles. */
export const LADDER = {
  coder: ladder("Fixer", BLIND_ZONES, {
    work: "One hypothesis, one bounded change, then run the same command again.",
    context_override: "STOP trusting the current hypothesis, and edit nothing yet. Verify each " +
      "of these first, and say what you saw:",
    terminal_escalation: "Do not try another fix. Change no file. End with exactly one payload " +
      "of this form, every field filled in, and nothing after it:",
  }),
  reflection: ladder("Unblocker", SUSPICIONS, {
    work: "Go on with the diagnosis above the code: one materially different hypothesis and one " +
      "bounded action. No patch churn.",
    context_override: "STOP trusting the current rescue hypothesis. Check `[FORCED_CONTEXT]` or " +
      "`[CHECKLIST]` again if there is one, and assume that the issue may be in:",
    terminal_escalation: "Do not diagnose any further, and send no other packet to the coder. " +
      "Return exactly one payload of this form and nothing else, saying that the rescue is " +
      "blocked too:",
  }),
} satisfies Record<Role, unknown>;

/** A field of a form: what is printed of it, what is checked, and how its values are read. */
export interface FieldRule {
  readonly name: string;
  /** One line of text, or a list of items. */
  readonly kind: "text" | "list";
  /** What belongs there, for prompts and messages. */
  readonly what: string;
  /** Whether it may say `none`. */
  readonly mayBeNone?: true;
  /** Where values are more than words: what one stands for, the fault in null, what it may be. */
  readonly values?: {
    readonly read: (value: string) => string | number | null;
    readonly code: FaultCode;
    readonly known?: string;
  };
}

type More = Pick<FieldRule, "mayBeNone" | "values">;
const text = (name: string, what: string, more: More = {}): FieldRule => ({
  ...{ name, kind: "text", what, ...more },
});
const list = (name: string, what: string, more: More = {}): FieldRule => ({
  ...{ name, kind: "list", what, ...more },
});

/** One of these layers as people write it: `test harness (the mock)` is `test_harness`. */
function layerOf(layers: readonly string[]): More {
  const word = (value: string) =>
    value.slice(0, 300).toLowerCase().replace(/\(.*$|[`"'*]/gs, "").trim().replace(/\.$/, "")
      .replace(/[ -]+/g, "_");
  const read = (value: string) => layers.find((layer) => layer === word(value)) ?? null;
  return { values: { read, code: "unknown_layer", known: layers.join(", ") } };
}

const MARK: More = { values: { read: parseAttemptMark, code: "attempt_form" } };
const ARTIFACTS = "task reference, clean snapshot reference, latest blocking signal";

/** The ten fields of an escalation, in order. */
export const ESCALATION_FIELDS: readonly FieldRule[] = [
  text("status", "blocked"),
  text("attempt", "[ATTEMPT: N]", MARK),
  text("task_scope", "what the work was about, in a line"),
  list("suspected_failure_layer", ESCALATION_LAYERS.join(" | "), layerOf(ESCALATION_LAYERS)),
  list("what_was_tried", "hypotheses already tested"),
  list("what_did_not_work", "outcomes that remained blocked"),
  list("forced_context_checked", "checklist items verified", { mayBeNone: true }),
  list("current_invariants", "assumptions that still appear true"),
  list("handoff_artifacts", ARTIFACTS),
  list("request", "what is asked of the level above; not another try with the same context"),
];

const HYPOTHESIS = text("new_hypothesis", "one, materially different from what was tried");
const LAYER = text("failure_layer", FAILURE_LAYERS.join(" | "), layerOf(FAILURE_LAYERS));

/** The compact report that an answer begins with. */
export const REPORT_FIELDS: readonly FieldRule[] = [
  LAYER,
  list("observations", "what was seen, each in a line"),
  HYPOTHESIS,
  text("action", "the name of the one output that follows"),
];

const NOTES = "the ADRs and `@REJECTED` tags that constrain this, or none";

/** The seven fields of a packet that sends the task back to the coder. */
export const RETRY_FIELDS: readonly FieldRule[] = [
  HYPOTHESIS,
  LAYER,
  list("files_to_recheck", "paths"),
  list("forced_checklist", "what has to be verified before any edit"),
  list("constraints", "what must stay as it is"),
  list("what_not_to_retry", "what was tried and did not work, one line each"),
  list("decision_memory_notes", NOTES, { mayBeNone: true }),
];

/** The names of outputs that are asked for by more than their place in the table. */
export const PACKET = "retry_packet_for_coder" satisfies OutputName;
export const NEED = "[NEED_CONTEXT: target]" satisfies OutputName;

/** How an output stands in an answer. The compact report goes with sections and packets. */
type OutputForm = "section" | "packet" | "mark" | "payload";

const output = (name: OutputName, form: OutputForm, what: string) => ({ name, form, what });

/** Everything that a reflection agent may return, exactly one of it. */
export const OUTPUTS = [
  output("contract_correction", "section", "the delta of a contract or ADR, with what changed"),
  output("architecture_correction", "section", "a bounded correction of the architecture"),
  output("environment_fix", "section", "a precise fix of the environment, as commands"),
  output("test_harness_fix", "section", "a fix of fixtures, mocks or the runner"),
  output(PACKET, "packet", "a narrow strategy for the coder to retry"),
  output(NEED, "mark", "what is missing before anything can be said"),
  output("<ESCALATION>", "payload", "the bounded terminal payload, and nothing else"),
];

/** What an agent asks for before it says anything. */
export const NEEDED = {
  trigger: "[NEED_CONTEXT: escalation_payload]",
  handoff: "[NEED_CONTEXT: clean_handoff]",
} as const;

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

/**
 * What can be wrong, by its code: what is said of it, with a place for each value. A code never
 * changes its meaning.
 */
export const FAULTS = {
  // An escalation.
  no_payload:
    "Found {}: expected one between <ESCALATION> and </ESCALATION>, each on a line of its own",
  several_payloads: "Found {} payloads: expected exactly one",
  unclosed: "<ESCALATION> is not closed: expected </ESCALATION> on a line of its own",
  stray_text: '"{}" stands before the first field: expected only fields',
  status: 'Status "{}": expected "blocked"',
  attempt_form: `Attempt "{}": expected the form ${attemptMark(TERMINAL_ATTEMPT)}`,
  attempt_too_early: `Attempt {} is too early to escalate: expected ${TERMINAL_ATTEMPT} or more`,
  missing_artifact: "One artifact: expected the task's reference and the latest blocking signal, " +
    'an item each, such as "task: SHOP-12" and "signal: `npm test` exits with 1"',
  // Any form.
  missing_field: 'Field "{}" is missing: expected a line "{}:" and its {}',
  repeated_field: 'Field "{}" is there {} times: expected it once',
  unknown_field: 'Field "{}" is not one of the form: kept as it is',
  empty_field: 'Field "{}" says nothing: expected {}',
  unfilled_template: '"{}" is text of the form: expected what it stands for',
  unknown_layer: 'Layer "{}": expected one of {}',
  too_large: "{} has {} {}: expected at most {}",
  // A handoff: these, and the kinds of `NOISE`.
  too_long: "The {} has {} characters: expected at most {}",
  missing_task: "The packet has no original task: expected it under [TASK], or a [DEF:id] contract",
  snapshot_differs: 'The packet\'s commit "{}" is not the one that is checked out: expected "{}"',
  attempt_differs: "The payload is of attempt {}, but {} were counted: expected {}",
  rejected_task: '"{}" is what {} rejects: expected another task, or a revision of the decision',
  checklist_denied: '"{}" is given as verified, and is open in the payload: expected both to agree',
  // An answer.
  no_output: `The answer has no output, expected exactly one of ${UNBLOCK_OUTPUTS.join(", ")}`,
  several_outputs: "The answer has {} outputs ({}), expected exactly one",
  empty_output: 'Section "{}" says nothing, expected the correction below it',
  need_context_form:
    `"{}" asks for nothing, expected "${NEED}" with what is needed, alone on a line`,
  more_than_need_context: '"{}" stands beside "{}", expected nothing else',
  no_contradiction: '"{}" alone, expected what contradicts what behind it',
  escalation_too_early: '"{}" in mode {}, expected only when terminal',
  more_than_escalation: '"{}" stands beside "{}", expected nothing else',
  packet_in_terminal: '"{}" in mode {}, expected no further packet',
  only_escalation_in_terminal: '"{}" in mode {}, expected "<ESCALATION>"',
  action_mismatch: 'Action "{}", expected the output that follows, "{}"',
  layer_mismatch: 'The packet blames "{}", expected the report\'s "{}"',
  several_hypotheses: "{} hypotheses, expected exactly one",
  not_different: "{}, expected another one",
  contradicting_fields: '"{}" {}: expected one of both',
  no_such_file: '"{}" does not exist, expected a path',
  rejected_path: 'Cannot propose "{}": {} has "{}" as rejected; expected another path, or ' +
    "decision_revision: {} with new_evidence",
  removes_tag: 'Cannot remove the {} decision "{}": expected it to stay, or ' +
    "decision_revision: <id> with new_evidence",
  chain_of_thought: '"{}" is one of {} {}, at most {}',
  replays_attempts: '"{}" is one of {} {}, at most {}',
} as const satisfies Readonly<Record<string, string>>;

/** A code of {@linkcode FAULTS}. */
export type FaultCode = keyof typeof FAULTS;

/** Where something is wrong: the field, section or mark, and its line; and a value of a message. */
type At = readonly [where: string, line: number | null];
type Value = string | number | undefined;

/** A fault of a text that should follow the protocol. A value in quotation marks is shortened. */
export function fault(code: FaultCode, [where, line]: At, ...values: Value[]): Violation {
  const left = values.map(String);
  const message = FAULTS[code].replace(/"\{\}"|\{\}/g, (place) => {
    const value = left.shift() ?? "";
    return place === "{}" ? value : quote(value);
  });
  return { code, message, where, line };
}

/** The fault where there is one. */
export function faultIf(isWrong: boolean, ...told: Parameters<typeof fault>): Violation[] {
  return isWrong ? [fault(...told)] : [];
}

/** A value as a message quotes it: one line, short, without characters that are not seen. */
export function quote(value: string): string {
  return `"${oneLine(value.slice(0, 400), 80)}"`;
}

/** What an agent is told about a failure that is its attempt of this number. */
export function attemptText(
  role: Role,
  attempt: number,
  { shown, excerpt }: { readonly shown: string; readonly excerpt: string },
): string {
  const mode = modeFor(attempt);
  const { name, asks, checklist = [] } = LADDER[role][mode];
  // What a test is called is data: quoted, it gives no orders.
  const line = oneLine(excerpt, 200);
  const said = line === "" ? "" : `, its output says ${code(line, 200)}`;
  return [
    `${attemptMark(attempt)} ${name}: ${code(shown)} fails${said}.`,
    asks,
    ...checklist.map((item) => `- ${item}`),
    ...mode === "terminal_escalation" ? ["", escalationForm(role, attempt)] : [],
  ].join("\n");
}

/** A field of a form, to be filled in. */
export function emptyField({ name, kind, what }: FieldRule): string {
  return kind === "text" ? `${name}: <${what}>` : `${name}:\n- <${what}>`;
}

/** The form of an escalation, to be filled in. */
export function escalationForm(role: Role, attempt: number): string {
  const above = "Escalate above the reflection layer: what is needed there";
  const fields = ESCALATION_FIELDS.slice(2).map((field) =>
    emptyField(
      field.name === "request" && role === "reflection" ? { ...field, what: above } : field,
    )
  );
  const begin = ["<ESCALATION>", "status: blocked", `attempt: ${attemptMark(attempt)}`];
  return [...begin, ...fields, "</ESCALATION>"].join("\n");
}
