/**
 * An answer taken apart: which line belongs to the report, to the packet, to a correction, and which
 * outputs there are. Every line is looked at once and belongs to one part; nothing is judged here.
 *
 * Two names occur in the report and in the packet: below the packet's line they are the packet's,
 * until a field comes that only the report has.
 */

import type { UnblockOutput } from "../../../schema/names.ts";
import { type OutputName, REPORT_FIELDS, RETRY_FIELDS } from "../contract.ts";
import { readFields, type WrittenField } from "../fields.ts";
import { beginOf, type Here, type OtherField, PACKET } from "./begin.ts";
import { type AnswerLine, answerLines, type CodeBlock } from "./lines.ts";
import { PAYLOAD_END } from "./marks.ts";

/** What a line is part of. */
export type Part = Here["part"];

/** A line with its place. */
export interface PlacedLine extends AnswerLine {
  readonly part: Part;
  /** The field, below its output's name where it is a packet's; else the output, or `answer`. */
  readonly where: string;
  /** Whether it begins a field or a section by its name. */
  readonly names: boolean;
}

/** An output that stands in the answer. */
export interface FoundOutput {
  readonly name: UnblockOutput;
  readonly line: number;
  /** The line that it begins with. */
  readonly begin: string;
}

/** A field that neither form has. */
interface UnknownField {
  readonly name: string;
  readonly where: "report" | typeof PACKET;
  readonly line: number;
}

/** An answer. */
export interface Answer {
  readonly lines: readonly PlacedLine[];
  readonly blocks: readonly CodeBlock[];
  readonly outputs: readonly FoundOutput[];
  readonly report: readonly WrittenField[];
  readonly packet: readonly WrittenField[];
  readonly unknown: readonly UnknownField[];
}

const LOOSE: Here = { part: "loose", where: "answer", margin: 0 };

/** Takes an answer apart. */
export function readAnswer(text: string): Answer {
  const { lines, blocks } = answerLines(text);
  const outputs: FoundOutput[] = [];
  const others = new Set<string>();
  const unknown: UnknownField[] = [];
  const placed: PlacedLine[] = [];
  let here = LOOSE;
  for (const line of lines) {
    const begin = beginOf(line, here);
    if (begin !== null) here = begin.here;
    if (begin?.output) outputs.push({ name: begin.output, line: line.number, begin: line.text });
    if (begin?.other) others.add(begin.other.name);
    if (begin?.other?.unknown) unknown.push(unknownField(begin.other, line));
    placed.push({ ...line, part: here.part, where: here.where, names: begin?.named ?? false });
    if (here.part === "need" || isPayloadEnd(line, here)) here = LOOSE;
  }
  return {
    lines: placed,
    blocks,
    outputs,
    unknown,
    report: fieldsOf(placed, "report", REPORT_FIELDS, others),
    packet: fieldsOf(placed, "packet", RETRY_FIELDS, others),
  };
}

function isPayloadEnd({ text, kind }: AnswerLine, { part }: Here): boolean {
  return part === "payload" && kind === "said" && text.includes(PAYLOAD_END);
}

function unknownField({ name, part }: OtherField, { number }: AnswerLine): UnknownField {
  return { name, where: part === "packet" ? PACKET : "report", line: number };
}

/** The fields of a form. One that it does not have ends the one before it, and is left out. */
function fieldsOf(
  lines: readonly PlacedLine[],
  of: Part,
  form: readonly { readonly name: string }[],
  others: ReadonlySet<string>,
): WrittenField[] {
  const known = new Set(form.map(({ name }) => name));
  const own = lines.filter(({ part, kind }) => part === of && kind === "said");
  return readFields(own, (name) => known.has(name) || others.has(name)).fields
    .filter(({ name }) => known.has(name));
}

/** What a section says, without its name; null where there is none of this name. */
export function sectionText({ lines }: Answer, name: OutputName): string | null {
  const own = lines.filter(({ where, part }) => part === "section" && where === name);
  if (own.length === 0) return null;
  return own.map((line) => line.names ? afterName(line) : line.text).join("\n").trim();
}

/** What stands behind the colon. */
export function afterName({ text }: AnswerLine): string {
  return text.slice(text.indexOf(":") + 1).trim();
}
