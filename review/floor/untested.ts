/** The one check of a whole change: code that came without a test. */

import type { ReviewIssue } from "../../schema/review.ts";
import { newLines } from "./matching.ts";
import type { SourceFile } from "./source.ts";

/** Less growth is hardly ever worth a test of its own; what was merely rewritten has its tests. */
const LEAST = 10;

/** Tests that stand beside the code that they test. */
const INLINE_TEST = /^\s*#\[(?:\w+::)*test\b|^\s*#\[cfg\(test\)\]|import\.meta\.vitest/;

/** Says once that code changed and no test did; where most of it is. */
export function untestedIssue(files: readonly SourceFile[]): ReviewIssue | null {
  if (files.some((file) => file.isTest)) return null;
  let total = 0;
  let most: { file: SourceFile; lines: number[] } | null = null;
  for (const file of files) {
    const name = file.syntax?.name ?? "data";
    if (name === "data" || name === "sql" || name === "docker") continue;
    if (file.isDocs || file.isForeign || file.isProgram) continue;
    const lines = newLines(file).filter(([line]) => /\w/.test(line.code));
    if (lines.some(([line]) => INLINE_TEST.test(line.code))) return null;
    total += lines.length - removedCode(file);
    const found = { file, lines: lines.map(([line]) => line.line) };
    if (most === null || found.lines.length > most.lines.length || isTie(found, most)) most = found;
  }
  if (most === null || total < LEAST) return null;
  return {
    severity: "LOW",
    category: "TESTING",
    description: `The code grew by ${total} lines, and no test was touched`,
    impact: "Nothing shows that the change works, or keeps it working",
    recommendation: "Add or change a test, or say why none is needed",
    file: most.file.path,
    line: most.lines[0] ?? null,
    source: "floor",
  };
}

function removedCode(file: SourceFile): number {
  const removed = file.hunks.flatMap((hunk) => hunk.removed);
  return removed.filter((line) => !line.moved && /\w/.test(line.code)).length;
}

type Candidate = { file: SourceFile; lines: number[] };

/** Of two that are as large, the first by name: the order of files must not decide. */
function isTie(found: Candidate, most: Candidate): boolean {
  return found.lines.length === most.lines.length && found.file.path < most.file.path;
}
