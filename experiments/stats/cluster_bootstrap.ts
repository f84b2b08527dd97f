/**
 * How sure the area under the ROC curve is when rows come in clusters, such as sessions.
 *
 * Rows of one session resemble each other, so that a hundred rows of one session say less than a
 * hundred sessions. Draws whole clusters with replacement, as many as there are, and takes the
 * middle 95 % of the areas. The same seed gives the same interval.
 */

import { doubledU } from "./auc.ts";
import type { Interval } from "./normal.ts";
import { seededRandom } from "./random.ts";
import { firstAtLeast, type RankedSample } from "./ranked_sample.ts";

/** Rows and their clusters. */
interface ClusteredRows {
  readonly confidences: Float64Array;
  /** 1 where the row was right. */
  readonly outcomes: Uint8Array;
  /** Per row, the number of its cluster, from 0. */
  readonly clusters: Uint32Array;
  readonly clusterCount: number;
  /** The same rows, ranked. */
  readonly sample: RankedSample;
}

/** How to resample. */
interface BootstrapOptions {
  readonly seed: number;
  /** @default {1000} */
  readonly resamples?: number;
  /** Told before each resample how many are done. */
  readonly progress?: (done: number) => void;
}

/** What came of it. */
export interface ClusterBootstrap {
  readonly clusters: number;
  readonly resamples: number;
  /** Resamples without a right or without a wrong row, which have no area. */
  readonly undefinedResamples: number;
  /** The middle 95 % of the areas; null with fewer than two clusters, or if most have no area. */
  readonly interval: Interval | null;
}

/** Resamples by cluster. */
export function bootstrapByCluster(
  rows: ClusteredRows,
  { seed, resamples = 1000, progress }: BootstrapOptions,
): ClusterBootstrap {
  const { outcomes, clusters, clusterCount, sample } = rows;
  const random = seededRandom(seed);
  const groups = Uint32Array.from(rows.confidences, (one) => firstAtLeast(sample.values, one));
  const weights = new Uint32Array(clusterCount);
  const counts = new Uint32Array(sample.values.length);
  const hits = new Uint32Array(sample.values.length);
  const areas: number[] = [];
  for (let done = 0; clusterCount > 1 && done < resamples; done++) {
    progress?.(done);
    weights.fill(0);
    for (let draw = 0; draw < clusterCount; draw++) weights[random.below(clusterCount)]!++;
    counts.fill(0);
    hits.fill(0);
    let n = 0;
    let positives = 0;
    for (let row = 0; row < groups.length; row++) {
      const weight = weights[clusters[row]!]!;
      if (weight === 0) continue;
      const right = weight * outcomes[row]!;
      counts[groups[row]!]! += weight;
      hits[groups[row]!]! += right;
      n += weight;
      positives += right;
    }
    const negatives = n - positives;
    if (positives === 0 || negatives === 0) continue;
    const drawn = { ...sample, n, positives, negatives, counts, hits };
    areas.push(doubledU(drawn) / (2 * positives * negatives));
  }
  areas.sort((a, b) => a - b);
  return {
    clusters: clusterCount,
    resamples,
    undefinedResamples: clusterCount > 1 ? resamples - areas.length : 0,
    interval: 2 * areas.length < resamples || areas.length === 0
      ? null
      : [quantile(areas, 0.025), quantile(areas, 0.975)],
  };
}

/** Between the two nearest of an ascending list, in proportion. */
function quantile(ascending: readonly number[], share: number): number {
  const place = share * (ascending.length - 1);
  const below = ascending[Math.floor(place)]!;
  const above = ascending[Math.ceil(place)]!;
  return below + (place % 1) * (above - below);
}
