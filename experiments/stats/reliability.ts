/**
 * Whether confidence can be taken at its word: the Brier score and its parts, the best recalibration,
 * and the calibration error by bins. All need confidences that are probabilities.
 */

import type { RankedSample } from "./ranked_sample.ts";

/**
 * A Brier score and its parts (CORP: Dimitriadis, Gneiting and Jordan 2021):
 * brier = mcb - dsc + unc. Each part is computed by itself, none as what is left of the others.
 */
interface BrierScore {
  /** The mean squared distance between confidence and outcome. */
  readonly brier: number;
  /** Miscalibration: what the best recalibration that keeps the order would save. */
  readonly mcb: number;
  /** Discrimination: what that recalibration gains over always saying the base rate. */
  readonly dsc: number;
  /** Uncertainty: the score of always saying the base rate. */
  readonly unc: number;
}

/** Scores a sample; null without rows. */
export function brierScore(sample: RankedSample): BrierScore | null {
  const { n, positives, negatives, values, counts, hits } = sample;
  if (n === 0) return null;
  const fit = isotonicFit(sample);
  const rate = positives / n;
  let score = 0;
  let miscalibration = 0;
  let discrimination = 0;
  for (let block = 0, group = 0; block < fit.ends.length; block++) {
    const share = fit.hits[block]! / fit.counts[block]!;
    discrimination += fit.counts[block]! * (share - rate) ** 2;
    for (; group < fit.ends[block]!; group++) {
      const value = values[group]!;
      const count = counts[group]!;
      const right = hits[group]!;
      const move = value - share;
      score += right * (1 - value) ** 2 + (count - right) * value ** 2;
      miscalibration += move * (count * move + 2 * (count * share - right));
    }
  }
  return {
    brier: score / n,
    mcb: miscalibration / n,
    dsc: discrimination / n,
    unc: rate * (negatives / n),
  };
}

/** The blocks of equal recalibrated share, by ascending confidence. */
interface IsotonicFit {
  /** Per block, the index in the sample's `values` just past its last value. */
  readonly ends: Uint32Array;
  /** Per block, its rows. */
  readonly counts: Float64Array;
  /** Per block, how many of its rows were right; the share is hits / counts. */
  readonly hits: Float64Array;
}

/**
 * The best recalibration that keeps the order: isotonic regression by pooling adjacent violators.
 * Blocks are compared as whole-number fractions, so that equal shares are one block.
 */
export function isotonicFit(sample: RankedSample): IsotonicFit {
  const size = sample.values.length;
  const ends = new Uint32Array(size);
  const counts = new Float64Array(size);
  const hits = new Float64Array(size);
  let blocks = 0;
  for (let group = 0; group < size; group++) {
    ends[blocks] = group + 1;
    counts[blocks] = sample.counts[group]!;
    hits[blocks] = sample.hits[group]!;
    blocks++;
    while (
      blocks > 1 &&
      hits[blocks - 2]! * counts[blocks - 1]! >= hits[blocks - 1]! * counts[blocks - 2]!
    ) {
      blocks--;
      ends[blocks - 1] = ends[blocks]!;
      counts[blocks - 1]! += counts[blocks]!;
      hits[blocks - 1]! += hits[blocks]!;
    }
  }
  return {
    ends: ends.slice(0, blocks),
    counts: counts.slice(0, blocks),
    hits: hits.slice(0, blocks),
  };
}

/** How many bins the calibration error looks at. */
const BINS = 10;

/** What fell into a bin. */
interface CalibrationBin {
  /** Which bin, from 0. */
  index: number;
  /** Its rows. */
  n: number;
  /** Their mean confidence. */
  confidence: number;
  /** The share that was right. */
  accuracy: number;
}

function finish(index: number, n: number, sum: number, right: number): CalibrationBin {
  return { index, n, confidence: sum / n, accuracy: right / n };
}

/**
 * Bins of equal width, closed on the right: (k/10, (k+1)/10], and 0 in the first. Empty bins are left
 * out.
 */
export function equalWidthBins(sample: RankedSample): CalibrationBin[] {
  const { values, counts, hits } = sample;
  const result: CalibrationBin[] = [];
  for (let index = 0, group = 0; index < BINS && group < values.length; index++) {
    let n = 0;
    let sum = 0;
    let right = 0;
    for (; group < values.length && values[group]! <= (index + 1) / BINS; group++) {
      n += counts[group]!;
      sum += counts[group]! * values[group]!;
      right += hits[group]!;
    }
    if (n > 0) result.push(finish(index, n, sum, right));
  }
  return result;
}

/**
 * Bins of equal mass: the stably sorted rows in parts whose sizes differ by one at most. They cut
 * through ties, so they depend on the order of the rows.
 */
export function equalMassBins(sample: RankedSample): CalibrationBin[] {
  const { n: rows, values, counts, labels } = sample;
  const result: CalibrationBin[] = [];
  for (let index = 0, row = 0, group = -1, left = 0; index < BINS && row < rows; index++) {
    const n = Math.floor(rows / BINS) + (index < rows % BINS ? 1 : 0);
    let sum = 0;
    let right = 0;
    for (const end = row + n; row < end; row++) {
      if (left === 0) left = counts[++group]!;
      left--;
      sum += values[group]!;
      right += labels[row]!;
    }
    result.push(finish(index, n, sum, right));
  }
  return result;
}

/** The mean distance between confidence and accuracy, weighted by rows; null without rows. */
export function calibrationError(bins: readonly CalibrationBin[]): number | null {
  let rows = 0;
  let error = 0;
  for (const { n, confidence, accuracy } of bins) {
    rows += n;
    error += n * Math.abs(confidence - accuracy);
  }
  return rows === 0 ? null : error / rows;
}
