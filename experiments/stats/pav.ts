/**
 * Isotonic regression by pooling adjacent violators: the best recalibration that keeps the order.
 *
 * Promises shares that never fall as confidence rises, equal within ties, with the sample's own
 * mean. Blocks are compared as whole-number fractions, so that equal shares are one block however
 * large the sample. Linear time.
 *
 * @module
 */
import type { RankedSample } from "./ranked_sample.ts";

/** The blocks of equal recalibrated share, by ascending confidence. */
interface IsotonicFit {
  /** Per block, the index in the sample's `values` just past its last value. */
  readonly ends: Uint32Array;
  /** Per block, its rows. */
  readonly counts: Float64Array;
  /** Per block, how many of its rows were right; the share is hits / counts. */
  readonly hits: Float64Array;
}

/** Recalibrates a sample. */
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
