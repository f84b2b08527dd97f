import assert from "node:assert/strict";
import { fixesNearFeatures } from "../../../experiments/history/measure.ts";
import { lagPlot, monthsPlot } from "../../../experiments/history/plots.ts";

const DAY = 86_400;

function commit(day: number, message: string, ...paths: number[]) {
  return { parents: { length: 1 }, time: day * DAY, message, paths };
}

Deno.test("a fix is counted with a feature in its file before it, and apart with one after it", () => {
  const commits = [
    commit(100, "chore: end"),
    commit(53, "feat: late", 2),
    commit(50, "fix: b", 2),
    commit(50, "fix: a", 1),
    commit(46, "fix: lock", 3),
    commit(45, "feat: early", 1, 3),
    commit(42, "feat: too early for the window", 2),
    commit(0, "chore: begin"),
  ];
  const near = fixesNearFeatures(commits, 7, (path) => path !== 3);
  assert.deepEqual(near, { fixes: 3, before: [3], after: 1 });
});

Deno.test("a fix whose window reaches beyond the history is not compared", () => {
  const commits = [commit(10, "fix: a", 1), commit(5, "feat: a", 1), commit(0, "chore: x")];
  assert.deepEqual(fixesNearFeatures(commits, 7), { fixes: 0, before: [], after: 0 });
});

Deno.test("a feature of the same second counts on neither side, one a second away on its own", () => {
  const second = 1 / DAY;
  const near = (feature: number) =>
    fixesNearFeatures([
      commit(100, "chore: end"),
      commit(50, "fix: a", 1),
      commit(50 + feature, "feat: a", 1),
      commit(0, "chore: begin"),
    ], 7);
  assert.deepEqual(near(0), { fixes: 1, before: [], after: 0 });
  assert.deepEqual(near(-second), { fixes: 1, before: [1], after: 0 });
  assert.deepEqual(near(second), { fixes: 1, before: [], after: 1 });
  assert.deepEqual(near(-7), { fixes: 1, before: [1], after: 0 });
  assert.deepEqual(near(7), { fixes: 1, before: [], after: 1 });
  assert.deepEqual(near(7 + second), { fixes: 1, before: [], after: 0 });
});

Deno.test("bars stack up to all failures, by month or by year", () => {
  for (const months of [3, 300]) {
    const failures = Array.from({ length: months }, (_, n) => ({
      bucket: n % 2 === 0 ? "ci" : "unclassified",
      time: n * 30 * DAY,
      lagDays: n,
    }));
    const { marks, title } = monthsPlot(failures);
    assert.match(title, months === 3 ? /month/ : /year/);
    const bars = marks.flatMap((mark) => mark.kind === "bars" ? mark.bars : []);
    const sum = bars.reduce((total, { base = 0, top }) => total + top - base, 0);
    assert.equal(sum, months);
    assert.ok(bars.length <= 2 * 60);
  }
});

Deno.test("the curve of the lags rises to 1 and has a rule at the window", () => {
  const lags = Array.from({ length: 2000 }, (_, n) => ({ bucket: "ci", time: 0, lagDays: n / 10 }));
  const { marks } = lagPlot(lags, 7);
  const rule = marks.find((mark) => mark.kind === "rule");
  assert.equal(rule?.kind === "rule" && rule.at, Math.log10(7));
  const steps = marks.find((mark) => mark.kind === "steps");
  const points = steps?.kind === "steps" ? steps.points : [];
  assert.ok(points.length < 600);
  assert.equal(points.at(-1)?.[1], 1);
  assert.ok(points.every((point, n) => n === 0 || point[1] >= points[n - 1]![1]));
});
