// The inferred schema of `verdict.v1`; see `_zod.ts` for why it is private.

import { z } from "zod";
import { field } from "./_fields.ts";
import { review } from "./_review_zod.ts";
import { SKIP_REASONS, STUCK_REASONS, VERDICT_SEVERITIES } from "./verdict.ts";

const text = (title: string, description: string) => field(title, description, z.string());
const textOrNull = (title: string, description: string) =>
  field(title, description, z.string().nullable());
const texts = (title: string, description: string) =>
  field(title, description, z.array(z.string()));
const yesOrNo = (title: string, description: string) => field(title, description, z.boolean());
const count = (title: string, description: string) => field(title, description, z.int().min(0));

/** The schema of `VerdictEvidence`. */
export const verdictEvidence = z.strictObject({
  rule: text("Rule", "The rule that used it, or model"),
  fact: text("Fact", "What was seen"),
  turn: field(
    "Turn",
    "The turn it comes from, from 0; null where it is not of one turn",
    z.int().min(0).nullable(),
  ),
});

/** The schema of `Verdict`. */
export const verdict = z.strictObject({
  complete: yesOrNo("Complete", "Whether the task is done"),
  severity: field("Severity", "How bad what is missing is", z.enum(VERDICT_SEVERITIES)),
  feedback: text("Feedback", "The whole in a sentence or two"),
  missing: texts("Missing", "What is missing"),
  next_actions: texts("Next actions", "What to do about it, concretely"),
  requires_human_action: yesOrNo("Requires human action", "Whether only a person can go on"),
  evidence: field("Evidence", "What it rests on", z.array(verdictEvidence)),
});

/** The schema of `VerdictOutcome`. */
export const verdictOutcome = z.strictObject({
  decision: field(
    "Decision",
    "Whether the agent was sent back",
    z.enum(["pushed", "let_go", "handed_over", "observed", "skipped"]),
  ),
  attempt: count("Attempt", "The feedback of this task so far, this one included"),
  max_attempts: count("Most attempts", "No more than this many"),
});

/** The schema of `StuckVerdict`. */
export const stuckVerdict = z.strictObject({
  stuck: yesOrNo("Stuck", "Whether it will not go on by itself"),
  reason: field("Reason", "Why it is silent", z.enum(STUCK_REASONS)),
  confidence: field("Confidence", "How sure that is", z.number().min(0).max(1)),
  shouldNudge: yesOrNo("Should nudge", "Whether it should be told to go on"),
  nudgeMessage: textOrNull("Nudge", "What to tell it; null where it is to be left alone"),
});

// Who and when, and what a model cost, mean the same in every record that has them.
const { task_ref, agent, session_id, timestamp, repo, prompt_id, model, usage, cost_usd } =
  review.shape;

/** The schema of `VerdictRecord`. */
export const verdictRecord = z.strictObject({
  schema: field("Schema", "Name and version of the format", z.literal("verdict.v1")),
  task_ref,
  agent,
  session_id,
  timestamp,
  repo,
  prompt_id,
  head: textOrNull(
    "Head",
    "The commit that was checked out; null without one, or where nothing was done",
  ),
  diff_hash: textOrNull(
    "Diff",
    "A hash of the change so far; null where nothing was done, or it could not be read",
  ),
  task: textOrNull("Task text", "What was asked, as the judge understood it; null if not known"),
  verdict: field("Verdict", "The judgement; null where nothing was judged", verdict.nullable()),
  skipped: field(
    "Skipped",
    "Why nothing was judged, or why an incomplete task was let go; null otherwise",
    z.enum(SKIP_REASONS).nullable(),
  ),
  stuck: field(
    "Stuck",
    "What kind of silence it is, where the client said that the agent is silent; null otherwise",
    stuckVerdict.nullable(),
  ),
  outcome: field("Outcome", "What became of it", verdictOutcome),
  model,
  usage,
  cost_usd,
  duration_ms: count("Duration", "How long the judging took, in milliseconds"),
  degraded: yesOrNo("Degraded", "Whether something that the judge should have had was missing"),
  failure: textOrNull("Failure", "What went wrong; null if nothing did"),
}).meta({
  title: "verdict.v1",
  description: "Whether a task is really done, judged from evidence first and a model second",
});
