/**
 * The floor of a review: deterministic checks of the added lines, without any model.
 *
 * Pure: the same change gives the same findings, in whatever order its files come. Only fixed
 * words are said of a line, never its text, so that no finding can hold a secret or an instruction
 * that the change wants its reader to follow. No parser: a check that is not sure says nothing.
 */

import type { DiffFile } from "../../lib/git/diff.ts";
import { REVIEW_CATEGORIES, type ReviewCategory, SEVERITIES } from "../../schema/names.ts";
import type { ReviewIssue } from "../../schema/types.ts";
import { type Check, CHECKS } from "./checks.ts";
import { newLines } from "./matching.ts";
import { movesOf, type SourceFile, type SourceLine, sourceOf } from "./source.ts";

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
  const wanted = CHECKS.filter(({ category }) => categories.has(category));
  const issues = sources.flatMap((file) =>
    wanted.filter((check) => check.applies(file)).flatMap((check) => issueOf(check, file))
  );
  const isTested = options.hasTests === true && categories.has("TESTING");
  const untested = isTested ? untestedIssue(sources) : null;
  return [...issues, ...untested === null ? [] : [untested]].sort(byWeight);
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
  const grown = files.filter(isCode).map((file) => ({
    path: file.path,
    lines: newLines(file).map(([line]) => line).filter(isWritten),
    removed: file.hunks.flatMap((hunk) => hunk.removed)
      .filter((line) => !line.moved && isWritten(line)),
  }));
  if (grown.some(({ lines }) => lines.some(({ code }) => INLINE_TEST.test(code)))) return null;
  const total = grown.reduce((sum, { lines, removed }) => sum + lines.length - removed.length, 0);
  // Of two that are as large, the first by name: the order of files must not decide.
  const [most] = grown.sort((a, b) => b.lines.length - a.lines.length || compare(a.path, b.path));
  if (most === undefined || total < LEAST) return null;
  return {
    severity: "LOW",
    category: "TESTING",
    description: `The code grew by ${total} lines, and no test was touched`,
    impact: "Nothing shows that the change works, or keeps it working",
    recommendation: "Add or change a test, or say why none is needed",
    file: most.path,
    line: most.lines[0]?.line ?? null,
    source: "floor",
  };
}

/** Whether a file holds code that a test could run. */
function isCode({ syntax, isDocs, isForeign, isProgram }: SourceFile): boolean {
  const isData = ["data", "sql", "docker"].includes(syntax?.name ?? "data");
  return !isData && !isDocs && !isForeign && !isProgram;
}

function isWritten({ code }: SourceLine): boolean {
  return /\w/.test(code);
}
