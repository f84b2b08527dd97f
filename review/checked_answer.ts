/**
 * A model's answer on its way into a record. A model may have been told what to say by the change
 * that it read: what it says is bounded and scrubbed, and a place that it names must be one of the
 * change.
 */

import type { ReviewIssue } from "../schema/types.ts";
import type { DiffFile } from "../lib/git/diff.ts";
import type { ModelReview } from "./model_review.ts";
import { cut } from "../lib/text/text.ts";

const MOST_TEXT = 4000;
const MOST_ISSUES = 100;
const MOST_STRENGTHS = 50;

/** A file is longer than what of it is shown; a line further off is made up. */
const LINES_BEYOND = 10_000;

/**
 * The answer as it may be kept.
 *
 * @param shown The paths of files by the names that the model was shown.
 */
export async function checkedAnswer(
  { issues, strengths, summary }: ModelReview,
  files: readonly DiffFile[],
  shown: ReadonlyMap<string, string>,
  scrub: (text: string) => Promise<string>,
): Promise<ModelReview> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  // Cut first, and between words: half a token is not recognized as one.
  const text = async (given: string): Promise<string> =>
    given === "" ? "" : await scrub(cut(given, MOST_TEXT));
  const textOrNull = async (given: string | null): Promise<string | null> =>
    given === null ? null : await text(given);
  const checked: ReviewIssue[] = [];
  // One after the other: each is a whole round of the scrubber.
  for (const issue of issues.slice(0, MOST_ISSUES)) {
    const file = byPath.get(shown.get(issue.file ?? "") ?? issue.file ?? "") ?? null;
    checked.push({
      severity: issue.severity,
      category: issue.category,
      description: await text(issue.description),
      impact: await textOrNull(issue.impact),
      recommendation: await textOrNull(issue.recommendation),
      file: file?.path ?? null,
      line: file !== null && isPlausible(issue.line, file) ? issue.line : null,
      source: "model",
    });
  }
  const good: string[] = [];
  for (const strength of strengths.slice(0, MOST_STRENGTHS)) good.push(await text(strength));
  return { issues: checked, strengths: good, summary: await textOrNull(summary) };
}

function isPlausible(line: number | null, { hunks }: DiffFile): boolean {
  const last = hunks.reduce(
    (most, hunk) => hunk.lines.reduce((most, { line }) => Math.max(most, line), most),
    0,
  );
  return Number.isSafeInteger(line) && Number(line) >= 1 && Number(line) <= last + LINES_BEYOND;
}
