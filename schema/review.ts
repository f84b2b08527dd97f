/**
 * `review.v1`: what a careful second reading of a run's change found.
 *
 * Findings of the floor are deterministic and there with or without a model; those of a model are
 * added to them and never take one away. What a reviewer wrote and nobody could read is kept in
 * `unparsed`. Only types and lists of names: nothing here is computed.
 *
 * @module
 */

/** Every severity, the heaviest first. */
export const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** Every category. */
export const REVIEW_CATEGORIES = [
  "SECURITY",
  "QUALITY",
  "TESTING",
  "PERFORMANCE",
  "TECHNICAL_DEBT",
] as const;

/** What a finding is about. */
export type ReviewCategory = (typeof REVIEW_CATEGORIES)[number];

/** Every depth, the cheapest first. */
export const REVIEW_DEPTHS = ["quick", "standard", "deep"] as const;

/** How much is read and asked. */
export type ReviewDepth = (typeof REVIEW_DEPTHS)[number];

/** One finding. */
export interface ReviewIssue {
  /** How bad it is. */
  severity: Severity;
  /** What it is about. */
  category: ReviewCategory;
  /** What is wrong. */
  description: string;
  /** What follows from it, if that was said. */
  impact: string | null;
  /** What to do about it, if that was said. */
  recommendation: string | null;
  /** The path, relative to the repository. */
  file: string | null;
  /** The line in the file as it is now, from 1. */
  line: number | null;
  /** Whether a deterministic check found it, or a reviewer. */
  source: "floor" | "model";
}

/** A path of the change that was not read, and why. */
export interface LeftOut {
  /** The path, relative to the repository. */
  path: string;
  /** Why it was left out. */
  reason: string;
}

/** What a model charged for, in tokens. */
export interface TokenUsage {
  /** Tokens that it read. */
  input_tokens: number;
  /** Tokens that it wrote. */
  output_tokens: number;
}

/** A `review.v1` record. */
export interface Review {
  /** Name and version of the format. */
  schema: "review.v1";
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
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change that was reviewed; null if it could not be read. */
  diff_hash: string | null;
  /** How much was read and asked. */
  depth: ReviewDepth;
  /** The model that was asked, as it calls itself; null if none was. */
  model: string | null;
  /** What was found, the heaviest first. */
  issues: ReviewIssue[];
  /** What is good about the change. */
  strengths: string[];
  /** The whole in a sentence or two. */
  summary: string | null;
  /** The paths that were read. */
  files_reviewed: string[];
  /** The paths that were not, and why. */
  files_left_out: LeftOut[];
  /** What the model charged for; null if it did not say, or none was asked. */
  usage: TokenUsage | null;
  /** What that costs; null if it is not known. */
  cost_usd: number | null;
  /** How long the review took. */
  duration_ms: number;
  /** What a reviewer wrote and could not be read as a finding. */
  unparsed: string[];
  /** Whether something that the review should have had was missing. */
  degraded: boolean;
  /** Why there is no whole review; null if there is one. */
  failure: string | null;
}
