/**
 * The expected calibration error: how far confidence and success are apart, bin by bin.
 *
 * Two ways to cut: bins of equal width, closed on the right ((k/10, (k+1)/10], 0 in the first; the
 * edges are the doubles k/10), and bins of equal mass, which cut the stably sorted rows into parts
 * whose sizes differ by one at most, the larger first. The latter cuts through ties, so it depends
 * on the order of the rows: a property of the measure, not of this code. Empty bins are left out.
 * Needs confidences that are probabilities; null without rows.
 *
 * @module
 */
import { type RankedSample, requireProbabilities } from "./ranked_sample.ts";

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

/** Bins of equal width, for the error and for a reliability diagram. */
export function equalWidthBins(sample: RankedSample, bins: number = 10): CalibrationBin[] {
  requireProbabilities(sample);
  const { values, counts, hits } = sample;
  const result: CalibrationBin[] = [];
  for (let index = 0, group = 0; index < bins && group < values.length; index++) {
    let n = 0;
    let sum = 0;
    let right = 0;
    for (; group < values.length && values[group]! <= (index + 1) / bins; group++) {
      n += counts[group]!;
      sum += counts[group]! * values[group]!;
      right += hits[group]!;
    }
    if (n > 0) result.push(finish(index, n, sum, right));
  }
  return result;
}

/** Bins of equal mass. */
export function equalMassBins(sample: RankedSample, bins: number = 10): CalibrationBin[] {
  requireProbabilities(sample);
  const { n: rows, values, counts, labels } = sample;
  const result: CalibrationBin[] = [];
  for (let index = 0, row = 0, group = -1, left = 0; index < bins && row < rows; index++) {
    const n = Math.floor(rows / bins) + (index < rows % bins ? 1 : 0);
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
