// A valid `run.v1` record in which every field is supplied, and any valid one.

import fc from "fast-check";
import type { CapturedRun } from "../../schema/types.ts";

/** The record that stands beside `sampleRecord()`. */
export function sampleRun(): CapturedRun {
  return {
    schema: "run.v1",
    task_ref: "shop/main",
    agent: "unknown",
    session_id: "s-1",
    timestamp: "2026-01-31T12:00:00.000Z",
    repo: "shop",
    prompt_id: "p-1",
    head: "0".repeat(40),
    diff_hash: null,
    reflection: "s-1-2026-01-31T12-00-00-000Z.reflection.json",
    base: "1".repeat(40),
  };
}

const textOrNull = fc.option(fc.string());

/** Any record. */
export const runs: fc.Arbitrary<CapturedRun> = fc.record({
  schema: fc.constant("run.v1" as const),
  task_ref: fc.string(),
  agent: fc.string(),
  session_id: fc.string(),
  timestamp: fc.constantFrom("2026-01-31T12:00:00.000Z", "2024-02-29T00:00:00Z"),
  repo: fc.string(),
  prompt_id: textOrNull,
  head: textOrNull,
  diff_hash: textOrNull,
  reflection: fc.string(),
  base: textOrNull,
});
