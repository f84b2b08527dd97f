/**
 * The floor of a review: deterministic checks of the added lines, without any model.
 *
 * Pure: the same change gives the same findings, in whatever order its files come. Only fixed
 * words are said of a line, never its text, so that no finding can hold a secret or speak to a
 * reader in a stranger's name. No parser: a check that is not sure says nothing.
 */

import type { DiffFile } from "../../lib/git/diff.ts";
import { REVIEW_CATEGORIES, type ReviewCategory, SEVERITIES } from "../../schema/names.ts";
import type { ReviewIssue } from "../../schema/types.ts";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { newLines } from "./matching.ts";
import { movesOf, type SourceFile, sourceOf } from "./source.ts";

/** What is looked for. */
interface FloorOptions {
  /**
   * Only findings of these.
   *
   * @default all
   */
  categories?: ReadonlySet<ReviewCategory>;
  /**
   * Whether the project has tests, so that code without one is worth a word.
   *
   * @default false
   */
  hasTests?: boolean;
}

/** Of one check in one file, so many lines are named; the others are counted. */
const NAMED_LINES = 5;

/** The findings of a change, the heaviest first, then by path and line. */
export function floorIssues(
  files: readonly DiffFile[],
  options: FloorOptions = {},
): ReviewIssue[] {
  const categories = options.categories ?? new Set(REVIEW_CATEGORIES);
  const moves = movesOf(files);
  const sources = files.map((file) => sourceOf(file, moves));
  const issues = sources.flatMap((file) =>
    CHECKS.filter((check) => categories.has(check.category) && check.applies(file))
      .flatMap((check) => issueOf(check, file))
  );
  if (options.hasTests === true && categories.has("TESTING")) {
    const untested = untestedIssue(sources);
    if (untested !== null) issues.push(untested);
  }
  return issues.sort(byWeight);
}

/** One issue for all that a check found in a file: ten of a kind are one thing to fix. */
function issueOf(check: Check, file: SourceFile): ReviewIssue[] {
  const [first, ...others] = check.find(file).sort((a, b) => a.line - b.line);
  if (first === undefined) return [];
  const { severity, category, impact, recommendation } = check;
  const what = check.says.replace("{}", () => first.what);
  return [{
    severity,
    category,
    description: what.charAt(0).toUpperCase() + what.slice(1) + alsoIn(others),
    impact,
    recommendation,
    file: file.path,
    line: first.line,
    source: "floor",
  }];
}

function alsoIn(others: readonly { line: number }[]): string {
  if (others.length === 0) return "";
  const named = others.slice(0, NAMED_LINES).map(({ line }) => line).join(", ");
  const more = others.length - NAMED_LINES;
  return ` (also in line ${named}${more > 0 ? ` and ${more} more` : ""})`;
}

function byWeight(a: ReviewIssue, b: ReviewIssue): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    compare(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0) ||
    compare(a.description, b.description);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Less growth is hardly ever worth a test of its own; what was merely rewritten has its tests. */
const LEAST = 10;

/** Tests that stand beside the code that they test. */
const INLINE_TEST = /^\s*#\[(?:\w+::)*test\b|^\s*#\[cfg\(test\)\]|import\.meta\.vitest/;

/** Says once that code changed and no test did; where most of it is. */
function untestedIssue(files: readonly SourceFile[]): ReviewIssue | null {
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
