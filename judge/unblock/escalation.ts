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
  lineOf,
  linesOf,
  nameIn,
  type ReadForm,
  readForm,
  sizeOf,
  valueLine,
} from "./form.ts";
import {
  attemptMark,
  ESCALATION_FIELDS,
  type FaultCode,
  faultIf,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  TERMINAL_ATTEMPT,
  type Violation,
} from "./protocol.ts";

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
  /** What is wrong; empty exactly where the payload is valid. */
  violations: Violation[];
  /** What is worth knowing and no fault: fields that the form does not have. */
  notes: Violation[];
}

/** Reads the payload of a text, or of some of its lines, and says what is wrong with it. */
export function lintEscalation(text: string | readonly Line[]): LintedEscalation {
  const lines = typeof text !== "string" ? text : text.includes(OPENING) ? linesOf(text) : [];
  const blocks = blocksIn(lines);
  const [block] = blocks;
  const wrong = faultsOf(blocks, lines);
  if (wrong.length > 0 || block === undefined) {
    return { found: blocks.length, payload: null, violations: wrong, notes: [] };
  }
  const { whole, violations, notes } = readPayload(block.body);
  if (whole === null) return { found: 1, payload: null, violations, notes };
  const { status: _, ...payload } = whole;
  return { found: 1, payload, violations, notes };
}

/**
 * Writes a payload, so that {@linkcode lintEscalation} reads the same out of it. Its texts are put
 * into one line each; whether they follow the rules is not looked at.
 */
export function formatEscalation({ extra = [], ...payload }: EscalationPayload): string {
  const values = { ...payload, status: "blocked", attempt: attemptMark(payload.attempt) };
  const own = Object.entries<string | readonly string[]>(values);
  const fields = [
    ...ESCALATION_FIELDS.map(({ name }) => own.find(([key]) => key === name)!),
    ...extra.map(({ name, values }) => [name, values] as const),
  ];
  const written = fields.map(([name, value]) =>
    typeof value === "string"
      ? `${name}: ${valueLine(value)}`
      : [`${name}:`, ...value.map((item) => `- ${valueLine(item)}`)].join("\n")
  );
  return [OPENING, ...written, CLOSING].join("\n");
}

/** A payload in a text, or what was meant to be one. */
interface Block {
  readonly line: number;
  readonly body: Line[];
  closed: boolean;
  /** Whether another one begins inside of it. */
  nested: boolean;
  hasField: boolean;
}

/** The payloads of a text, in their order. */
function blocksIn(lines: readonly Line[]): Block[] {
  const names = new Set(ESCALATION_FIELDS.map(({ name }) => name));
  const blocks: Block[] = [];
  for (const line of lines) {
    const open = blocks.at(-1)?.closed === false ? blocks.at(-1) : undefined;
    const tag = line.text.length > 100 ? "" : line.text.trim();
    if (tag === OPENING && open?.hasField) open.nested = true;
    else if (tag === OPENING) {
      // A tag that another one follows before any field was only mentioned.
      if (open !== undefined) blocks.pop();
      blocks.push({ line: line.number, body: [], closed: false, nested: false, hasField: false });
    } else if (open !== undefined && tag === CLOSING) open.closed = true;
    else if (open !== undefined) {
      open.body.push(line);
      open.hasField ||= names.has(nameIn(line.text)?.name ?? "");
    }
  }
  const real = blocks.filter(({ hasField }) => hasField);
  return real.length > 0 ? real : blocks;
}

/** What is wrong with the tags. */
function faultsOf(blocks: readonly Block[], lines: readonly Line[]): Violation[] {
  const mention = lines.length > 0 ? `only a mention of ${OPENING} inside of a line` : "none";
  const size = (block?: Block) =>
    OPENING.length + CLOSING.length + 1 + sizeOf(block === undefined ? [] : block.body);
  const large = blocks.find((block) => size(block) > MAX_PAYLOAD_CHARACTERS);
  const told = (block: Block | undefined, code: FaultCode, ...values: (string | number)[]) =>
    faultIf(block !== undefined, code, ["payload", block?.line ?? null], ...values);
  return [
    ...faultIf(blocks.length === 0, "no_payload", ["payload", null], mention),
    ...told(blocks.find(({ closed }) => !closed), "unclosed"),
    ...told(blocks[1], "several_payloads", blocks.length),
    ...told(blocks.find(({ nested }) => nested), "nested"),
    ...told(large, "too_large", "The payload", size(large), "characters", MAX_PAYLOAD_CHARACTERS),
  ];
}

/** A payload as it is written. */
type Written = EscalationPayload & { readonly status: string };

/** Reads a payload from the lines between its tags. */
function readPayload(body: readonly Line[]): ReadForm<Written> {
  const { fields, loose: [stray] } = fieldsIn(body.filter((line) => !isFence(line)));
  const most = { items: MAX_PAYLOAD_ITEMS, characters: MAX_ITEM_CHARACTERS };
  const form = readForm<Written>(fields, { fields: ESCALATION_FIELDS, line: null, most });
  const { status = "blocked", attempt = TERMINAL_ATTEMPT, handoff_artifacts } = form.said;
  const at = (name: string) => [name, lineOf(fields, name)] as const;
  form.violations.push(
    ...faultIf(stray !== undefined, "stray_text", ["payload", stray?.number ?? null], stray?.text),
    ...faultIf(status !== "blocked", "status", at("status"), status),
    ...faultIf(attempt < TERMINAL_ATTEMPT, "attempt_too_early", at("attempt"), attempt),
    ...faultIf(new Set(handoff_artifacts).size === 1, "missing_artifact", at("handoff_artifacts")),
  );
  return form;
}
