// A valid `verdict.v1` record in which every field is supplied.

import type { VerdictRecord } from "../../schema/types.ts";
import { header, turn } from "./_records.ts";

/** The record. */
export function sampleVerdict(): VerdictRecord {
  return {
    ...header("verdict.v1"),
    ...turn,
    task: "Fix the order total and run the tests",
    verdict: {
      complete: false,
      severity: "HIGH",
      feedback: "The tests fail",
      missing: ["A passing test run"],
      next_actions: ["Fix the total of an empty order, then run the tests again"],
      requires_human_action: false,
      evidence: [{ rule: "failing_check", fact: "npm test: 1 failed", turn: 12 }],
    },
    floor: "incomplete",
    requirements: [{
      kind: "check",
      name: "check `npm test`",
      state: "unmet",
      applies: true,
      severity: "HIGH",
      evidence: "`npm test` failed after the last edit",
      settle: "Run `npm test` until it passes",
      at: { turn: 12, call: "toolu_1", path: null, line: null },
    }],
    observations: [{
      name: "weaker_check",
      evidence: "A test is skipped",
      at: { turn: null, call: null, path: "src/order_test.ts", line: 3 },
    }],
    vetoes: [{ name: "question", evidence: "The last message ends on a question" }],
    skipped: "awaiting_user",
    stuck: {
      stuck: true,
      reason: "genuinely_stuck",
      confidence: 0.9,
      shouldNudge: true,
      nudgeMessage: "Go on with the order total",
    },
    outcome: { decision: "pushed", attempt: 1, max_attempts: 16 },
    model: "claude-haiku-4-5",
    usage: { input_tokens: 1200, output_tokens: 300 },
    cost_usd: 0.004,
    duration_ms: 41,
    degraded: false,
    failure: "The model did not answer in time",
  };
}
