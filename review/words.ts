/** The words for severities and categories, in every spelling that is understood. */

import {
  REVIEW_CATEGORIES,
  type ReviewCategory,
  SEVERITIES,
  type Severity,
} from "../schema/names.ts";

/** Spellings beside the names themselves, as {@linkcode key} writes them. */
const SPELLINGS: Readonly<Record<ReviewCategory, readonly string[]>> = {
  SECURITY: [],
  QUALITY: ["codequality"],
  TESTING: ["test", "tests"],
  PERFORMANCE: ["perf"],
  TECHNICAL_DEBT: ["techdebt", "debt"],
};

/** A word without its case and its joints: `technicalDebt`, `Technical debt`, `TECHNICAL_DEBT`. */
function key(word: string): string {
  return word.replace(/[\s_-]+/g, "").toLowerCase();
}

// Maps and no objects: a word may be `constructor`.
const SEVERITY_BY_KEY = new Map<string, Severity>(
  SEVERITIES.map((severity) => [key(severity), severity]),
);

const CATEGORY_BY_KEY = new Map<string, ReviewCategory>(
  REVIEW_CATEGORIES.flatMap((category) =>
    [key(category), ...SPELLINGS[category]].map((word) => [word, category] as const)
  ),
);

/** A longer text is no word, and not worth looking at. */
const LONGEST = 40;

/** The severity that a word means; null if none. */
export function severityOf(word: string): Severity | null {
  return word.length > LONGEST ? null : SEVERITY_BY_KEY.get(key(word.trim())) ?? null;
}

/** The category that a word means; null if none. */
export function categoryOf(word: string): ReviewCategory | null {
  return word.length > LONGEST ? null : CATEGORY_BY_KEY.get(key(word.trim())) ?? null;
}
