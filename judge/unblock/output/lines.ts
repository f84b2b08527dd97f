/**
 * The lines of an answer, told apart: what is said, what is shown as code, and the fences between.
 *
 * A fence that begins with the protocol's own words is put around the answer, not around code: it is
 * left out, and what is in it is said. A fence that nobody closes is none. Names that are set off
 * (`**action**:`, `## environment_fix`) are read as plain ones, and so are marks.
 */

import { OUTPUTS, REPORT_FIELDS, RETRY_FIELDS } from "../contract.ts";
import { type NumberedLine, numberedLines, readFields } from "../fields.ts";
import { closeFinder, type Fence, fenceOf, isClosing } from "./fences.ts";
import { COHERENCE_MARK, NEED_MARK, PAYLOAD_BEGIN } from "./marks.ts";

/** A line of an answer. */
export interface AnswerLine extends NumberedLine {
  readonly kind: "said" | "code" | "fence";
  readonly indent: number;
}

/** A block of code. */
export interface CodeBlock {
  /** The line of its fence. */
  readonly line: number;
  /** What the fence says that it is, in lower case. */
  readonly language: string;
  readonly lines: readonly string[];
}

/** An answer as lines. */
interface AnswerLines {
  readonly lines: readonly AnswerLine[];
  readonly blocks: readonly CodeBlock[];
}

/** Reads the lines. */
export function answerLines(text: string): AnswerLines {
  const written = numberedLines(text);
  const fences = written.map((line) => fenceOf(line.text));
  const isClosed = closeFinder(fences);
  const lines: AnswerLine[] = [];
  const blocks: (CodeBlock & { lines: string[] })[] = [];
  let code: Fence | null = null;
  let around: Fence | null = null;
  for (const [at, { text, number }] of written.entries()) {
    const fence = fences[at] ?? null;
    if (code !== null) {
      const closes = isClosing(fence, code);
      if (closes) code = null;
      else blocks.at(-1)?.lines.push(text);
      lines.push({ text, number, indent: 0, kind: closes ? "fence" : "code" });
    } else if (fence !== null && around !== null && isClosing(fence, around)) {
      around = null;
      lines.push({ text: "", number, indent: 0, kind: "fence" });
    } else if (fence !== null && around === null && isProtocol(written.slice(at + 1, at + 4))) {
      around = fence;
      lines.push({ text: "", number, indent: 0, kind: "fence" });
    } else if (fence !== null && isClosed(fence, at)) {
      code = fence;
      blocks.push({ line: number, language: fence.language, lines: [] });
      lines.push({ text, number, indent: 0, kind: "fence" });
    } else {
      const indent = text.length - text.trimStart().length;
      lines.push({ text: undecorated(text), number, indent, kind: "said" });
    }
  }
  return { lines, blocks };
}

/** The name of the field that a line begins; null where it begins none. */
export function fieldName(line: NumberedLine): string | null {
  return readFields([line]).fields[0]?.name ?? null;
}

/** The outputs that begin with their name and a colon. */
const NAMED_OUTPUTS: readonly string[] = OUTPUTS.filter(({ form }) =>
  form === "section" || form === "packet"
).map(({ name }) => name);

/** Names that hardly anything else begins with, other than "action" or "constraints". */
const TELLING: ReadonlySet<string> = new Set([
  ...NAMED_OUTPUTS,
  "failure_layer",
  "new_hypothesis",
]);

function isProtocol(lines: readonly NumberedLine[]): boolean {
  const first = lines.find(({ text }) => text.trim() !== "");
  if (first === undefined) return false;
  const line = { ...first, text: undecorated(first.text).trim() };
  return [PAYLOAD_BEGIN, NEED_MARK, COHERENCE_MARK].some((mark) => line.text.startsWith(mark)) ||
    TELLING.has(fieldName(line) ?? "");
}

const NAMES: ReadonlySet<string> = new Set([
  ...NAMED_OUTPUTS,
  ...[...REPORT_FIELDS, ...RETRY_FIELDS].map(({ name }) => name),
]);

const SET_OFF = /^(#{1,6}[ \t]{1,4})?[*`]{0,3}([a-z][a-z_]{2,40})[*`]{0,3}(:?)[*`]{0,3}(?=\s|$)/;

/** A mark that is set as code or in bold, alone on its line. */
const SET_OFF_MARK = /^([*`_]{1,3})(\[[A-Z_]{3,40}(?::[^\][`]{0,400})?\])[*`_]{1,3}$/;

function undecorated(text: string): string {
  const mark = text.length > 600 ? undefined : SET_OFF_MARK.exec(text.trim())?.[2];
  if (mark?.startsWith(NEED_MARK) || mark === COHERENCE_MARK) return mark;
  const begin = text.trimStart();
  const [all, heading, name, colon] = SET_OFF.exec(begin.slice(0, 100)) ?? [];
  if (all === undefined || name === undefined || !NAMES.has(name)) return text;
  if (colon === "" && heading === undefined) return text;
  return `${text.slice(0, text.length - begin.length)}${name}:${begin.slice(all.length)}`;
}
