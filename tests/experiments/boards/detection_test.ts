import assert from "node:assert/strict";
import fc from "fast-check";
import {
  detect,
  type Finished,
  ownSignals,
  SIGNALS,
  verdictOn,
} from "../../../experiments/boards/detection.ts";
import { plainTask, type Signal } from "../../../experiments/boards/task.ts";

const DAY = 86_400_000;
const AS_OF = 1000 * DAY;
const WINDOW = 30;

const signal = fc.record({
  name: fc.constantFrom(...SIGNALS.map(({ name }) => name)),
  correct: fc.boolean(),
  after: fc.double({ min: -5, max: 60, noNaN: true }),
});
const task = fc.record({
  age: fc.double({ min: 0, max: 90, noNaN: true }),
  signals: fc.array(signal, { maxLength: 3 }),
}).map(({ age, signals }): Finished => {
  const done_at = AS_OF - age * DAY;
  return {
    done_at,
    signals: signals.map(({ name, correct, after }): Signal => ({
      name,
      correct,
      at: Math.min(AS_OF, done_at + after * DAY),
    })),
  };
});
const tasks = fc.array(task, { maxLength: 40 });

Deno.test("the tallies of a board add up", () => {
  fc.assert(fc.property(tasks, (tasks) => {
    const { metrics, said } = detect(tasks, AS_OF, WINDOW, false);
    const { done, detectable, censored, watched, wrong, correct, rate, rate_ci95, by_signal } =
      metrics;
    assert.equal(done, tasks.length);
    assert.equal(wrong + correct, detectable);
    assert.ok(detectable + censored <= done);
    assert.ok(censored + watched <= done);
    assert.ok(Object.values(by_signal).every((count) => count <= detectable));
    assert.ok(Object.values(by_signal).reduce((a, b) => a + b, 0) >= detectable);
    for (const { name } of SIGNALS) {
      assert.equal(said[name].wrong + said[name].correct, by_signal[name]);
    }
    assert.equal(rate === null, done === 0);
    if (rate !== null) assert.ok(rate >= 0 && rate <= 1);
    if (rate !== null && rate_ci95 !== null) {
      assert.ok(rate_ci95[0] <= rate + 1e-12 && rate <= rate_ci95[1] + 1e-12);
    }
  }));
});

Deno.test("one more silent task never raises the share", () => {
  fc.assert(fc.property(tasks, fc.double({ min: 0, max: 90, noNaN: true }), (tasks, age) => {
    const silent = { done_at: AS_OF - age * DAY, signals: [] };
    const before = detect(tasks, AS_OF, WINDOW, false).metrics.rate ?? 0;
    const after = detect([...tasks, silent], AS_OF, WINDOW, false).metrics.rate ?? 0;
    assert.ok(after <= before + 1e-12);
  }));
});

Deno.test("the order of tasks and of their signals does not matter", () => {
  fc.assert(fc.property(tasks, (tasks) => {
    const turned = tasks.toReversed().map(({ done_at, signals }) => ({
      done_at,
      signals: signals.toReversed(),
    }));
    assert.deepEqual(
      detect(turned, AS_OF, WINDOW, false).metrics,
      detect(tasks, AS_OF, WINDOW, false).metrics,
    );
  }));
});

const reopenedAfter = (age: number, days: number): Finished => {
  const done_at = AS_OF - age * DAY;
  return { done_at, signals: [{ name: "reopened", correct: false, at: done_at + days * DAY }] };
};

Deno.test("a signal on the last day of the window counts, one after it does not", () => {
  const { metrics } = detect(
    [reopenedAfter(60, 30), reopenedAfter(60, 30.001)],
    AS_OF,
    WINDOW,
    false,
  );
  assert.deepEqual([metrics.detectable, metrics.censored, metrics.rate], [1, 0, 0.5]);
});

Deno.test("a task that was not watched for long enough is censored, not silent", () => {
  const fresh = { done_at: AS_OF - 10 * DAY, signals: [] };
  const old = { done_at: AS_OF - 60 * DAY, signals: [] };
  const { metrics, metrics: { watched } } = detect(
    [fresh, old, reopenedAfter(60, 20)],
    AS_OF,
    WINDOW,
    false,
  );
  assert.equal(metrics.censored, 1);
  assert.equal(watched, 2);
  // The fresh one had left by day 20: one of the two that were still watched.
  assert.equal(metrics.rate, 0.5);
});

Deno.test("of two signals at once the one that says wrong is first", () => {
  const done_at = AS_OF - 60 * DAY;
  const signals: Signal[] = [
    { name: "green_default_branch", correct: true, at: done_at },
    { name: "explicit_outcome", correct: false, at: done_at },
  ];
  const { metrics } = detect([{ done_at, signals }], AS_OF, WINDOW, false);
  assert.deepEqual([metrics.wrong, metrics.correct], [1, 0]);
});

Deno.test("the verdict follows the interval, and needs tasks that were watched", () => {
  const used = { "min-rate": 0.2, "min-watched": 60, window: WINDOW };
  const on = (rate_ci95: [number, number] | null, watched = 60, blind = false): string =>
    verdictOn({ rate: rate_ci95 && 0.2, rate_ci95, watched, blind }, used);
  assert.equal(on([0.1, 0.199]), "kill");
  assert.equal(on([0.1, 0.199], 60, true), "insufficient");
  assert.equal(on([0.2, 0.4], 60, true), "pass");
  assert.equal(on([0.1, 0.2]), "insufficient");
  assert.equal(on([0.19, 0.4]), "insufficient");
  assert.equal(on([0.2, 0.4]), "pass");
  assert.equal(on([0.2, 0.4], 59), "insufficient");
  assert.equal(on([0.1, 0.199], 59), "insufficient");
  assert.equal(on(null), "insufficient");
  const none = verdictOn({ rate: 1, rate_ci95: [0.3, 1], watched: 0, blind: false }, {
    ...used,
    "min-watched": 0,
  });
  assert.equal(none, "insufficient");
});

Deno.test("a task that was watched for exactly the window was watched for it", () => {
  const at = (days: number) => ({ done_at: AS_OF - days * DAY, signals: [] });
  assert.equal(detect([at(WINDOW), at(WINDOW - 0.01)], AS_OF, WINDOW, false).metrics.watched, 1);
});

Deno.test("where everything was detected, the interval rests on all that were", () => {
  const detected = Array.from({ length: 80 }, (_, n) => {
    const done_at = AS_OF - 60 * DAY;
    const at = done_at + n / 10 * DAY;
    return { done_at, signals: [{ name: "reopened" as const, correct: false, at }] };
  });
  const { rate, rate_ci95 } = detect(detected, AS_OF, WINDOW, false).metrics;
  assert.equal(rate, 1);
  assert.ok(rate_ci95 && rate_ci95[0] > 0.95, String(rate_ci95));
});

Deno.test("what cannot be in a task's own record is told and counts as no signal", () => {
  const done = 100 * DAY;
  const problems: string[] = [];
  const signals = ownSignals(
    {
      ...plainTask("a1", 1),
      outcome: { correct: true, at: done - 1 },
      reopened_at: [done - 1, done, AS_OF + 1],
      bugs: [done - 1, done, AS_OF + 1],
    },
    done,
    AS_OF,
    (reason) => problems.push(reason),
  );
  assert.deepEqual(signals.map(({ name, at }) => [name, at]), [
    ["reopened", done],
    ["linked_bug", done],
  ]);
  assert.deepEqual(problems, [
    "an outcome before the task was finished",
    "a reopening before the task was finished",
    "a reopening in the future",
    "a linked bug in the future",
  ]);
});
