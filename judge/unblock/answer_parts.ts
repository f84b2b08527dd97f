/**
 * An answer of the reflection agent taken apart: which line belongs to the report, to the packet, to
 * a correction, which outputs there are, and what the report and the packet say. Every line is looked
 * at once and belongs to one part.
 */

import type { RetryPacket, UnblockReport } from "../../schema/types.ts";
import { CLOSING, OPENING } from "./escalation.ts";
import {
  canonical,
  type Field,
  fieldsIn,
  indentOf,
  type Kind,
  kindsOf,
  type Line,
  linesOf,
  nameIn,
  readForm,
  tableWord,
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
  REPORT_FIELDS,
  RETRY_FIELDS,
  shown,
  type UnblockOutput,
  type Violation,
} from "./protocol.ts";

/** The names of outputs that are asked for by more than their place in the table. */
export const PACKET = "retry_packet_for_coder" satisfies OutputName;
export const NEED = "[NEED_CONTEXT: target]" satisfies OutputName;

/** Characters of a packet, items of a list, and characters of one. */
export const FORM_LIMITS = { packet: 6_000, items: 20, characters: 2_000 } as const;

/** A line of an answer, with the part that it belongs to. */
export interface PlacedLine extends Line {
  readonly kind: Kind;
  readonly part: "loose" | "report" | "packet" | "section" | "need" | "coherence" | "payload";
  /** The field, below its output's name where it is a packet's; else the output, or `answer`. */
  readonly where: string;
}

/** An output that stands in an answer. */
export interface FoundOutput {
  readonly name: UnblockOutput;
  readonly line: number;
  /** The line that it begins with. */
  readonly begin: string;
}

/** An answer taken apart. */
export interface Answer {
  readonly lines: readonly PlacedLine[];
  readonly outputs: readonly FoundOutput[];
  readonly report: readonly Field[];
  readonly packet: readonly Field[];
}

const RULES: readonly OutputRule[] = OUTPUTS;
const REPORT: ReadonlySet<string> = new Set(REPORT_FIELDS.map(({ name }) => name));
const RETRY: ReadonlySet<string> = new Set(RETRY_FIELDS.map(({ name }) => name));
const NAMED: ReadonlySet<string> = new Set(
  RULES.filter(({ form }) => form === "section" || form === "packet").map(({ name }) => name),
);

const MARKS = [
  { mark: OPENING, name: OPENING, part: "payload" },
  { mark: needContext("").split(":")[0]!, name: NEED, part: "need" },
  { mark: COHERENCE_FAILED, name: COHERENCE_FAILED, part: "coherence" },
] as const;

/** A line without what sets a mark off as code or in bold. */
function unmarked(text: string): string {
  return text.trim().replace(/^[*`]{1,3}(?=\[)/, "").replace(/(?<=\])[*`]{1,3}$/, "");
}

/** Whether a fence in front of this line is put around the answer. */
function isSaid(text: string): boolean {
  const { name } = nameIn(text) ?? { name: "" };
  return MARKS.some(({ mark }) => unmarked(text).startsWith(mark)) || NAMED.has(name) ||
    name === "failure_layer" || name === "new_hypothesis";
}

type Here = Pick<PlacedLine, "part" | "where"> & { readonly margin: number };

const LOOSE: Here = { part: "loose", where: "answer", margin: 0 };

/** Takes an answer apart. */
export function readAnswer(text: string): Answer {
  const written = linesOf(text);
  const kinds = kindsOf(written, isSaid);
  const outputs: FoundOutput[] = [];
  const lines: PlacedLine[] = [];
  let here = LOOSE;
  for (const [at, line] of written.entries()) {
    const kind = kinds[at] ?? "said";
    if (kind === "said" && here.part !== "payload") {
      const begin = unmarked(line.text);
      const [next, name] = beginOf(begin, indentOf(line), here);
      if (name !== null) outputs.push({ name, line: line.number, begin });
      here = next;
    }
    lines.push({ ...line, kind, part: here.part, where: here.where });
    const isEnd = here.part === "payload" && kind === "said" && line.text.includes(CLOSING);
    if (here.part === "need" || isEnd) here = LOOSE;
  }
  const fields = (part: PlacedLine["part"]) =>
    fieldsIn(
      lines.filter((line) => line.part === part && line.kind === "said"),
      (name) => name !== PACKET,
    ).fields;
  return { lines, outputs, report: fields("report"), packet: fields("packet") };
}

/**
 * Where a reader is after a line, and the output that it begins. Two names occur in the report and in
 * the packet: below the packet's line they are the packet's, until a field comes that only the report
 * has. A name of neither form is a field only as far left as the form's own, and what is indented
 * below a correction's name is its content, whatever it is called.
 */
function beginOf(said: string, indent: number, here: Here): [Here, UnblockOutput | null] {
  const marked = MARKS.find(({ mark }) => said.startsWith(mark));
  if (marked !== undefined) {
    const { name, part } = marked;
    return [{ part, where: name, margin: indent }, name];
  }
  const { name } = nameIn(said) ?? { name: null };
  if (name === null || here.part === "coherence") return [here, null];
  if (NAMED.has(name)) {
    const part = name === PACKET ? "packet" : "section";
    return [{ part, where: name, margin: indent }, name as UnblockOutput];
  }
  if (here.part === "packet" && (RETRY.has(name) || !REPORT.has(name))) {
    if (!RETRY.has(name) && indent > here.margin) return [here, null];
    const margin = Math.max(here.margin, indent);
    return [{ part: "packet", where: `${PACKET}.${name}`, margin }, null];
  }
  const isContent = here.part === "section" && indent > here.margin;
  const isExtra = here.part === "report" && indent <= here.margin;
  if (!isExtra && (isContent || !REPORT.has(name))) return [here, null];
  return [{ part: "report", where: name, margin: indent }, null];
}

/** What an output says, without its own name or mark. */
export function contentOf({ lines }: Answer, output: UnblockOutput): string {
  return lines.filter(({ where, kind }) => where === output && kind !== "fence").map(({ text }) => {
    const named = nameIn(text);
    if (named?.name === output) return named.rest;
    return output === COHERENCE_FAILED ? text.replace(COHERENCE_FAILED, "") : text;
  }).join("\n").trim();
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
    const message = `Layer "${shown(said)}", expected one of ${FAILURE_LAYERS.join(", ")}`;
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
    const message = `Action "${shown(action)}", expected the output that follows, "${output.name}"`;
    const at = { where: "action", line: said?.line ?? null };
    checked.violations.push(fault("action_mismatch", message, at));
  }
  return checked;
}

/** The packet that sends a task back to the coder. */
export function packetOf({ lines, outputs, packet }: Answer): Checked<RetryPacket> {
  const begin = outputs.find(({ name }) => name === PACKET);
  if (begin === undefined) return { value: null, violations: [], notes: [] };
  const given = { fields: RETRY_FIELDS, prefix: `${PACKET}.`, line: begin.line };
  const checked = formOf<RetryPacket>(packet, given);
  const own = lines.filter(({ part }) => part === "packet");
  const size = own.reduce((sum, { text }) => sum + text.length + 1, 0);
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
