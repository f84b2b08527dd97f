/**
 * What a model must answer about a change. Forgiving where models slip (the case of a word, a key
 * too many, a number as text, nothing where null was meant), strict about what a finding is: one of
 * an unknown severity or category is refused, so that the model is asked again.
 *
 * Its JSON Schema has no bounds on numbers and texts: not every provider takes those.
 */

import { z } from "zod";
import { REVIEW_CATEGORIES, SEVERITIES } from "../schema/names.ts";
import type { ReviewIssue } from "../schema/types.ts";
import { categoryOf, severityOf } from "./words.ts";
import { shortened } from "../lib/text/text.ts";

/** What a model says about a change. */
export interface ModelReview {
  issues: ReviewIssue[];
  strengths: string[];
  summary: string | null;
}

/**
 * Longer texts are cut, and further ones dropped: a model that rambles fills no disk. It is more than
 * the record keeps, so that the cut which stays is the one between words.
 */
const MAX_TEXT = 4500;
const MAX_ITEMS = 100;

/** Reads leniently; the JSON Schema, which the model is shown, stays that of the strict type. */
const lenient = <Schema extends z.ZodType>(read: (value: unknown) => unknown, schema: Schema) =>
  z.preprocess(read, schema);

const cut = (text: string): string => shortened(text, MAX_TEXT);

const textOrNull = lenient(
  (value) => typeof value === "string" && value.trim() !== "" ? cut(value.trim()) : null,
  z.string().nullable(),
);

const texts = lenient(
  (value) =>
    (Array.isArray(value) ? value : [])
      .filter((item) => typeof item === "string" && item.trim() !== "")
      .slice(0, MAX_ITEMS).map((item) => cut(item.trim())),
  z.array(z.string()),
);

const lineOrNull = lenient((value) => {
  const number = typeof value === "string" ? Number.parseInt(value, 10) : value;
  return Number.isSafeInteger(number) && Number(number) >= 1 ? number : null;
}, z.number().nullable());

const issue = z.object({
  severity: lenient(
    (value) => typeof value === "string" ? severityOf(value) ?? value : value,
    z.enum(SEVERITIES),
  ),
  category: lenient(
    (value) => typeof value === "string" ? categoryOf(value) ?? value : value,
    z.enum(REVIEW_CATEGORIES),
  ),
  description: lenient(
    (value) => typeof value === "string" ? cut(value.trim()) : value,
    z.string().refine((text) => text !== "", "Expected a text"),
  ).describe("What is wrong, in a sentence or two"),
  impact: textOrNull.describe("What follows from it"),
  recommendation: textOrNull.describe("What to do about it"),
  file: textOrNull.describe("The path as shown"),
  line: lineOrNull.describe("The number shown before the line"),
});

const review = z.object({
  issues: lenient(
    (value) => Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value,
    z.array(issue),
  ),
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
