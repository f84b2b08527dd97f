/**
 * Reading a review that a person or an agent wrote in markdown:
 *
 *     **HIGH (SECURITY)**
 *     - ❌ The query is put together from input
 *     **Impact**: Anybody reads the table
 *     **Recommendation**: Bind the value
 *     **Location**: `src/login.ts:12`
 *
 * Headings of any level, either order, several bullets under one header. What it cannot read is in
 * `unparsed`, never lost and never made into something that was not said. Takes time in proportion
 * to the text, whatever the text is.
 */

import type { ReviewIssue } from "../schema/types.ts";
import { readLine } from "./markdown/line.ts";
import { ReviewReader } from "./markdown/reader.ts";

/** What a review in markdown says. */
interface MarkdownReview {
  issues: ReviewIssue[];
  strengths: string[];
  summary: string | null;
  /** What could not be read, in its order; lines that stood together are together. */
  unparsed: string[];
}

/** Reads a review in markdown. Never throws. */
export function parseMarkdownReview(text: string): MarkdownReview {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  const closers = closersOf(lines);
  const reader = new ReviewReader();
  for (let at = 0; at < lines.length; at++) {
    const end = endOfCode(lines, at, closers);
    if (end === null) {
      reader.push(lines[at] ?? "");
    } else {
      reader.pushCode(dedented(lines.slice(at, end + 1)));
      at = end;
    }
  }
  return reader.finish();
}

/** The lines that can close a block of code: where, of what, and the longest from there on. */
interface Closers {
  readonly ticks: Map<string, { at: number; longest: number }[]>;
}

function closersOf(lines: readonly string[]): Closers {
  const ticks = new Map<string, { at: number; longest: number }[]>([["`", []], ["~", []]]);
  for (let at = lines.length - 1; at >= 0; at--) {
    const { char, length } = closerIn(lines[at] ?? "");
    const known = ticks.get(char);
    known?.push({ at, longest: Math.max(length, known.at(-1)?.longest ?? 0) });
  }
  return { ticks };
}

function closerIn(line: string): { char: string; length: number } {
  const body = line.trim();
  const char = body[0] ?? "";
  const isCloser = body.length >= 3 && (char === "`" || char === "~") &&
    (char === "`" ? /^`+$/ : /^~+$/).test(body);
  return isCloser ? { char, length: body.length } : { char: "", length: 0 };
}

/** The last line of the block of code that begins here; null if none does, or nothing ends it. */
function endOfCode(lines: readonly string[], start: number, { ticks }: Closers): number | null {
  const body = lines[start]?.trim() ?? "";
  if (!body.startsWith("```") && !body.startsWith("~~~")) return null;
  const line = readLine(body);
  if (line.kind !== "fence") return null;
  const char = line.ticks[0] ?? "";
  const known = ticks.get(char) ?? [];
  // They were found from the end: those that lie behind us are the last ones.
  while ((known.at(-1)?.at ?? Infinity) <= start) known.pop();
  if ((known.at(-1)?.longest ?? 0) < line.ticks.length) return null;
  for (let at = start + 1; at < lines.length; at++) {
    const closer = closerIn(lines[at] ?? "");
    if (closer.char === char && closer.length >= line.ticks.length) return at;
  }
  return null;
}

/** Without the space that the first line begins with. */
function dedented(lines: readonly string[]): string[] {
  const [first = ""] = lines;
  const indent = first.length - first.trimStart().length;
  return lines.map((line) => {
    const own = line.length - line.trimStart().length;
    return line.slice(Math.min(indent, own)).trimEnd();
  });
}
