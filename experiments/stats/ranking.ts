/**
 * What the order by confidence is worth: precision at the top, risk by coverage.
 *
 * Where ties leave the order open, the figure is its expectation over all orders; nothing depends on
 * the order of the rows. Null where undefined: without rows, or without a success to compare with.
 *
 * @module
 */
import type { RankedSample } from "./ranked_sample.ts";

/** Average precision: the step-wise area under precision and recall, ties as one step. */
export function averagePrecision(sample: RankedSample): number | null {
  const { positives, counts, hits } = sample;
  if (positives === 0) return null;
  let rows = 0;
  let right = 0;
  let sum = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    rows += counts[group]!;
    right += hits[group]!;
    sum += hits[group]! * (right / rows);
  }
  return sum / positives;
}

/**
 * The area under the risk–coverage curve: the mean, over k = 1 to n, of the share of errors among
 * the k most confident rows. Smaller is better.
 */
export function areaUnderRiskCoverage(sample: RankedSample): number | null {
  const { n, counts, hits } = sample;
  if (n === 0) return null;
  let rows = 0;
  let wrong = 0;
  let sum = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    const count = counts[group]!;
    const share = (count - hits[group]!) / count;
    for (let k = 1; k <= count; k++) sum += (wrong + share * k) / (rows + k);
    rows += count;
    wrong += count - hits[group]!;
  }
  return sum / n;
}

/** The most confident rows against all. */
interface Lift {
  /** How many rows: the percentage, rounded up. */
  k: number;
  /** The expected share of them that was right. */
  precision: number;
  /** That share divided by the base rate. */
  lift: number;
}

/** The lift of the most confident `percent` of the rows, as a ratio. */
export function liftAt(sample: RankedSample, percent: number): Lift | null {
  if (!(percent > 0 && percent <= 100)) {
    throw new RangeError(
      `Cannot take the top "${percent}" percent: expected more than 0, up to 100`,
    );
  }
  const { n, positives, counts, hits } = sample;
  if (positives === 0) return null;
  const k = Math.ceil(percent * n / 100);
  let rows = 0;
  let right = 0;
  for (let group = counts.length - 1; group >= 0 && rows < k; group--) {
    const taken = Math.min(counts[group]!, k - rows);
    right += taken === counts[group]! ? hits[group]! : taken * (hits[group]! / counts[group]!);
    rows += taken;
  }
  return { k, precision: right / k, lift: right / k / (positives / n) };
}
