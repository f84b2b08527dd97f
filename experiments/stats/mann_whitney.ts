/**
 * Could the ranking be chance? The two-sided p-value of the area under the ROC curve.
 *
 * Up to `EXACT_LIMIT` rows the permutation distribution is counted out, ties and all; beyond it the
 * tie-corrected normal approximation is used, with the correction for continuity that R and scipy
 * apply unless told otherwise. "Two-sided" is: at least as far from the middle, on either side. No
 * resampling. With one class there is nothing to ask, and the answer is null.
 *
 * @module
 */
import { doubledU, greatestCommonDivisor } from "./auc.ts";
import { normalUpperTail } from "./normal.ts";
import type { RankedSample } from "./ranked_sample.ts";

/** The most rows whose permutations are counted out. */
const EXACT_LIMIT = 260;

/** The p-value by the method that fits the number of rows. */
export function aucPValue(sample: RankedSample): number | null {
  return sample.n <= EXACT_LIMIT ? exactPValue(sample) : normalPValue(sample);
}

/** How the normal approximation is made. */
interface NormalPValueOptions {
  /**
   * Whether to move half a rank towards the middle.
   *
   * @default {true}
   */
  continuity?: boolean;
}

/** The tie-corrected normal approximation; 1 if all confidences are equal. */
export function normalPValue(
  sample: RankedSample,
  { continuity = true }: NormalPValueOptions = {},
): number | null {
  const { n, positives, negatives, counts } = sample;
  if (positives === 0 || negatives === 0) return null;
  if (counts.length === 1) return 1;
  const pairs = positives * negatives;
  const distance = Math.abs(doubledU(sample) - pairs) / 2 - (continuity ? 0.5 : 0);
  let ties = 0;
  for (let group = 0; group < counts.length; group++) {
    const size = counts[group]!;
    ties += size * (size * size - 1);
  }
  const deviation = Math.sqrt(pairs / 12 * (n + 1 - ties / (n * (n - 1))));
  return Math.min(1, 2 * normalUpperTail(distance / deviation));
}

/**
 * The exact conditional p-value: of all ways to give the smaller class its places, the share whose
 * doubled rank sum is as far from the middle as the observed one. The comparison is between whole
 * numbers; the counts are doubles, exact to 2^53 and good to 1e-13 beyond. Ranks are counted in the
 * largest step that they share: without ties that halves the tables, with few levels it does more.
 */
export function exactPValue(sample: RankedSample): number | null {
  const { n, positives, negatives, counts, hits } = sample;
  if (positives === 0 || negatives === 0) return null;
  const chosen = Math.min(positives, negatives);
  const ranks = doubledMidranks(counts, n);
  let observed = 0;
  for (let group = 0, start = 0; group < counts.length; start += counts[group++]!) {
    const size = positives <= negatives ? hits[group]! : counts[group]! - hits[group]!;
    observed += size * ranks[start]!;
  }
  const middle = chosen * (n + 1);
  const first = ranks[0]!;
  const shared = ranks.reduce((step, rank) => greatestCommonDivisor(step, rank - first), 0);
  const step = Math.max(1, shared);
  const { ways, lowest } = rankSums(ranks.map((rank) => (rank - first) / step), chosen);
  let all = 0;
  let asFar = 0;
  for (let offset = 0; offset < ways.length; offset++) {
    const sum = (lowest + offset) * step + chosen * first;
    all += ways[offset]!;
    if (Math.abs(sum - middle) >= Math.abs(observed - middle)) asFar += ways[offset]!;
  }
  return asFar / all;
}

function doubledMidranks(counts: Uint32Array, n: number): Uint32Array {
  const ranks = new Uint32Array(n);
  for (let group = 0, start = 0; group < counts.length; start += counts[group++]!) {
    ranks.fill(2 * start + counts[group]! + 1, start, start + counts[group]!);
  }
  return ranks;
}

/**
 * In how many ways `chosen` of the ascending ranks add up to each sum, from the lowest sum on.
 *
 * ways[k] counts the choices of k among the ranks seen so far, by how much their sum exceeds that of
 * the k lowest ranks. Taking one more rank moves a choice of k - 1 up by that rank's distance from
 * the k-th lowest, so the tables stay as short as the sums are spread.
 */
function rankSums(
  ranks: Uint32Array,
  chosen: number,
): { ways: Float64Array; lowest: number } {
  const n = ranks.length;
  const upTo = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) upTo[i + 1] = upTo[i]! + ranks[i]!;
  const spread = (seen: number, k: number): number => upTo[seen]! - upTo[seen - k]! - upTo[k]!;
  const ways = Array.from({ length: chosen + 1 }, (_, k) => new Float64Array(spread(n, k) + 1));
  ways[0]![0] = 1;
  for (let seen = 0; seen < n; seen++) {
    // Fewer than this could not grow to `chosen` with the ranks that are left.
    const fewest = Math.max(1, chosen - (n - seen - 1));
    for (let k = Math.min(chosen, seen + 1); k >= fewest; k--) {
      const source = ways[k - 1]!;
      const target = ways[k]!;
      const shift = ranks[seen]! - ranks[k - 1]!;
      const last = spread(seen, k - 1);
      for (let sum = 0; sum <= last; sum++) target[sum + shift]! += source[sum]!;
    }
  }
  return { ways: ways[chosen]!, lowest: upTo[chosen]! };
}
