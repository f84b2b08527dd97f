// A valid `run.v1` record in which every field is supplied.

import type { CapturedRun } from "../../schema/types.ts";
import { header, turn } from "./_records.ts";

/** The record that stands beside `sampleRecord()`. */
export function sampleRun(): CapturedRun {
  return {
    ...header("run.v1"),
    ...turn,
    diff_hash: null,
    reflection: "s-1-2026-01-31T12-00-00-000Z.reflection.json",
    base: "1".repeat(40),
  };
}
