// Reviews in markdown for the tests: whole records, and pages put together from pieces.

import fc from "fast-check";
import { blankReview } from "../../review/run_review.ts";
import { REVIEW_CATEGORIES, SEVERITIES } from "../../schema/names.ts";
import type { Review, ReviewIssue } from "../../schema/types.ts";

/** Pieces that a text could be mistaken for something by, parted by `;`. */
const TRAPS =
  ("# Title;## Issues;**HIGH (SECURITY)**;- ❌ more;- ✅ fine;```;~~~ts;---;**Impact**: x;" +
    "Impact: x;**Source**: floor;**Location**: `a:1`;Summary;\\;\\\\;; ;  indented;\t;1. one;> quote;" +
    "[LOW] [TESTING] x;\\# x;**Effort**: 2;\r;\0;\u2028;❌\uFE0F;__proto__;constructor;`;" +
    "low (perf): x;* * *").split(";");

const piece = fc.oneof(
  fc.constantFrom(...TRAPS),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("The", "query", "is", "concatenated"),
);

/** Any text that says something. */
export const texts: fc.Arbitrary<string> = fc.array(piece, { minLength: 1, maxLength: 5 })
  .chain((pieces) => fc.constantFrom("\n", " ", "").map((joint) => pieces.join(joint)))
  .filter((text) => /[\p{L}\p{N}]/u.test(text));

const files = fc.oneof(
  fc.constantFrom(
    ..."src/a.ts;a:12;a:;:;x y.ts;a`b;`;``;C:\\a.ts;a:1-2;a:1:2;a#L3;a#L3-L4;.".split(";"),
  ),
  fc.constantFrom("[a:1](a#L1)"),
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
);

/** Any finding. */
export const issues: fc.Arbitrary<ReviewIssue> = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  category: fc.constantFrom(...REVIEW_CATEGORIES),
  description: texts,
  impact: fc.option(texts),
  recommendation: fc.option(texts),
  file: fc.option(files),
  line: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
  source: fc.constantFrom("floor", "model"),
}, { noNullPrototype: true });

/** A record with these findings. */
export function reviewOf(parts: Partial<Review>): Review {
  const header = {
    ...{ task_ref: "shop/main", agent: "unknown", session_id: "s-1", repo: "shop" },
    ...{ timestamp: "2026-01-31T12:00:00.000Z", prompt_id: null, head: null, diff_hash: null },
  };
  return { ...blankReview(header, "standard"), duration_ms: 1200, ...parts };
}
