/** A layer as people write it, in the form in which the tables have it. */

/** Longer values name no layer. */
const LONGEST = 300;

/**
 * The word that a value is, without Markdown's marks, with `_` for blanks and hyphens, and without
 * what a parenthesis behind it explains: `test harness (the mock)` is `test_harness`.
 */
export function layerWord(value: string): string {
  return value.slice(0, LONGEST).replaceAll(/[`"'*]/g, "").trim()
    .replace(/\s{0,4}\([^()]*\)[.,]?$/, "").replace(/\.$/, "").trim().replaceAll(/[ -]+/g, "_");
}
