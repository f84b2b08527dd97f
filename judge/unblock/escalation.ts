/**
 * An `<ESCALATION>`: read out of any text, checked against every rule of the protocol, and written.
 *
 * A tag counts only where it stands alone on its line, so that a mention in a sentence, in inline code
 * or inside of an item is none. A pair of tags counts only with a field in it, unless there is nothing
 * better: a text that talks about the form and then uses it has one payload. Fences do not matter:
 * what is set as code was said all the same.
 *
 * Never throws, and the cost is linear in the text. A payload that breaks rules is returned all the
 * same where it could be read whole: **only one without violations is valid**.
 */

import type { EscalationPayload } from "../../schema/types.ts";
import {
  fieldsIn,
  isFence,
  type Line,
  linesOf,
  nameIn,
  readForm,
  sizeOf,
  tableWord,
  valueLine,
} from "./form.ts";
import {
  attemptMark,
  ESCALATION_FIELDS,
  ESCALATION_LAYERS,
  fault,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  parseAttemptMark,
  quote,
  TERMINAL_ATTEMPT,
  type Violation,
} from "./protocol.ts";

export type { EscalationPayload } from "../../schema/types.ts";

/** The line that begins a payload. */
export const OPENING = "<ESCALATION>";

/** The line that ends it. */
export const CLOSING = "</ESCALATION>";

/** What was found in a text. */
interface LintedEscalation {
  /** How many payloads there are, whole or not. */
  found: number;
  /** What the only one says; null where there is not one, or it could not be read whole. */
  payload: EscalationPayload | null;
  /** What is wrong, in the order of the rules; empty exactly where the payload is valid. */
  violations: Violation[];
  /** What is worth knowing and no fault: fields that the form does not have. */
  notes: Violation[];
}

const NAMES: ReadonlySet<string> = new Set(ESCALATION_FIELDS.map(({ name }) => name));

/** Whether a text holds a valid payload: its author handed over, as the protocol asks. */
export function hasEscalation(text: string): boolean {
  return text.includes(OPENING) && lintEscalation(text).violations.length === 0;
}

/** Reads the payload of a text, and says what is wrong with it. */
export function lintEscalation(text: string): LintedEscalation {
  const lines = text.includes(OPENING) ? linesOf(text) : [];
  const blocks = blocksIn(lines);
  const faults = faultsOf(blocks, text);
  const [block] = blocks;
  if (faults.length > 0 || block === undefined) {
    return { found: blocks.length, payload: null, violations: faults, notes: [] };
  }
  return { found: 1, ...readPayload(block.body) };
}

/**
 * Writes a payload, so that {@linkcode lintEscalation} reads the same out of it. Its texts are put
 * into one line each; whether they follow the rules is not looked at.
 */
export function formatEscalation({ extra = [], ...payload }: EscalationPayload): string {
  const values = { ...payload, status: "blocked", attempt: attemptMark(payload.attempt) };
  const written = (name: string, value: string | readonly string[]): string =>
    typeof value === "string"
      ? `${name}: ${valueLine(value)}`
      : [`${name}:`, ...value.map((item) => `- ${valueLine(item)}`)].join("\n");
  const fields = [
    ...ESCALATION_FIELDS.map(({ name }) => written(name, values[name])),
    ...extra.map(({ name, values }) => written(name, values)),
  ];
  return [OPENING, ...fields, CLOSING].join("\n");
}

/** A payload in a text, or what was meant to be one. */
interface Block {
  readonly line: number;
  readonly body: readonly Line[];
  readonly closed: boolean;
  /** Whether another one begins inside of it. */
  readonly nested: boolean;
  readonly hasField: boolean;
}

/** The payloads of a text, in their order. */
function blocksIn(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let open: { at: number; nested: boolean; hasField: boolean } | null = null;
  const end = (at: number, closed: boolean) => {
    if (open === null) return;
    const { at: from, nested, hasField } = open;
    blocks.push({ line: from + 1, body: lines.slice(from + 1, at), closed, nested, hasField });
    open = null;
  };
  for (const [at, { text }] of lines.entries()) {
    const tag = text.length > 100 ? "" : text.trim();
    if (tag === CLOSING) end(at, true);
    // A tag that another one follows before any field was only mentioned.
    else if (tag === OPENING && !open?.hasField) open = { at, nested: false, hasField: false };
    else if (tag === OPENING && open !== null) open.nested = true;
    else if (open !== null && !open.hasField) open.hasField = NAMES.has(nameIn(text)?.name ?? "");
  }
  end(lines.length, false);
  const real = blocks.filter(({ hasField }) => hasField);
  return real.length > 0 ? real : blocks;
}

/** What is wrong with the tags. */
function faultsOf(blocks: readonly Block[], text: string): Violation[] {
  const [first, second] = blocks;
  const at = (block: Block | undefined) => ({ where: "payload", line: block?.line ?? null });
  if (first === undefined) {
    const found = text.includes(OPENING) ? `only a mention of ${OPENING} inside of a line` : "none";
    const expected = `expected one between ${OPENING} and ${CLOSING}, each on a line of its own`;
    return [fault("no_payload", `Found ${found}: ${expected}`, at(first))];
  }
  const faults: Violation[] = [];
  const unclosed = blocks.find(({ closed }) => !closed);
  if (unclosed !== undefined) {
    const message = `${OPENING} is not closed: expected ${CLOSING} on a line of its own`;
    faults.push(fault("unclosed", message, at(unclosed)));
  }
  if (second !== undefined) {
    const message = `Found ${blocks.length} payloads: expected exactly one`;
    faults.push(fault("several_payloads", message, at(second)));
  }
  const nested = blocks.find(({ nested }) => nested);
  if (nested !== undefined) {
    const message = `${OPENING} begins again inside of a payload: expected nothing nested`;
    faults.push(fault("nested", message, at(nested)));
  }
  const tags = OPENING.length + CLOSING.length + 1;
  const sizes = blocks.map(({ body }) => tags + sizeOf(body));
  const large = sizes.findIndex((size) => size > MAX_PAYLOAD_CHARACTERS);
  if (large >= 0) {
    const message = `The payload has ${
      sizes[large]
    } characters: expected at most ${MAX_PAYLOAD_CHARACTERS}`;
    faults.push(fault("too_large", message, at(blocks[large])));
  }
  return faults;
}

/** Reads a payload from the lines between its tags. */
function readPayload(body: readonly Line[]): Omit<LintedEscalation, "found"> {
  const { fields, loose: [stray] } = fieldsIn(body.filter((line) => !isFence(line)));
  const { values, extra, violations, notes } = readForm(fields, {
    fields: ESCALATION_FIELDS,
    line: null,
    emptyList: "empty_list",
    most: { items: MAX_PAYLOAD_ITEMS, characters: MAX_ITEM_CHARACTERS },
  });
  const at = (where: string) => ({
    where,
    line: fields.find(({ name }) => name === where)?.line ?? null,
  });
  const list = (name: string): string[] => [...values.get(name) ?? []];
  if (stray !== undefined) {
    const message = `${quote(stray.text)} stands before the first field: expected only fields`;
    violations.unshift(fault("stray_text", message, { where: "payload", line: stray.number }));
  }
  const status = list("status")[0];
  if (status !== undefined && status !== "blocked") {
    const message = `Status ${quote(status)}: expected "blocked"`;
    violations.push(fault("status", message, at("status")));
  }
  const mark = list("attempt")[0];
  const attempt = parseAttemptMark(mark ?? "");
  const expected = attemptMark(TERMINAL_ATTEMPT);
  if (attempt !== null && attempt < TERMINAL_ATTEMPT) {
    const message =
      `Attempt ${attempt} is too early to escalate: expected ${TERMINAL_ATTEMPT} or more`;
    violations.push(fault("attempt_too_early", message, at("attempt")));
  } else if (attempt === null && mark !== undefined && mark !== "[ATTEMPT: N]") {
    const message = `Attempt ${quote(mark)}: expected the form ${expected}`;
    violations.push(fault("attempt_form", message, at("attempt")));
  }
  const said = list("suspected_failure_layer");
  const layers = said.map((value) => ESCALATION_LAYERS.find((layer) => layer === tableWord(value)));
  for (const [index, value] of said.entries()) {
    if (layers[index] !== undefined) continue;
    const code = value.includes("|") ? "unfilled_template" : "unknown_layer";
    const message = `Layer ${quote(value)}: expected one of ${ESCALATION_LAYERS.join(", ")}`;
    violations.push(fault(code, message, at("suspected_failure_layer")));
  }
  if (new Set(list("handoff_artifacts")).size === 1) {
    const message = "One artifact: expected the task's reference and the latest blocking signal, " +
      'an item each, such as "task: SHOP-12" and "signal: `npm test` exits with 1"';
    violations.push(fault("missing_artifact", message, at("handoff_artifacts")));
  }
  const isWhole = attempt !== null && layers.every((layer) => layer !== undefined) &&
    ESCALATION_FIELDS.every(({ name }) => values.has(name)) &&
    !violations.some(({ code }) => code === "repeated_field");
  const { status: _, ...record } = Object.fromEntries(
    ESCALATION_FIELDS.map(({ name, kind }) => [name, kind === "list" ? list(name) : list(name)[0]]),
  );
  const whole = { ...record, attempt, suspected_failure_layer: layers } as EscalationPayload;
  const payload = !isWhole ? null : extra.length === 0 ? whole : { ...whole, extra };
  return { payload, violations, notes };
}
