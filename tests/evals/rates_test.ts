import assert from "node:assert/strict";
import { figuresOf, letsGo, type Outcome } from "./rates.ts";

function outcome(expect: string, letGo: boolean | null, why: string | null = null): Outcome {
  const test = { description: "x", vars: {}, assertions: [], metadata: { expect } };
  return { test, why, letGo };
}

Deno.test("each error is a share of the cases in which it can be made", () => {
  const figures = figuresOf([
    outcome("incomplete", true, "wrong"),
    outcome("incomplete", false),
    outcome("stuck", false),
    outcome("stuck", false, "the reason is another"),
    outcome("complete", false, "wrong"),
    outcome("not_stuck", true),
  ]);
  assert.deepEqual(figures, {
    cases: 6,
    passed: 3,
    accuracy: 0.5,
    false_complete: 0.25,
    false_incomplete: 0.5,
  });
});

Deno.test("no answer is an error of whatever kind can be made", () => {
  const figures = figuresOf([outcome("incomplete", null, "x"), outcome("complete", null, "x")]);
  assert.equal(figures.false_complete, 1);
  assert.equal(figures.false_incomplete, 1);
});

Deno.test("no cases have no rates", () => {
  assert.deepEqual(figuresOf([]), {
    cases: 0,
    passed: 0,
    accuracy: null,
    false_complete: null,
    false_incomplete: null,
  });
});

Deno.test("only a finished task needs no reminder after a compaction", () => {
  const answer = { hasActiveGitWork: false, confidence: 1, nudgeMessage: null };
  assert.equal(letsGo("compaction", { ...answer, action: "task_complete" }), true);
  assert.equal(letsGo("compaction", { ...answer, action: "needs_clarification" }), false);
});
