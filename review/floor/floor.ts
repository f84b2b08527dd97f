/**
 * The floor of a review: deterministic checks of the added lines, without any model.
 *
 * Pure: the same change gives the same findings, in whatever order its files come. Only fixed
 * words are said of a line, never its text, so that no finding can hold a secret or speak to a
 * reader in a stranger's name. No parser: a check that is not sure says nothing.
 */

import {
  REVIEW_CATEGORIES,
  type ReviewCategory,
  type ReviewIssue,
  SEVERITIES,
} from "../../schema/review.ts";
import type { DiffFile } from "../../lib/git/diff_types.ts";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { movesOf, type SourceFile, sourceOf } from "./source.ts";
import { untestedIssue } from "./untested.ts";

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
