// The inferred schema of `review.v1`; see `_zod.ts` for why it is private.

import { z } from "zod";
import { field } from "./_fields.ts";
import { TIMESTAMP_PATTERN } from "./reflection.ts";
import { REVIEW_CATEGORIES, REVIEW_DEPTHS, SEVERITIES } from "./review.ts";

const text = (title: string, description: string) => field(title, description, z.string());
const textOrNull = (title: string, description: string) =>
  field(title, description, z.string().nullable());
const texts = (title: string, description: string) =>
  field(title, description, z.array(z.string()));
const count = (title: string, description: string) => field(title, description, z.int().min(0));

/** The schema of `ReviewIssue`. */
const reviewIssue = z.strictObject({
  severity: field("Severity", "How bad it is", z.enum(SEVERITIES)),
  category: field("Category", "What it is about", z.enum(REVIEW_CATEGORIES)),
  description: text("Description", "What is wrong"),
  impact: textOrNull("Impact", "What follows from it; null if that was not said"),
  recommendation: textOrNull("Recommendation", "What to do about it; null if that was not said"),
  file: textOrNull("File", "The path, relative to the repository; null if no file is meant"),
  line: field("Line", "The line in the file as it is now, from 1", z.int().min(1).nullable()),
  source: field(
    "Source",
    "Whether a deterministic check found it, or a reviewer",
    z.enum(["floor", "model"]),
  ),
});

/** The schema of `Review`. */
export const review = z.strictObject({
  schema: field("Schema", "Name and version of the format", z.literal("review.v1")),
  task_ref: text("Task", "The task the run worked on"),
  agent: text("Agent", "The persona or runtime that did the work, or unknown"),
  session_id: text("Session", "The session, or unknown"),
  timestamp: field(
    "Timestamp",
    "When the record was written: ISO-8601 in UTC with seconds, ending in Z",
    z.string().regex(TIMESTAMP_PATTERN),
  ),
  repo: text("Repository", "The name of the repository's top folder"),
  prompt_id: textOrNull("Prompt", "The prompt that the turn answered, where the client told"),
  head: textOrNull("Head", "The commit that was checked out; null without one"),
  diff_hash: textOrNull("Diff", "A hash of the change that was reviewed; null if it is not known"),
  depth: field("Depth", "How much was read and asked", z.enum(REVIEW_DEPTHS)),
  model: textOrNull("Model", "The model that was asked, as it calls itself; null if none was"),
  issues: field("Issues", "What was found, the heaviest first", z.array(reviewIssue)),
  strengths: texts("Strengths", "What is good about the change"),
  summary: textOrNull("Summary", "The whole in a sentence or two"),
  files_reviewed: texts("Files reviewed", "The paths that were read"),
  files_left_out: field(
    "Files left out",
    "The paths that were not read",
    z.array(z.strictObject({
      path: text("Path", "The path, relative to the repository"),
      reason: text("Reason", "Why it was left out"),
    })),
  ),
  usage: field(
    "Usage",
    "What the model charged for; null if it did not say, or none was asked",
    z.strictObject({
      input_tokens: count("Input", "Tokens that it read"),
      output_tokens: count("Output", "Tokens that it wrote"),
    }).nullable(),
  ),
  cost_usd: field("Cost", "What that costs; null if it is not known", z.number().min(0).nullable()),
  duration_ms: count("Duration", "How long the review took, in milliseconds"),
  unparsed: texts("Unparsed", "What a reviewer wrote and could not be read as a finding"),
  degraded: field(
    "Degraded",
    "Whether something that the review should have had was missing",
    z.boolean(),
  ),
  failure: textOrNull("Failure", "Why there is no whole review; null if there is one"),
}).meta({
  title: "review.v1",
  description: "What a careful second reading of a run's change found",
});
