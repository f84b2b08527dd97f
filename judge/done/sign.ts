/** What a line of an output may say about the check that printed it. */

/** What a line says about its run. */
export type Says =
  /** It counts, the number first: `3 passed, 1 failed`; or the pattern's groups are the counts. */
  | "counts"
  /** It counts, the word first: `Failures: 3, Errors: 0`. */
  | "word_counts"
  /** It counts, and the suites around it count the same tests again: the largest number holds. */
  | "nested_counts"
  /** One test. */
  | "each_passed"
  | "each_failed"
  /** The run failed, whatever else stands in the output. */
  | "failed"
  /** Something broke. A summary without failures knows better: tests print such lines too. */
  | "broke"
  | "passed"
  /** The program ended well, which says nothing if it ran no test. */
  | "ended_well"
  /** No test was run. */
  | "nothing";

/**
 * A line that tells: whose it is (`any`: many print it), what it says, and how it looks. Patterns
 * begin at the beginning of a line and are tried on short lines only. Runners change their layout
 * between versions: a row accepts all that were seen.
 */
export type Sign = readonly [runners: string, says: Says, line: RegExp];

/** Programs that start others and fail with them: their word is final for every kind. */
export const STARTERS: ReadonlySet<string> = new Set(["npm", "make", "turbo", "nx"]);

/** Whose line it is where another kind of check than the one that is read printed it. */
export const FOREIGN = "foreign";
