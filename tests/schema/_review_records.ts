// A valid `review.v1` record in which every field is supplied.

import type { Review } from "../../schema/types.ts";
import { header, turn } from "./_records.ts";

/** The record. */
export function sampleReview(): Review {
  return {
    ...header("review.v1"),
    ...turn,
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
