/**
 * Confidences with their outcomes, sorted once and shared by all measures.
 *
 * A sample is kept by tie: one entry per different confidence, with how many rows have it and how
 * many of those were right. Ties are exact equality of doubles (0 and -0 are equal). The outcomes
 * are kept in sorted order too, stable within ties, for the one measure that cuts through ties.
 * Typed arrays only, no object per row: ten million rows stay in the hundreds of megabytes.
 *
 * Refuses confidences that are not finite and outcomes other than 0 and 1. Does not ask that a
 * confidence is a probability: ranks do not care, and the measures that do care ask.
 *
 * @module
 */
import { type GroupedRows, groupFewValues } from "./few_values.ts";
import { radixSort } from "./radix_sort.ts";
import { spreadSort } from "./spread_sort.ts";

/** A sample by ascending confidence. All arrays are shared: read, do not write. */
export interface RankedSample {
  /** Rows. */
  readonly n: number;
  /** Rows that were right. */
  readonly positives: number;
  /** Rows that were wrong. */
  readonly negatives: number;
  /** The different confidences, ascending. */
  readonly values: Float64Array;
  /** Per value, how many rows have it. */
  readonly counts: Uint32Array;
  /** Per value, how many of its rows were right. */
  readonly hits: Uint32Array;
  /** The outcome of every row, by ascending confidence, ties in the order of the input. */
  readonly labels: Uint8Array;
}

/** Sorts and groups a sample; the arrays given are left as they were. */
export function rankSample(confidences: Float64Array, outcomes: Uint8Array): RankedSample {
  const n = confidences.length;
  if (outcomes.length !== n) {
    throw new RangeError(`Cannot pair "${n}" confidences with "${outcomes.length}" outcomes`);
  }
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(confidences[i]!)) {
      throw new RangeError(`Cannot rank confidence "${confidences[i]}": expected a finite number`);
    }
    if (outcomes[i]! > 1) {
      throw new RangeError(`Cannot use outcome "${outcomes[i]}": expected 0 or 1`);
    }
  }
  const groups = groupFewValues(confidences, outcomes) ?? groupSorted(confidences, outcomes);
  let positives = 0;
  for (let group = 0; group < groups.hits.length; group++) positives += groups.hits[group]!;
  return { n, positives, negatives: n - positives, ...groups };
}

/** The long way, for any number of different values. */
function groupSorted(confidences: Float64Array, outcomes: Uint8Array): GroupedRows {
  const { keys, labels } = spreadSort(confidences, outcomes) ?? radixSort(confidences, outcomes);
  const n = keys.length;
  let groups = 0;
  for (let i = 0; i < n; i++) if (i === 0 || keys[i] !== keys[i - 1]) groups++;
  const values = new Float64Array(groups);
  const counts = new Uint32Array(groups);
  const hits = new Uint32Array(groups);
  for (let i = 0, group = -1; i < n; i++) {
    if (i === 0 || keys[i] !== keys[i - 1]) values[++group] = keys[i]!;
    counts[group]!++;
    hits[group]! += labels[i]!;
  }
  return { values, counts, hits, labels };
}

/** The rows with at least this confidence: a view, nothing is copied. */
export function atLeast(sample: RankedSample, threshold: number): RankedSample {
  let low = 0;
  let high = sample.values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sample.values[middle]! >= threshold) high = middle;
    else low = middle + 1;
  }
  const counts = sample.counts.subarray(low);
  const hits = sample.hits.subarray(low);
  let n = 0;
  let positives = 0;
  for (let group = 0; group < counts.length; group++) {
    n += counts[group]!;
    positives += hits[group]!;
  }
  const values = sample.values.subarray(low);
  const labels = sample.labels.subarray(sample.n - n);
  return { n, positives, negatives: n - positives, values, counts, hits, labels };
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

/** Throws unless every confidence is a probability, for measures that compare it with a share. */
export function requireProbabilities({ n, values }: RankedSample): void {
  if (n === 0) return;
  for (const end of [values[0]!, values[values.length - 1]!]) {
    if (!(end >= 0 && end <= 1)) {
      throw new RangeError(`Cannot read confidence "${end}" as a probability: expected 0 to 1`);
    }
  }
}
