import assert from "node:assert/strict";
import { incidenceAt, kaplanMeier, logLogInterval } from "../../../experiments/stats/survival.ts";
import {
  clopperPearson,
  newcombeDifference,
  wilson,
} from "../../../experiments/stats/proportions.ts";
import { incompleteBeta, inverseIncompleteBeta } from "../../../experiments/stats/beta.ts";
import { assertClose, assertInterval, EXACT, ITERATIVE, readGold } from "./gold.ts";

type Pair = [number, number];
interface Row {
  k: number;
  n: number;
  wilson95?: Pair;
  wilson90?: Pair;
  clopper_pearson95?: Pair;
  clopper_pearson90?: Pair;
  jeffreys95?: Pair;
  p_one_sided_less_than_0_20?: number;
  p_one_sided_greater_than_0_20?: number;
}

const { rows } = await readGold<{ rows: Row[] }>("proportions.json");

for (const row of rows) {
  Deno.test(`the intervals of ${row.k} of ${row.n} are the reference's`, () => {
    const share = { successes: row.k, trials: row.n };
    const oneSided = { level: 0.95, sides: 1 } as const;
    assertInterval(wilson(share), row.wilson95, EXACT, "wilson95");
    assertInterval(wilson(share, { level: 0.9 }), row.wilson90, EXACT, "wilson90");
    assertInterval(wilson(share, oneSided), row.wilson90, EXACT, "wilson90");
    assertInterval(clopperPearson(share), row.clopper_pearson95, ITERATIVE, "clopper_pearson95");
    assertInterval(
      clopperPearson(share, oneSided),
      row.clopper_pearson90,
      ITERATIVE,
      "clopper_pearson90",
    );
  });
}

Deno.test("the incomplete beta function gives the reference's binomial tails", () => {
  for (const { k, n, ...row } of rows) {
    if (n === 0) continue;
    const atMost = k === n ? 1 : incompleteBeta(0.8, n - k, k + 1);
    const atLeast = k === 0 ? 1 : incompleteBeta(0.2, k, n - k + 1);
    assertClose(atMost, row.p_one_sided_less_than_0_20, EXACT, "binomial lower tail");
    assertClose(atLeast, row.p_one_sided_greater_than_0_20, EXACT, "binomial upper tail");
  }
});

Deno.test("the inverse incomplete beta function gives the reference's Jeffreys bounds", () => {
  for (const { k, n, jeffreys95 } of rows) {
    if (jeffreys95 === undefined) continue;
    const quantile = (p: number) => inverseIncompleteBeta(p, k + 0.5, n - k + 0.5);
    if (k > 0) assertClose(quantile(0.025), jeffreys95[0], ITERATIVE, "jeffreys95");
    if (k < n) assertClose(quantile(0.975), jeffreys95[1], ITERATIVE, "jeffreys95");
  }
});

Deno.test("the interval of a difference squares and adds the reference's Wilson bounds", () => {
  const known = rows.filter(({ n, wilson95 }) => n > 0 && wilson95 !== undefined);
  for (const one of known) {
    for (const two of known) {
      const [p, q] = [one.k / one.n, two.k / two.n];
      const [[l1, u1], [l2, u2]] = [one.wilson95!, two.wilson95!];
      const actual = newcombeDifference(
        { successes: one.k, trials: one.n },
        { successes: two.k, trials: two.n },
      );
      const low = p - q - Math.sqrt((p - l1) ** 2 + (u2 - q) ** 2);
      const high = p - q + Math.sqrt((u1 - p) ** 2 + (q - l2) ** 2);
      assert.ok(Math.abs(actual![0] - low) < 1e-12 && Math.abs(actual![1] - high) < 1e-12);
    }
  }
});

interface Survival {
  cum_incidence: number[];
  se: number[];
  ci95_loglog_lo: number[];
  ci95_loglog_hi: number[];
  small: {
    days: number[];
    event: number[];
    times: number[];
    cum_incidence: number[];
    greenwood_se: number[];
    lo: number[];
    hi: number[];
  };
}

const survival = await readGold<Survival>("survival.json");

Deno.test("the survival curve of a small sample is R's", () => {
  const { small } = survival;
  const curve = kaplanMeier(Float64Array.from(small.days), Uint8Array.from(small.event));
  for (const [place, time] of small.times.entries()) {
    const { incidence, standardError, interval, degenerate } = incidenceAt(curve, time);
    assert.equal(degenerate, false);
    assertClose(incidence, small.cum_incidence[place], EXACT, "km incidence");
    assertClose(standardError, small.greenwood_se[place], EXACT, "km se");
    assertInterval(interval, [small.lo[place]!, small.hi[place]!], EXACT, "km log-log");
  }
});

Deno.test("the log-log interval of a large sample is R's", () => {
  for (const [place, incidence] of survival.cum_incidence.entries()) {
    const actual = logLogInterval(1 - incidence, survival.se[place]!);
    const expected: Pair = [survival.ci95_loglog_lo[place]!, survival.ci95_loglog_hi[place]!];
    assertInterval(actual, expected, EXACT, "km log-log, large");
  }
});
