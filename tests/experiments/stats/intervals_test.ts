import fc from "fast-check";
import assert from "node:assert/strict";
import { cohenKappa } from "../../../experiments/stats/kappa.ts";
import {
  criticalValue,
  normalQuantile,
  normalUpperTail,
} from "../../../experiments/stats/normal.ts";
import { newcombeDifference, wilson } from "../../../experiments/stats/proportions.ts";
import { sampleIndices, seededRandom, xoshiro128 } from "../../../experiments/stats/random.ts";
import { incidenceAt, kaplanMeier } from "../../../experiments/stats/survival.ts";

const RUNS = { seed: 20260131, numRuns: 500 };
const relative = (a: number, b: number) => Math.abs(a - b) / Math.abs(b);

const share = fc.integer({ min: 1, max: 5_000 }).chain((trials) =>
  fc.integer({ min: 0, max: trials }).map((successes) => ({ successes, trials }))
);

Deno.test("normal quantile and distribution function undo each other, far into the tails", () => {
  const exponent = fc.double({ min: -300, max: -0.302, noNaN: true });
  fc.assert(
    fc.property(exponent, (e) => {
      const p = 10 ** e;
      const x = normalQuantile(p);
      // Near the middle of the scale an error of x is one of p; in the tail it is x times larger.
      assert.ok(relative(normalUpperTail(-x), p) <= 1e-14 * (1 + x * x), `${p}`);
    }),
    RUNS,
  );
});

Deno.test("the normal distribution has its well-known values", () => {
  // From tables with more digits than a double holds.
  const known: [x: number, tail: number][] = [
    [1, 0.15865525393145705],
    [2, 0.022750131948179209],
    [3, 0.0013498980316300945],
    [5, 2.8665157187919391e-7],
    [10, 7.6198530241605261e-24],
  ];
  for (const [x, tail] of known) {
    assert.ok(relative(normalUpperTail(x), tail) < 1e-14, `${x}: ${normalUpperTail(x)}`);
    assert.ok(relative(normalQuantile(tail), -x) < 1e-14);
  }
  assert.ok(relative(criticalValue(2), 1.959963984540054) < 1e-15);
  assert.ok(relative(criticalValue(1), 1.6448536269514722) < 1e-15);
  assert.deepEqual([normalUpperTail(0), normalQuantile(0.5)], [0.5, 0]);
});

Deno.test("an interval of a share lies in [0, 1], contains it, and is narrower by one side", () => {
  fc.assert(
    fc.property(share, (counted) => {
      const p = counted.successes / counted.trials;
      const [low, high] = wilson(counted)!;
      const [oneLow, oneHigh] = wilson(counted, 1)!;
      assert.ok(0 <= low && low <= oneLow && oneLow <= p);
      assert.ok(p <= oneHigh && oneHigh <= high && high <= 1);
    }),
    RUNS,
  );
  assert.equal(wilson({ successes: 0, trials: 0 }), null);
  assert.throws(() => wilson({ successes: 2, trials: 1 }), RangeError);
  assert.throws(() => wilson({ successes: 0.5, trials: 1 }), RangeError);
});

Deno.test("the interval of a difference contains it, stays in [-1, 1] and mirrors", () => {
  fc.assert(
    fc.property(share, share, (one, two) => {
      const [low, high] = newcombeDifference(one, two)!;
      const difference = one.successes / one.trials - two.successes / two.trials;
      assert.ok(-1 - 1e-12 <= low && low <= difference && difference <= high && high <= 1 + 1e-12);
      const [mirroredLow, mirroredHigh] = newcombeDifference(two, one)!;
      assert.ok(Math.abs(low + mirroredHigh) < 1e-12 && Math.abs(high + mirroredLow) < 1e-12);
    }),
    RUNS,
  );
});

Deno.test("the incidence of a survival curve rises, inside of its interval", () => {
  const subject = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom(0, 1));
  fc.assert(
    fc.property(fc.array(subject, { minLength: 1, maxLength: 60 }), (list) => {
      const times = Float64Array.from(list, ([time]) => time);
      const curve = kaplanMeier(times, Uint8Array.from(list, ([, event]) => event));
      let before = 0;
      for (let time = 0; time <= 31; time++) {
        const { incidence, interval } = incidenceAt(curve, time);
        assert.ok(incidence! >= before && incidence! <= 1);
        before = incidence!;
        if (interval !== null) {
          assert.ok(0 <= interval[0] && interval[0] <= incidence!);
          assert.ok(incidence! <= interval[1] && interval[1] <= 1);
        } else assert.ok(incidence === 0 && list.every(([watched]) => watched < time));
      }
    }),
    RUNS,
  );
});

Deno.test("without censoring the survival curve is the plain share", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), (times) => {
      const curve = kaplanMeier(Float64Array.from(times), new Uint8Array(times.length).fill(1));
      for (let time = 0; time <= 31; time++) {
        const plain = times.filter((t) => t <= time).length / times.length;
        assert.ok(Math.abs(incidenceAt(curve, time).incidence! - plain) < 1e-12);
      }
    }),
    RUNS,
  );
});

Deno.test("survival refuses what is no time, and of no case it says nothing", () => {
  const one = Uint8Array.of(1);
  assert.throws(() => kaplanMeier(Float64Array.of(-1), one), /Cannot use time "-1"/);
  assert.throws(() => kaplanMeier(Float64Array.of(NaN), one), RangeError);
  const empty = kaplanMeier(new Float64Array(), new Uint8Array());
  assert.equal(incidenceAt(empty, 30).incidence, null);
});

Deno.test("kappa lies in [-1, 1], is symmetric, and is 1 for equal ratings", () => {
  const ratings = fc.array(
    fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("a", "b", "c")),
  );
  fc.assert(
    fc.property(ratings, (list) => {
      const first = list.map(([a]) => a);
      const second = list.map(([, b]) => b);
      const { kappa } = cohenKappa(first, second);
      if (kappa !== null) assert.ok(kappa >= -1 && kappa <= 1);
      assert.equal(cohenKappa(second, first).kappa, kappa);
      const self = cohenKappa(first, first).kappa;
      assert.equal(self, new Set(first).size > 1 ? 1 : null);
    }),
    RUNS,
  );
});

Deno.test("kappa of a table that textbooks use is 0.4", () => {
  const table: [string, string, number][] = [
    ["yes", "yes", 20],
    ["yes", "no", 5],
    ["no", "yes", 10],
    ["no", "no", 15],
  ];
  const first = table.flatMap(([a, , times]) => Array<string>(times).fill(a));
  const second = table.flatMap(([, b, times]) => Array<string>(times).fill(b));
  assert.deepEqual(cohenKappa(first, second), { n: 50, kappa: 0.4 });
});

Deno.test("the generator gives the numbers that the authors' own program gives", () => {
  // As another project recorded them for its port.
  const random = xoshiro128([0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0]);
  const expected = [0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70];
  assert.deepEqual(Array.from(expected, random.uint32), expected);
});

Deno.test("the same seed gives the same numbers, another seed others, all of them in range", () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 1_000 }, () => random.unit());
  };
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
  assert.ok(draw(7).every((x) => x >= 0 && x < 1));
  const mean = draw(7).reduce((a, b) => a + b) / 1_000;
  assert.ok(Math.abs(mean - 0.5) < 0.05);
  const limits = fc.integer({ min: 1, max: 2 ** 32 - 1 });
  fc.assert(fc.property(limits, (limit) => seededRandom(limit).below(limit) < limit), RUNS);
});

Deno.test("a sample of indices has no index twice", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.integer(), (limit, size, seed) => {
      fc.pre(size <= limit);
      const drawn = sampleIndices(seededRandom(seed), limit, size);
      assert.equal(new Set(drawn).size, size);
      assert.ok(drawn.every((index) => index < limit));
    }),
    RUNS,
  );
});
