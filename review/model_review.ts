/**
 * What a model must answer about a change, and how much of it is kept. Forgiving where models slip
 * (the case of a word, a key too many, a number as text, nothing where null was meant), strict about
 * what a finding is: one of an unknown severity or category is refused, so that the model is asked
 * again. Loaded only where a model is asked.
 *
 * The JSON Schema has no bounds on numbers and texts: not every provider takes those.
 */

import { z } from "zod";
import type { DiffFile } from "../lib/git/diff.ts";
import { cut } from "../lib/text/text.ts";
import { REVIEW_CATEGORIES, SEVERITIES } from "../schema/names.ts";
import type { Review } from "../schema/types.ts";
import { categoryOf, severityOf } from "./words.ts";

/** What a model says about a change. */
export type ModelReview = Pick<Review, "issues" | "strengths" | "summary">;

/** Reads leniently; the JSON Schema, which the model is shown, stays that of the strict type. */
const lenient = <Schema extends z.ZodType>(read: (value: unknown) => unknown, schema: Schema) =>
  z.preprocess(read, schema);

const isText = (value: unknown): value is string => typeof value === "string";

const textOrNull = lenient(
  (value) => isText(value) ? value.trim() || null : null,
  z.string().nullable(),
);

const texts = lenient(
  (value) =>
    (Array.isArray(value) ? value : []).filter(isText)
      .map((text) => text.trim()).filter((text) => text !== ""),
  z.array(z.string()),
);

const lineOrNull = lenient((value) => {
  const number = isText(value) ? Number.parseInt(value, 10) : value;
  return Number.isSafeInteger(number) && Number(number) >= 1 ? number : null;
}, z.number().nullable());

const issue = z.object({
  severity: lenient(
    (value) => isText(value) ? severityOf(value) ?? value : value,
    z.enum(SEVERITIES),
  ),
  category: lenient(
    (value) => isText(value) ? categoryOf(value) ?? value : value,
    z.enum(REVIEW_CATEGORIES),
  ),
  description: lenient(
    (value) => isText(value) ? value.trim() : value,
    z.string().refine((text) => text !== "", "Expected a text"),
  ).describe("What is wrong, in a sentence or two"),
  impact: textOrNull.describe("What follows from it"),
  recommendation: textOrNull.describe("What to do about it"),
  file: textOrNull.describe("The path as shown"),
  line: lineOrNull.describe("The number shown before the line"),
});

const review = z.object({
  issues: z.array(issue),
  strengths: texts.describe("What is good about the change, at most three"),
  summary: textOrNull.describe("The whole in a sentence or two"),
}).overwrite((value) => ({
  ...value,
  // Whatever it says of itself, it is not the floor.
  issues: value.issues.map((found) => ({ ...found, source: "model" as const })),
}));

/** The schema of a model's answer. */
export const modelReviewSchema: z.ZodType<ModelReview> = review as unknown as z.ZodType<
  ModelReview
>;

/** A model that rambles fills no disk. */
const MOST_TEXT = 4000;
const MOST_ISSUES = 100;
const MOST_STRENGTHS = 50;

/** A file is longer than what of it is shown; a line further off is made up. */
const LINES_BEYOND = 10_000;

/**
 * The answer as it may be kept. A model may have been told what to say by the change that it read:
 * what it says is bounded and scrubbed, and a place that it names must be one of the change.
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
  const text = (given: string): Promise<string> => scrub(cut(given, MOST_TEXT));
  const orNull = async (given: string | null): Promise<string | null> => given && await text(given);
  const checked: ModelReview = { issues: [], strengths: [], summary: await orNull(summary) };
  // One after the other: each is a whole round of the scrubber.
  for (const issue of issues.slice(0, MOST_ISSUES)) {
    const file = byPath.get(shown.get(issue.file ?? "") ?? issue.file ?? "");
    checked.issues.push({
      ...issue,
      description: await text(issue.description),
      impact: await orNull(issue.impact),
      recommendation: await orNull(issue.recommendation),
      file: file?.path ?? null,
      line: (issue.line ?? 0) > lastLine(file) + LINES_BEYOND ? null : issue.line,
    });
  }
  for (const strength of strengths.slice(0, MOST_STRENGTHS)) {
    checked.strengths.push(await text(strength));
  }
  return checked;
}

/** The last line that is shown of a file; without a file, no line is plausible. */
function lastLine(file: DiffFile | undefined): number {
  const lines = file?.hunks.flatMap((hunk) => hunk.lines) ?? [];
  return file === undefined ? -Infinity : lines.reduce((most, { line }) => Math.max(most, line), 0);
}
