// A valid `review.v1` record in which every field is supplied.

import type { Review } from "../../schema/types.ts";

/** The record. */
export function sampleReview(): Review {
  return {
    schema: "review.v1",
    task_ref: "shop/main",
    agent: "unknown",
    session_id: "s-1",
    timestamp: "2026-01-31T12:00:00.000Z",
    repo: "shop",
    prompt_id: "p-1",
    head: "0".repeat(40),
    diff_hash: "f".repeat(64),
    depth: "standard",
    model: "claude-haiku-4-5",
    issues: [{
      severity: "HIGH",
      category: "SECURITY",
      description: "The query is put together from a parameter",
      impact: "Anybody can read every order",
      recommendation: "Bind the parameter",
      file: "src/orders.ts",
      line: 12,
      source: "model",
    }],
    strengths: ["Small"],
    summary: "One hole, otherwise sound",
    files_reviewed: ["src/orders.ts"],
    files_left_out: [{ path: "deno.lock", reason: "generated" }],
    usage: { input_tokens: 1200, output_tokens: 300 },
    cost_usd: 0.004,
    duration_ms: 4100,
    unparsed: ["???"],
    degraded: false,
    failure: null,
  };
}
