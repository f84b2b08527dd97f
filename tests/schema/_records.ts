// A record in which every field is supplied, and any valid one.

import type { Reflection } from "../../schema/reflection.ts";
import { reflection } from "../../schema/records.ts";
import { validOf } from "./_valid.ts";

/** What every record begins with. */
export const header = <const Name extends string>(schema: Name) => ({
  schema,
  task_ref: "shop/main",
  agent: "unknown",
  session_id: "s-1",
  timestamp: "2026-01-31T12:00:00.000Z",
  repo: "shop",
});

/** What follows it where the record is about a turn. */
export const turn = { prompt_id: "p-1", head: "0".repeat(40), diff_hash: "f".repeat(64) };

/** A `reflection.v1` record. */
export function sampleRecord(): Reflection {
  return {
    ...header("reflection.v1"),
    confidence: 0.7,
    most_likely_wrong: { surface: "data", description: "The migration is not reversible" },
    known_not_in_diff: "The old column is still read by a report",
    risk: { needs_review: true, score: 0.9, surface: "data", reason: "data surface" },
    files_changed: ["db/schema.sql"],
    provenance: {
      source: "stop-hook",
      reflection_attempt: 1,
      degraded: false,
      reflection_mode: "solo",
    },
  };
}

/** Any valid `reflection.v1` record. */
export const records = validOf(reflection);
