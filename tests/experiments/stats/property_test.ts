import fc from "fast-check";
import assert from "node:assert/strict";
import {
  aucInterval,
  aucPValue,
  estimateAuc,
  exactPValue,
  normalPValue,
} from "../../../experiments/stats/auc.ts";
import { bootstrapByCluster } from "../../../experiments/stats/cluster_bootstrap.ts";
import { seededRandom } from "../../../experiments/stats/random.ts";
import { atLeast, rankSample } from "../../../experiments/stats/ranked_sample.ts";
import {
  areaUnderRiskCoverage,
  averagePrecision,
  highSubset,
  liftAt,
  liftInterval,
  rocCurve,
} from "../../../experiments/stats/ranking.ts";
import {
  brierScore,
  calibrationError,
  equalMassBins,
  equalWidthBins,
  isotonicFit,
} from "../../../experiments/stats/reliability.ts";

const RUNS = { seed: 20260131, numRuns: 500 };
type Row = [confidence: number, outcome: 0 | 1];

const outcome = fc.constantFrom<0 | 1>(0, 1);
/** Multiples of 1/64 make many ties, and are exact under 1 - c. */
const coarse = fc.integer({ min: 0, max: 64 }).map((k) => k / 64);
const fine = fc.double({ min: 0, max: 1, noNaN: true });
const rows = (maxLength = 60) =>
  fc.array(fc.tuple(fc.oneof(coarse, coarse, fine), outcome) as fc.Arbitrary<Row>, { maxLength });
const coarseRows = fc.array(fc.tuple(coarse, outcome) as fc.Arbitrary<Row>, { maxLength: 60 });
const rank = (list: readonly Row[]) =>
  rankSample(Float64Array.from(list, ([c]) => c), Uint8Array.from(list, ([, y]) => y));
const near = (a: number | null, b: number | null, what = "") => {
  if (a === null || b === null) return assert.equal(a, b, what);
  assert.ok(Math.abs(a - b) <= 1e-12, `${what} ${a} is not ${b}`);
};

Deno.test("a ranked sample is the stable sort of its rows, with few different values and with many", () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });
  const list = fc.array(fc.tuple(fc.oneof(any, coarse, fc.constant(-0)), outcome));
  const random = seededRandom(5);
  // More different values than are numbered, so that they are sorted.
  const many = Array.from({ length: 2_000 }, (): Row => [random.unit() ** 9, 1]);
  const check = (pairs: readonly Row[]) => {
    const sample = rank(pairs);
    const sorted = pairs.toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
    assert.deepEqual([...sample.labels], sorted.map(([, y]) => y));
    const spread = [...sample.values].flatMap((value, i) => Array(sample.counts[i]).fill(value));
    assert.deepEqual(spread, sorted.map(([c]) => c + 0));
    assert.equal(sample.hits.reduce((a, b) => a + b, 0), sample.positives);
  };
  fc.assert(fc.property(list, (pairs) => check(pairs as Row[])), RUNS);
  const crowd = fc.property(list, (pairs) => check([...many, ...pairs as Row[]]));
  fc.assert(crowd, { ...RUNS, numRuns: 50 });
});

Deno.test("the area is the share of pairs in order, and stands inside of its interval", () => {
  fc.assert(
    fc.property(rows(), (list) => {
      const estimate = estimateAuc(rank(list));
      const right = list.filter(([, y]) => y === 1);
      const wrong = list.filter(([, y]) => y === 0);
      if (right.length === 0 || wrong.length === 0) {
        assert.equal(estimate.auc, null);
        assert.equal(aucInterval(estimate), null);
        return;
      }
      let score = 0;
      for (const [a] of right) for (const [b] of wrong) score += a > b ? 2 : a === b ? 1 : 0;
      assert.equal(estimate.auc, score / (2 * right.length * wrong.length));
      assert.ok(estimate.auc! >= 0 && estimate.auc! <= 1);
      assert.equal(estimate.variance === null, right.length < 2 || wrong.length < 2);
      for (const sides of [1, 2] as const) {
        const [low, high] = aucInterval(estimate, sides)!;
        assert.ok(0 <= low && low <= estimate.auc! && estimate.auc! <= high && high <= 1);
        assert.ok(low < high);
      }
    }),
    RUNS,
  );
});

Deno.test("measures of order do not change under a strictly increasing transform", () => {
  const transform = fc.constantFrom<(c: number) => number>(
    (c) => 100 * c - 7,
    Math.exp,
    (c) => c ** 3,
    (c) => Math.log(c + 0.01),
    (c) => -1 / (1 + c),
  );
  fc.assert(
    fc.property(coarseRows, transform, (list, f) => {
      const before = rank(list);
      const after = rank(list.map(([c, y]) => [f(c), y]));
      assert.deepEqual(estimateAuc(after), estimateAuc(before));
      assert.equal(aucPValue(after), aucPValue(before));
      assert.equal(averagePrecision(after), averagePrecision(before));
      assert.equal(areaUnderRiskCoverage(after), areaUnderRiskCoverage(before));
      assert.deepEqual(liftAt(after, 20), liftAt(before, 20));
    }),
    RUNS,
  );
});

Deno.test("flipping outcomes and confidences together changes nothing, one of them mirrors the area", () => {
  fc.assert(
    fc.property(coarseRows, (list) => {
      const sample = rank(list);
      const { auc, variance } = estimateAuc(sample);
      const flip = (y: 0 | 1): 0 | 1 => y === 1 ? 0 : 1;
      for (const mirror of [(c: number) => 1 - c, (c: number) => -c]) {
        const both = rank(list.map(([c, y]) => [mirror(c), flip(y)]));
        near(estimateAuc(both).auc, auc, "auc");
        near(estimateAuc(both).variance, variance, "variance");
        near(exactPValue(both), exactPValue(sample), "exact p");
        near(normalPValue(both), normalPValue(sample), "normal p");
        const one = estimateAuc(rank(list.map(([c, y]) => [mirror(c), y])));
        near(one.auc, auc === null ? null : 1 - auc, "mirrored auc");
      }
      const both = brierScore(rank(list.map(([c, y]) => [1 - c, flip(y)])));
      const score = brierScore(sample);
      near(both?.brier ?? null, score?.brier ?? null, "brier");
      near(both?.mcb ?? null, score?.mcb ?? null, "mcb");
    }),
    RUNS,
  );
});

Deno.test("the parts of the Brier score add up, and none is negative", () => {
  fc.assert(
    fc.property(rows(), (list) => {
      const score = brierScore(rank(list));
      if (list.length === 0) return assert.equal(score, null);
      near(score!.mcb - score!.dsc + score!.unc, score!.brier, "sum");
      const plain = list.reduce((sum, [c, y]) => sum + (c - y) ** 2, 0) / list.length;
      near(score!.brier, plain, "brier");
      assert.ok(score!.mcb >= -1e-15 && score!.dsc >= 0 && score!.unc >= 0);
    }),
    RUNS,
  );
});

Deno.test("the isotonic fit rises, keeps the mean and cannot be improved by refitting", () => {
  fc.assert(
    fc.property(rows(), (list) => {
      const sample = rank(list);
      const { ends, counts, hits } = isotonicFit(sample);
      for (let i = 1; i < ends.length; i++) {
        assert.ok(hits[i]! / counts[i]! > hits[i - 1]! / counts[i - 1]!);
      }
      assert.equal(counts.reduce((a, b) => a + b, 0), sample.n);
      assert.equal(hits.reduce((a, b) => a + b, 0), sample.positives);
      const refit: Row[] = [];
      for (let i = 0; i < ends.length; i++) {
        const share = hits[i]! / counts[i]!;
        for (let k = 0; k < counts[i]!; k++) refit.push([share, k < hits[i]! ? 1 : 0]);
      }
      near(brierScore(rank(refit))?.mcb ?? 0, 0, "mcb after recalibration");
    }),
    RUNS,
  );
});

Deno.test("bins hold every row once, and their error is between 0 and 1", () => {
  fc.assert(
    fc.property(rows(), (list) => {
      const sample = rank(list);
      for (const bins of [equalWidthBins(sample), equalMassBins(sample)]) {
        assert.equal(bins.reduce((sum, { n }) => sum + n, 0), list.length);
        const error = calibrationError(bins);
        if (list.length === 0) assert.equal(error, null);
        else assert.ok(error! >= 0 && error! <= 1);
      }
      for (const { index, confidence } of equalWidthBins(sample)) {
        assert.ok(confidence <= (index + 1) / 10 && confidence >= index / 10);
      }
    }),
    RUNS,
  );
});

Deno.test("ties cost and gain nothing: the ranking measures do not see the order of the rows", () => {
  fc.assert(
    fc.property(coarseRows, (list) => {
      const sample = rank(list);
      const reversed = rank(list.toReversed());
      assert.equal(averagePrecision(reversed), averagePrecision(sample));
      assert.equal(areaUnderRiskCoverage(reversed), areaUnderRiskCoverage(sample));
      assert.deepEqual(liftAt(reversed, 10), liftAt(sample, 10));
      const all = liftAt(sample, 100);
      if (all !== null) near(all.lift, 1);
    }),
    RUNS,
  );
});

Deno.test("the high subset is what a filter gives, and its lift stands inside of its interval", () => {
  fc.assert(
    fc.property(rows(), (list) => {
      const sample = rank(list);
      const filtered = rank(list.filter(([c]) => c >= 0.8));
      assert.deepEqual(atLeast(sample, 0.8), filtered);
      const high = highSubset(sample, 0.8);
      assert.deepEqual(high.auc, estimateAuc(filtered));
      const interval = liftInterval(sample, high, 1);
      if (high.lift === null) return assert.equal(interval, null);
      assert.ok(interval![0] <= high.lift + 1e-12 && high.lift <= interval![1] + 1e-12);
    }),
    RUNS,
  );
});

Deno.test("the exact p-value is what counting out all permutations gives", () => {
  const few = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), outcome), {
    minLength: 2,
    maxLength: 9,
  });
  fc.assert(
    fc.property(few, (list) => {
      const sample = rank(list as Row[]);
      if (sample.positives === 0 || sample.negatives === 0) {
        assert.equal(exactPValue(sample), null);
        return;
      }
      const distance = (choice: number) => {
        let score = 0;
        for (let i = 0; i < list.length; i++) {
          for (let j = 0; j < list.length; j++) {
            const ordered = (choice >> i & 1) === 1 && (choice >> j & 1) === 0;
            if (ordered) score += Math.sign(list[i]![0] - list[j]![0]);
          }
        }
        return Math.abs(score);
      };
      const observed = distance(list.reduce((bits, [, y], i) => bits | y << i, 0));
      let all = 0;
      let asFar = 0;
      for (let choice = 0; choice < 2 ** list.length; choice++) {
        if (choice.toString(2).replaceAll("0", "").length !== sample.positives) continue;
        all++;
        if (distance(choice) >= observed) asFar++;
      }
      assert.equal(exactPValue(sample), asFar / all);
    }),
    RUNS,
  );
});

Deno.test("the trapezoids under the ROC curve are the area", () => {
  fc.assert(
    fc.property(rows(), (list) => {
      const sample = rank(list);
      const curve = rocCurve(sample);
      if (curve === null) return assert.equal(estimateAuc(sample).auc, null);
      let area = 0;
      for (let i = 1; i < curve.length; i++) {
        area += (curve[i]![0] - curve[i - 1]![0]) * (curve[i]![1] + curve[i - 1]![1]) / 2;
      }
      near(area, estimateAuc(sample).auc, "area");
    }),
    RUNS,
  );
});

Deno.test("a class of one has an area and Newcombe's interval, but no variance", () => {
  const sample = rankSample(Float64Array.of(0.2, 0.5, 0.5, 0.9), Uint8Array.of(0, 0, 1, 0));
  const estimate = estimateAuc(sample);
  assert.equal(estimate.auc, 1 / 2);
  assert.equal(estimate.variance, null);
  assert.equal(estimate.degenerate, true);
  const [low, high] = aucInterval(estimate)!;
  assert.ok(0 < low && low < 0.5 && 0.5 < high && high < 1);
  assert.equal(aucPValue(sample), 1);
});

Deno.test("a million calibrated rows come out as theory says", () => {
  const random = seededRandom(1);
  const confidences = Float64Array.from({ length: 1_000_000 }, () => random.unit());
  const outcomes = Uint8Array.from(confidences, (c) => random.unit() < c ? 1 : 0);
  const sample = rankSample(confidences, outcomes);
  // Uniform confidence, right with that probability: AUC 5/6, Brier 1/6, uncertainty 1/4.
  const [low, high] = aucInterval(estimateAuc(sample))!;
  assert.ok(low - 0.001 < 5 / 6 && 5 / 6 < high + 0.001 && high - low < 0.005);
  const score = brierScore(sample)!;
  const close: [actual: number | null, expected: number][] = [
    [score.brier, 1 / 6],
    [score.mcb, 0],
    [calibrationError(equalWidthBins(sample)), 0],
    [calibrationError(equalMassBins(sample)), 0],
    [averagePrecision(sample), 5 / 6],
    [areaUnderRiskCoverage(sample), 1 / 4],
    [highSubset(sample, 0.8).rate, 0.9],
  ];
  for (const [actual, expected] of close) assert.ok(Math.abs(actual! - expected) < 5e-3);
  assert.equal(aucPValue(sample), 0);
  assert.ok(rocCurve(sample)!.length <= 1_002);
});

Deno.test("the exact p-value at its largest sample agrees with the normal one", () => {
  const random = seededRandom(3);
  const rows = Array.from({ length: 261 }, (_, i): Row => [random.unit(), i % 2 === 0 ? 0 : 1]);
  const sample = rank(rows.slice(1));
  assert.equal(aucPValue(sample), exactPValue(sample));
  assert.ok(Math.abs(exactPValue(sample)! - normalPValue(sample)!) < 2e-3);
  assert.equal(aucPValue(rank(rows)), normalPValue(rank(rows)));
});

/** Rows whose confidence is worth something, `copies` of each in one cluster. */
function clustered(clusterCount: number, copies: number) {
  const random = seededRandom(7);
  const rows = Array.from({ length: clusterCount }, (): Row => {
    const confidence = random.below(21) / 20;
    return [confidence, random.unit() < confidence ? 1 : 0];
  }).flatMap((row) => Array<Row>(copies).fill(row));
  const clusters = Uint32Array.from(rows, (_, row) => Math.floor(row / copies));
  const [confidences, outcomes] = [rows.map(([c]) => c), rows.map(([, y]) => y)];
  const columns = {
    confidences: Float64Array.from(confidences),
    outcomes: Uint8Array.from(outcomes),
  };
  return { ...columns, clusters, clusterCount, sample: rank(rows) };
}

Deno.test("resampling by cluster sees that copies tell nothing new, and repeats from its seed", () => {
  const width = (interval: readonly [number, number] | null) => interval![1] - interval![0];
  const [single, copied] = [clustered(400, 1), clustered(400, 9)];
  const once = bootstrapByCluster(single, { seed: 1 });
  const delong = aucInterval(estimateAuc(single.sample))!;
  delong.forEach((bound, side) => assert.ok(Math.abs(bound - once.interval![side]!) < 0.02));
  assert.deepEqual([once.resamples, once.undefinedResamples], [1000, 0]);
  assert.deepEqual(bootstrapByCluster(copied, { seed: 1, progress: () => {} }), once);
  assert.ok(width(once.interval) > 2 * width(aucInterval(estimateAuc(copied.sample))));
  assert.notDeepEqual(bootstrapByCluster(single, { seed: 2 }), once);
});

Deno.test("one cluster, no rows and one class have no interval by cluster", () => {
  assert.equal(bootstrapByCluster(clustered(1, 5), { seed: 1 }).interval, null);
  assert.equal(bootstrapByCluster(clustered(0, 1), { seed: 1 }).interval, null);
  const data = clustered(10, 1);
  const outcomes = new Uint8Array(10).fill(1);
  const right = { ...data, outcomes, sample: rankSample(data.confidences, outcomes) };
  const { interval, undefinedResamples } = bootstrapByCluster(right, { seed: 1 });
  assert.deepEqual([interval, undefinedResamples], [null, 1000]);
});
