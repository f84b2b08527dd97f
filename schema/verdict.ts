/**
 * `verdict.v1`: whether a task is really done, judged from evidence first and a model second.
 *
 * One record per end of a turn, also where nothing was judged: then `skipped` says why. One more
 * where the client says that nothing happens any more: then `stuck` says what that means. Only types
 * and lists of names: nothing here is computed.
 *
 * @module
 */

import type { TokenUsage } from "./review.ts";

export type { TokenUsage } from "./review.ts";

/** Every severity, the lightest first. */
export const VERDICT_SEVERITIES = ["NONE", "LOW", "MEDIUM", "HIGH", "BLOCKER"] as const;

/** How bad it is that a task is not done. */
export type VerdictSeverity = (typeof VERDICT_SEVERITIES)[number];

/** Every reason for not judging. */
export const SKIP_REASONS = [
  "aborted",
  "judge_session",
  "subagent",
  "plan_mode",
  "background_tasks",
  "already_judged",
  "attempts_used_up",
  "no_progress",
  "awaiting_user",
  "concurrent",
  "no_task",
  "unreadable",
] as const;

/** Why nothing was judged. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Every reason for silence. */
export const STUCK_REASONS = [
  "genuinely_stuck",
  "waiting_for_user",
  "working",
  "complete",
] as const;

/** Why an agent is silent. */
export type StuckReason = (typeof STUCK_REASONS)[number];

/** What the silence of an agent means. */
export interface StuckVerdict {
  /** Whether it will not go on by itself. */
  stuck: boolean;
  /** Why it is silent. */
  reason: StuckReason;
  /** How sure that is, from 0 to 1. */
  confidence: number;
  /** Whether it should be told to go on. */
  shouldNudge: boolean;
  /** What to tell it; null where it is to be left alone. */
  nudgeMessage: string | null;
}

/** One fact that a verdict rests on. */
export interface VerdictEvidence {
  /** The rule that used it, or `model`. */
  rule: string;
  /** What was seen. */
  fact: string;
  /** The turn it comes from, from 0; null where it is not of one turn. */
  turn: number | null;
}

/** The judgement itself, without who and when. */
export interface Verdict {
  /** Whether the task is done. */
  complete: boolean;
  /** How bad what is missing is. */
  severity: VerdictSeverity;
  /** The whole in a sentence or two. */
  feedback: string;
  /** What is missing. */
  missing: string[];
  /** What to do about it, concretely. */
  next_actions: string[];
  /** Whether only a person can go on. */
  requires_human_action: boolean;
  /** What it rests on. */
  evidence: VerdictEvidence[];
}

/** What became of a verdict. */
export interface VerdictOutcome {
  /** Whether the agent was sent back. */
  decision: "pushed" | "let_go" | "handed_over" | "observed" | "skipped";
  /** The feedback of this task so far, this one included. */
  attempt: number;
  /** No more than this many. */
  max_attempts: number;
}

/** A `verdict.v1` record. */
export interface VerdictRecord {
  /** Name and version of the format. */
  schema: "verdict.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or `unknown`. */
  agent: string;
  /** The session, or `unknown`. */
  session_id: string;
  /** When the record was written; ISO-8601 in UTC, ending in `Z`. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one, or where nothing was done. */
  head: string | null;
  /** A hash of the change so far; null where nothing was done, or it could not be read. */
  diff_hash: string | null;
  /** What was asked, as the judge understood it; scrubbed and shortened. */
  task: string | null;
  /** The judgement; null where nothing was judged. */
  verdict: Verdict | null;
  /** Why nothing was judged, or why an incomplete task was let go; null otherwise. */
  skipped: SkipReason | null;
  /** What kind of silence it is, where the client said that the agent is silent; null otherwise. */
  stuck: StuckVerdict | null;
  /** What became of it. */
  outcome: VerdictOutcome;
  /** The model that was asked, as it calls itself; null if none was. */
  model: string | null;
  /** What the model charged for; null if it did not say, or none was asked. */
  usage: TokenUsage | null;
  /** What that costs; null if it is not known. */
  cost_usd: number | null;
  /** How long the judging took. */
  duration_ms: number;
  /** Whether something that the judge should have had was missing. */
  degraded: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
}
