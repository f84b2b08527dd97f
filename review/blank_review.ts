/** A record of a review in which nothing was read and nothing found, to be filled in. */

import type { ReviewDepth } from "../schema/names.ts";
import type { Review } from "../schema/types.ts";

/** Who worked on what, as every record begins. */
export type ReviewHead = Pick<
  Review,
  "task_ref" | "agent" | "session_id" | "repo" | "prompt_id"
>;

/** The record. */
export function blankReview(head: ReviewHead, depth: ReviewDepth, now: number): Review {
  return {
    schema: "review.v1",
    task_ref: head.task_ref,
    agent: head.agent,
    session_id: head.session_id,
    timestamp: new Date(now).toISOString(),
    repo: head.repo,
    prompt_id: head.prompt_id,
    head: null,
    diff_hash: null,
    depth,
    model: null,
    issues: [],
    strengths: [],
    summary: null,
    files_reviewed: [],
    files_left_out: [],
    usage: null,
    cost_usd: null,
    duration_ms: 0,
    unparsed: [],
    degraded: false,
    failure: null,
  };
}
