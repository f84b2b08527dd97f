/** The headings that a review has, by what stands under them. */

import { withoutPictures } from "./header.ts";

const TITLES = new Map<string, "strengths" | "summary" | "issues">([
  ["strengths", "strengths"],
  ["what went well", "strengths"],
  ["issues", "issues"],
  ["issues found", "issues"],
  ["issues identified", "issues"],
  ["findings", "issues"],
  ["problems", "issues"],
  ["summary", "summary"],
  ["overall assessment", "summary"],
]);

/** What a heading's title begins; null if it is none of a review's. */
export function sectionOf(title: string): "strengths" | "summary" | "issues" | null {
  if (title.length > 100) return null;
  const words = withoutPictures(title).replace(/[*_:]/g, "").replace(/\(\d{1,4}\)$/, "");
  return TITLES.get(words.trim().toLowerCase()) ?? null;
}
