import assert from "node:assert/strict";
import { bootstrapByCluster } from "../../../experiments/stats/cluster_bootstrap.ts";
import { aucInterval, estimateAuc } from "../../../experiments/stats/auc.ts";
import { seededRandom } from "../../../experiments/stats/random.ts";
import { rankSample } from "../../../experiments/stats/ranked_sample.ts";

/** Rows whose confidence is worth something, `copies` of each in one cluster. */
function rows(clusterCount: number, copies: number) {
  const random = seededRandom(7);
  const confidences = new Float64Array(clusterCount * copies);
  const outcomes = new Uint8Array(clusterCount * copies);
  const clusters = Uint32Array.from(confidences, (_, row) => Math.floor(row / copies));
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    const confidence = random.below(21) / 20;
    const right = random.unit() < confidence ? 1 : 0;
    confidences.fill(confidence, cluster * copies, (cluster + 1) * copies);
    outcomes.fill(right, cluster * copies, (cluster + 1) * copies);
  }
  const sample = rankSample(confidences, outcomes);
  return { confidences, outcomes, clusters, clusterCount, sample };
}

const width = (interval: readonly [number, number] | null) => interval![1] - interval![0];

Deno.test("with one row a cluster the interval is about DeLong's", () => {
  const data = rows(400, 1);
  const { interval, resamples, undefinedResamples } = bootstrapByCluster(data, { seed: 1 });
  const delong = aucInterval(estimateAuc(data.sample))!;
  assert.ok(Math.abs(interval![0] - delong[0]) < 0.02 && Math.abs(interval![1] - delong[1]) < 0.02);
  assert.deepEqual([resamples, undefinedResamples], [1000, 0]);
});

Deno.test("copies within a cluster tell nothing new, and the interval knows", () => {
  const single = rows(400, 1);
  const copied = rows(400, 9);
  assert.deepEqual(
    bootstrapByCluster(copied, { seed: 1 }),
    bootstrapByCluster(single, { seed: 1 }),
  );
  const naive = aucInterval(estimateAuc(copied.sample));
  assert.ok(width(bootstrapByCluster(copied, { seed: 1 }).interval) > 2 * width(naive));
});

Deno.test("the seed decides, and nothing else", () => {
  const data = rows(50, 2);
  const once = bootstrapByCluster(data, { seed: 3, resamples: 200 });
  assert.deepEqual(bootstrapByCluster(data, { seed: 3, resamples: 200, progress: () => {} }), once);
  assert.notDeepEqual(bootstrapByCluster(data, { seed: 4, resamples: 200 }), once);
});

Deno.test("one cluster, no rows and one class have no interval", () => {
  assert.equal(bootstrapByCluster(rows(1, 5), { seed: 1 }).interval, null);
  assert.equal(bootstrapByCluster(rows(0, 1), { seed: 1 }).interval, null);
  const data = rows(10, 1);
  const outcomes = new Uint8Array(10).fill(1);
  const right = { ...data, outcomes, sample: rankSample(data.confidences, outcomes) };
  const { interval, undefinedResamples } = bootstrapByCluster(right, { seed: 1, resamples: 10 });
  assert.deepEqual([interval, undefinedResamples], [null, 10]);
});
