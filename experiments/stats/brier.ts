/**
 * The Brier score and what it is made of (CORP: Dimitriadis, Gneiting and Jordan 2021).
 *
 * score = miscalibration - discrimination + uncertainty. Each part is computed by itself and none as
 * what is left of the others; discrimination and uncertainty cannot be negative, and miscalibration
 * only by rounding. Needs confidences that are probabilities; null without rows.
 *
 * @module
 */
import { isotonicFit } from "./pav.ts";
import { type RankedSample, requireProbabilities } from "./ranked_sample.ts";

/** A Brier score and its parts. */
interface BrierScore {
  /** The mean squared distance between confidence and outcome. */
  brier: number;
  /** What the best recalibration that keeps the order would save. */
  mcb: number;
  /** What that recalibration gains over always saying the base rate. */
  dsc: number;
  /** The score of always saying the base rate. */
  unc: number;
}

/** Scores a sample. */
export function brierScore(sample: RankedSample): BrierScore | null {
  requireProbabilities(sample);
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
