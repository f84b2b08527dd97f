/**
 * What became of a decision record: `status:` in its front matter, `Status: Rejected` in a line, or
 * what stands below a heading `Status`. What was decided last counts: of several words in one
 * section, one that ends a decision.
 */

import type { Decision } from "./decision.ts";
import { type AdrText, plainWords } from "./adr_text.ts";

const LINE = /^\s*(?:[-*+|]\s*)?(?:\*\*|__)?status(?:\*\*|__)?\s{0,4}[:|]\s*(.+)$/i;

/** A title is followed by facts about the record; a status further down is about something else. */
const MOST_LINES_BEFORE = 60;

/** The status; null where the record binds nobody, or none is told. */
export function adrStatus({ matter, sections }: AdrText): Decision["status"] | null {
  for (const { text } of matter) {
    const value = LINE.exec(text)?.[1];
    if (value !== undefined) return statusIn([value]);
  }
  const section = sections.find(({ title }) => /^(?:\d{1,2}[.)]?\s+)?status\b/i.test(title));
  if (section !== undefined) {
    return statusIn([section.title.replace(/^.*?status\W*/i, ""), ...section.lines.map(textOf)]);
  }
  const lines = sections.flatMap(({ lines }) => lines).slice(0, MOST_LINES_BEFORE);
  const value = lines.map(({ text }) => LINE.exec(text)?.[1]).find((value) => value !== undefined);
  return value === undefined ? null : statusIn([value]);
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}

function statusIn(lines: readonly string[]): Decision["status"] | null {
  const told = lines.map((line) => wordIn(line)).filter((status) => status !== null);
  return told.find((status) => status !== "rationale") ?? told[0] ?? null;
}

function wordIn(line: string): Decision["status"] | null {
  const words = plainWords(line).replace(/^[^\p{L}]+/u, "");
  if (/^(?:rejected|declined|refused)\b/i.test(words)) return "rejected";
  if (/^(?:super[sc]eded|deprecated|replaced|obsolete)\b/i.test(words)) return "superseded";
  return /^(?:accepted|approved|adopted|implemented|decided)\b/i.test(words) ? "rationale" : null;
}
