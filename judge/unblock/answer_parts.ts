/**
 * An answer of the reflection agent taken apart: which line belongs to the report, to the packet, to
 * a correction, which outputs there are, and what the report and the packet say. Every line is looked
 * and belongs to one part.
 */

import type { RetryPacket, UnblockReport } from "../../schema/types.ts";
import { CLOSING, OPENING } from "./escalation.ts";
import {
  canonical,
  type Field,
  fieldsIn,
  type Line,
  linesOf,
  nameIn,
  readForm,
  sizeOf,
  tableWord,
  withKinds,
} from "./form.ts";
import {
  COHERENCE_FAILED,
  FAILURE_LAYERS,
  fault,
  type FieldRule,
  needContext,
  type OutputName,
  type OutputRule,
  OUTPUTS,
  quote,
  REPORT_FIELDS,
  RETRY_FIELDS,
  type UnblockOutput,
  type Violation,
} from "./protocol.ts";

/** The names of outputs that are asked for by more than their place in the table. */
export const PACKET = "retry_packet_for_coder" satisfies OutputName;
export const NEED = "[NEED_CONTEXT: target]" satisfies OutputName;

/** Characters of a packet, items of a list, characters of one, and of a target. */
export const FORM_LIMITS = { packet: 6_000, items: 20, characters: 2_000, target: 200 } as const;

/** An output that stands in an answer. */
export interface FoundOutput {
  readonly name: UnblockOutput;
  readonly line: number;
  /** Its lines, the one that begins it first; of a packet only that. */
  readonly lines: readonly Line[];
}

/** One that is being read. */
interface OpenOutput extends FoundOutput {
  readonly lines: Line[];
}

/** An answer taken apart. */
export interface Answer {
  readonly outputs: readonly FoundOutput[];
  readonly report: readonly Field[];
  readonly packet: readonly Field[];
  /** Lines that belong to no field and no output. */
  readonly loose: readonly Line[];
  /** All lines but those of marks and payloads. */
  readonly rest: readonly Line[];
}

const RULES: readonly OutputRule[] = OUTPUTS;
const REPORT: ReadonlySet<string> = new Set(REPORT_FIELDS.map(({ name }) => name));
const RETRY: ReadonlySet<string> = new Set(RETRY_FIELDS.map(({ name }) => name));
const NAMED: ReadonlySet<string> = new Set(
  RULES.filter(({ form }) => form === "section" || form === "packet").map(({ name }) => name),
);

const MARKS = [
  [OPENING, OPENING],
  [needContext("").split(":")[0]!, NEED],
  [COHERENCE_FAILED, COHERENCE_FAILED],
] as const;

/** The output that a line begins by a mark, also one that is set off as code or in bold. */
function markIn(text: string): UnblockOutput | null {
  const said = unmarked(text);
  return MARKS.find(([mark]) => said.startsWith(mark))?.[1] ?? null;
}

/** A mark without what sets it off. */
function unmarked(text: string): string {
  return text.trim().replace(/^[*`]{1,3}(?=\[)/, "").replace(/(?<=\])[*`]{1,3}$/, "");
}

/** Whether a fence in front of this line is put around the answer. */
function isSaid(text: string): boolean {
  const { name } = nameIn(text) ?? { name: "" };
  return markIn(text) !== null || NAMED.has(name) || name === "failure_layer" ||
    name === "new_hypothesis";
}

/**
 * Takes an answer apart: first what begins with a mark, then the fields. Behind the packet's line the
 * names that both forms have are the packet's. A name of no form is a field of its own in a form, and
 * content in a correction.
 */
export function readAnswer(text: string): Answer {
  const marked: OpenOutput[] = [];
  const rest: Line[] = [];
  let open = null as OpenOutput | null;
  for (const line of withKinds(linesOf(text), isSaid)) {
    const inPayload = open?.name === OPENING;
    const mark = line.kind === "said" && !inPayload ? markIn(line.text) : null;
    if (mark !== null) {
      open = { name: mark, line: line.number, lines: [] };
      marked.push(open);
    } else if (open?.name === COHERENCE_FAILED && NAMED.has(nameIn(line.text)?.name ?? "")) {
      open = null;
    }
    (open?.lines ?? rest).push(line);
    if (open?.name === NEED || (inPayload && line.text.includes(CLOSING))) open = null;
  }
  const at = rest.findIndex(({ kind, text }) => kind === "said" && nameIn(text)?.name === PACKET);
  const before = fieldsIn(
    at < 0 ? rest : rest.slice(0, at),
    (name, behind) =>
      REPORT.has(name) || NAMED.has(name) || (behind !== null && !NAMED.has(behind)),
  );
  const after = fieldsIn(
    at < 0 ? [] : rest.slice(at + 1),
    (name, behind) =>
      REPORT.has(name) || RETRY.has(name) || NAMED.has(name) || !NAMED.has(behind ?? ""),
  );
  const isReports = ({ name }: Field) => REPORT.has(name) && !RETRY.has(name);
  const sections = [...before.fields, ...after.fields].filter(({ name }) => NAMED.has(name))
    .map(({ name, line, lines }) => ({ name: name as UnblockOutput, line, lines }));
  const packets = at < 0
    ? []
    : [{ name: PACKET, line: rest[at]!.number, lines: [rest[at]!] } as const];
  return {
    outputs: [...marked, ...sections, ...packets].toSorted((a, b) => a.line - b.line),
    report: [
      ...before.fields.filter(({ name }) => !NAMED.has(name)),
      ...after.fields.filter(isReports),
    ],
    packet: after.fields.filter((field) => !NAMED.has(field.name) && !isReports(field)),
    loose: [...before.loose, ...after.loose],
    rest,
  };
}

/** What an output says, without its own name or mark. */
export function contentOf({ lines }: FoundOutput): string {
  return lines.filter(({ kind }) => kind !== "fence").map(({ text }, at) => {
    if (at > 0) return text;
    return nameIn(text)?.rest ?? text.replace(COHERENCE_FAILED, "");
  }).join("\n").trim();
}

/** Lines as a text in which each has its number. */
export function inPlace(lines: readonly Line[]): string {
  const texts: string[] = [];
  for (const { text, number } of lines) texts[number - 1] = text;
  return Array.from(texts, (text) => text ?? "").join("\n");
}

/** What a mark asks for; null where it has not the form, or asks for nothing. */
export function targetIn(found: FoundOutput | undefined): string | null {
  const mark = unmarked(found?.lines[0]?.text ?? "");
  const target = /^\[NEED_CONTEXT:([^\][]{1,300})\]$/.exec(mark)?.[1]?.trim() ?? "";
  const isOne = target !== "" && target !== "target" && target.length <= FORM_LIMITS.target;
  return isOne ? target : null;
}

/** A form as far as it was there, and what is wrong with it. */
interface Checked<Value> {
  readonly value: Value | null;
  readonly violations: readonly Violation[];
  readonly notes: readonly Violation[];
}

/** Fields that may stand in any form: a decision is named, or revised openly, with its evidence. */
const ANYWHERE = ["decision_revision", "new_evidence", "decision_memory_notes"];

/** Reads a form, and what it says as a record of it; that is null where something is missing. */
function formOf<Value>(
  written: readonly Field[],
  { fields, prefix, line }: { fields: readonly FieldRule[]; prefix: string; line: number | null },
) {
  const form = readForm(written, {
    ...{ fields, prefix, line, emptyList: "empty_field" as const, most: FORM_LIMITS },
  });
  const { values, extra, violations, notes } = form;
  const said = values.get("failure_layer")?.[0] ?? "";
  const failure_layer = FAILURE_LAYERS.find((layer) => layer === tableWord(said));
  if (said !== "" && failure_layer === undefined) {
    const at = written.find(({ name }) => name === "failure_layer")?.line ?? null;
    const message = `Layer ${quote(said)}, expected one of ${FAILURE_LAYERS.join(", ")}`;
    const where = `${prefix}failure_layer`;
    violations.push(fault("unknown_layer", message, { where, line: at }));
  }
  const isWhole = failure_layer !== undefined && fields.every(({ name }) => values.has(name));
  const record = fields.map(({ name, kind }) => {
    const list = [...values.get(name) ?? []];
    return [name, kind === "list" ? list : list[0]];
  });
  const value = { ...Object.fromEntries(record), failure_layer } as Value;
  return {
    value: isWhole ? extra.length === 0 ? value : { ...value, extra } : null,
    violations,
    notes: notes.filter(({ where }) => !ANYWHERE.some((name) => where.endsWith(name))),
  };
}

/** The report. It is expected with what it goes with, and looked at where nothing follows it. */
export function reportOf({ outputs, report }: Answer): Checked<UnblockReport> {
  const isNeeded = outputs.length === 0
    ? report.length > 0
    : outputs.some(({ name }) => NAMED.has(name));
  if (!isNeeded) return { value: null, violations: [], notes: [] };
  const checked = formOf<UnblockReport>(report, { fields: REPORT_FIELDS, prefix: "", line: null });
  const said = report.find(({ name }) => name === "action");
  const action = [said?.text, ...said?.items ?? []].join(" ").trim();
  const [output, another] = outputs;
  const named = RULES.filter(({ name }) => action.includes(name));
  const isOne = named.length === 1 && named[0]?.name === output?.name;
  if (action !== "" && output !== undefined && another === undefined && !isOne) {
    const message = `Action ${quote(action)}, expected the output that follows, "${output.name}"`;
    const at = { where: "action", line: said?.line ?? null };
    checked.violations.push(fault("action_mismatch", message, at));
  }
  return checked;
}

/** The packet that sends a task back to the coder. */
export function packetOf({ outputs, packet }: Answer): Checked<RetryPacket> {
  const begin = outputs.find(({ name }) => name === PACKET);
  if (begin === undefined) return { value: null, violations: [], notes: [] };
  const given = { fields: RETRY_FIELDS, prefix: `${PACKET}.`, line: begin.line };
  const checked = formOf<RetryPacket>(packet, given);
  const size = sizeOf(packet.flatMap(({ lines }) => lines));
  if (size > FORM_LIMITS.packet) {
    const message = `The packet has ${size} characters, at most ${FORM_LIMITS.packet}`;
    checked.violations.push(fault("too_large", message, { where: PACKET, line: begin.line }));
  }
  return checked;
}

/** A packet as the one text that all its spellings have in common. */
export function canonicalPacket({ extra = [], ...packet }: RetryPacket): string {
  const own = RETRY_FIELDS.map(({ name }): [string, string | string[]] => [name, packet[name]]);
  const more = extra.map(({ name, values }): [string, string[]] => [name, values]);
  return JSON.stringify([...own, ...more].map(([name, value]) => {
    const items = (typeof value === "string" ? [value] : value).map(canonical);
    return [name, ...new Set(items.toSorted())];
  }));
}
