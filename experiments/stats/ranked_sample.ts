/**
 * Confidences with their outcomes, sorted once and shared by all measures.
 *
 * A sample is kept by tie: one entry per different confidence, with how many rows have it and how
 * many of those were right. Ties are exact equality of doubles (0 and -0 are equal).
 */

import { type GroupedRows, groupRows } from "./sort.ts";

/** A sample by ascending confidence. All arrays are shared: read, do not write. */
export interface RankedSample extends GroupedRows {
  /** Rows. */
  readonly n: number;
  /** Rows that were right. */
  readonly positives: number;
  /** Rows that were wrong. */
  readonly negatives: number;
}

/** Sorts and groups finite confidences with outcomes of 0 and 1; the arrays are left as they were. */
export function rankSample(confidences: Float64Array, outcomes: Uint8Array): RankedSample {
  const groups = groupRows(confidences, outcomes);
  return { ...sizesOf(groups), ...groups };
}

/** The rows with at least this confidence: a view, nothing is copied. */
export function atLeast(sample: RankedSample, threshold: number): RankedSample {
  const low = firstAtLeast(sample.values, threshold);
  const counts = sample.counts.subarray(low);
  const hits = sample.hits.subarray(low);
  const sizes = sizesOf({ counts, hits });
  const values = sample.values.subarray(low);
  const labels = sample.labels.subarray(sample.n - sizes.n);
  return { ...sizes, values, counts, hits, labels };
}

function sizesOf({ counts, hits }: Pick<GroupedRows, "counts" | "hits">) {
  let n = 0;
  let positives = 0;
  for (let group = 0; group < counts.length; group++) {
    n += counts[group]!;
    positives += hits[group]!;
  }
  return { n, positives, negatives: n - positives };
}

/** Where the first value of an ascending list stands that is not under a bound. */
export function firstAtLeast(ascending: Float64Array, bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! >= bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The share of rows that were right; null without rows. */
export function baseRate({ n, positives }: RankedSample): number | null {
  return n === 0 ? null : positives / n;
}

/** The mean confidence; null without rows. */
export function meanConfidence({ n, values, counts }: RankedSample): number | null {
  let sum = 0;
  for (let group = 0; group < values.length; group++) sum += values[group]! * counts[group]!;
  return n === 0 ? null : sum / n;
}
