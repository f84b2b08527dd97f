import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry } from "../../lib/records/entry.ts";
import { joinSession } from "../../report/join.ts";
import { byUrgency, needsReviewNow, TRUST_RULES, trustIn } from "../../report/trust.ts";
import { runId } from "../../report/run.ts";
import { answer, capture, escalation, judgement, reading, runOf, sessions } from "./_entries.ts";

const risky = capture(0, { needsReview: true, score: 1, surface: "auth" });
const small = capture(0);
const done = judgement(0);
const open = judgement(0, { complete: false, severity: "HIGH", missing: 1 });
const asks = judgement(0, { complete: false, severity: "NONE" });

/** For every row of the table what makes it count, and nothing above it. */
const EXAMPLES: Readonly<Record<string, readonly Entry[][]>> = {
  blocked: [
    [small, done, escalation(0)],
    [escalation(0)],
    [small, escalation(0), answer(10, "person")],
    [small, answer(0, "coder"), escalation(10)],
  ],
  person_needed: [
    [small, judgement(0, { complete: false, severity: "BLOCKER", needsPerson: true })],
    [risky, judgement(0, { complete: false, needsPerson: true }), reading(0, { CRITICAL: 1 })],
  ],
  not_done: [[small, open], [risky, open, reading(0, { HIGH: 1 })], [open]],
  stuck: [[small, judgement(0, { complete: null, silence: "genuinely_stuck" })]],
  high_finding: [
    [small, done, reading(0, { HIGH: 1 })],
    [risky, done, reading(0, { CRITICAL: 2, MEDIUM: 1 })],
    [reading(0, { CRITICAL: 1 }, { failed: true })],
  ],
  needs_review_unread: [[risky], [risky, done], [risky, done, reading(0, {}, { failed: true })]],
  needs_review_read: [[risky, done, reading(0)], [risky, reading(0, { MEDIUM: 1, LOW: 3 })]],
  waits: [
    [small, asks],
    [small, judgement(0, { complete: null, silence: "waiting_for_user" })],
    [small, judgement(0, { complete: null, skipped: "awaiting_user" }), reading(0, { MEDIUM: 1 })],
  ],
  finding: [[small, done, reading(0, { MEDIUM: 1 })], [reading(0, { MEDIUM: 1 })]],
  observed: [
    [small, judgement(0, { observations: 1 })],
    [small, judgement(0, { complete: null, judged: true, observations: 2 })],
  ],
  records_incomplete: [[done], [reading(0)], [capture(0, { degraded: true })], [
    answer(0, "coder"),
  ]],
  not_judged: [
    [small],
    [small, reading(0, { LOW: 1 })],
    [small, judgement(0, { complete: null, skipped: "plan_mode" })],
    [small, judgement(0, { complete: null, judged: true })],
  ],
  done: [
    [small, done],
    [small, done, reading(0, { LOW: 1 })],
    [capture(0, { degraded: true }), done],
    [small, done, escalation(0), answer(10, "coder")],
  ],
};

Deno.test("every row of the table of trust can be reached", () => {
  assert.deepEqual(Object.keys(EXAMPLES), TRUST_RULES.map(({ name }) => name));
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    for (const [index, entries] of examples.entries()) {
      assert.equal(trustIn(runOf(...entries)).name, name, `${name}, example ${index}`);
    }
  }
});

Deno.test("what makes an upper row count, counts whatever else is known", () => {
  // Each of these is the sign of a row; the first of those that are there decides.
  const signs: [string, Entry][] = [
    ["blocked", escalation(0)],
    ["not_done", open],
    ["high_finding", reading(0, { HIGH: 1, MEDIUM: 1 })],
    ["needs_review_unread", risky],
  ];
  fc.assert(fc.property(fc.subarray(signs, { minLength: 1 }), (some) => {
    const entries = some.map(([, entry]) =>
      entry.kind === "capture" ? entry : { ...entry, prompt: "p-1" }
    );
    assert.equal(trustIn(runOf(...entries)).name, some[0]![0]);
  }));
});

Deno.test("the last of several judgements and readings holds", () => {
  const at = (time: number, entry: Entry): Entry => ({ ...entry, written: time, began: time });
  assert.equal(trustIn(runOf(small, open, at(10, done))).name, "done");
  assert.equal(trustIn(runOf(small, done, at(10, open))).name, "not_done");
  const skipped = at(10, judgement(0, { complete: null, skipped: "plan_mode" }));
  assert.equal(trustIn(runOf(small, open, skipped)).name, "not_done", "a skip takes nothing back");
  const high = reading(0, { HIGH: 1 });
  assert.equal(trustIn(runOf(small, done, high, at(10, reading(0)))).name, "done");
});

Deno.test("rows have names of their own, and those that ask for a person stand above the others", () => {
  assert.equal(new Set(TRUST_RULES.map(({ name }) => name)).size, TRUST_RULES.length);
  assert.equal(new Set(TRUST_RULES.map(({ says }) => says)).size, TRUST_RULES.length);
  const asking = TRUST_RULES.map(({ asks }) => asks);
  assert.deepEqual(asking, asking.toSorted((a, b) => Number(b) - Number(a)));
});

Deno.test("the confidence that an agent states changes no row and no order", () => {
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    for (const confidence of [null, 0, 0.5, 0.99, 1]) {
      for (const entries of examples) {
        const stated = entries.map((entry) =>
          entry.kind === "capture" ? { ...entry, confidence } : entry
        );
        assert.equal(trustIn(runOf(...stated)).name, name, `${confidence}`);
      }
    }
  }
  const stated = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 14,
    maxLength: 14,
  });
  fc.assert(
    fc.property(sessions, stated, (entries, confidences) => {
      const otherwise = entries.map((entry, index) =>
        entry.kind === "capture" ? { ...entry, confidence: confidences[index]! } : entry
      );
      const told = (given: readonly Entry[]) =>
        joinSession(given).toSorted(byUrgency)
          .map((run) => [runId(run), trustIn(run).name, needsReviewNow(run)]);
      assert.deepEqual(told(otherwise), told(entries));
    }),
    { numRuns: 500 },
  );
});

Deno.test("the higher risk floor comes first, then the worse evidence, then the newer", () => {
  const at = (time: number, score: number, ...more: Entry[]) =>
    runOf(
      capture(time, { score }),
      ...more.map((entry) => ({ ...entry, written: time, began: time })),
    );
  const order = [
    at(0, 1),
    at(0, 0.5, done, escalation(0)),
    at(0, 0.5, open),
    at(0, 0.5, done, reading(0, { MEDIUM: 1 })),
    at(0, 0.5, judgement(0, { complete: false, severity: "LOW" })),
    at(0, 0.5),
    at(9, 0.5, done),
    at(0, 0.5, done),
    at(99, 0, open),
  ];
  fc.assert(fc.property(fc.shuffledSubarray(order, { minLength: order.length }), (runs) => {
    assert.deepEqual(runs.toSorted(byUrgency), order);
  }));
});

Deno.test("byUrgency() is an order: it agrees with itself from both sides, and in chains", () => {
  const runs = sessions.map(joinSession).filter((runs) => runs.length >= 3);
  fc.assert(fc.property(runs, ([a, b, c]) => {
    assert.ok(Math.sign(byUrgency(a!, b!)) + Math.sign(byUrgency(b!, a!)) === 0);
    if (byUrgency(a!, b!) <= 0 && byUrgency(b!, c!) <= 0) assert.ok(byUrgency(a!, c!) <= 0);
  }));
});
