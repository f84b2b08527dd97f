// The inferred schemas. Private, because an exported constant without a written type is slow to
// check for whoever imports the package; `zod.ts` gives these their public types.

import { z } from "zod";
import { REFLECTION_MODES, REVIEW_SURFACES, TIMESTAMP_PATTERN } from "./reflection.ts";

const surface = z.enum(REVIEW_SURFACES);
const unitInterval = z.number().min(0).max(1);

/** The schema of `MostLikelyWrong`. */
export const mostLikelyWrong = z.strictObject({
  surface: surface.meta({ title: "Surface", description: "Where the work would be wrong" }),
  description: z.string().meta({
    title: "Description",
    description: "How the work would be wrong, in the agent's words",
  }),
});

const selfReportFields = {
  confidence: unitInterval.nullish().meta({
    title: "Confidence",
    description:
      "Self-reported: how sure the agent is of its work, from 0 to 1; null or absent if not supplied",
  }),
  most_likely_wrong: mostLikelyWrong.nullish().meta({
    title: "Most likely wrong",
    description:
      "Self-reported: the single most likely way in which the work is wrong; null or absent if not supplied",
  }),
  known_not_in_diff: z.string().nullish().meta({
    title: "Known, not in the diff",
    description:
      "Self-reported: what the agent knows that the diff does not show; null or absent if nothing or not supplied",
  }),
};

const risk = z.strictObject({
  needs_review: z.boolean().meta({
    title: "Needs review",
    description: "Whether the score reaches the threshold",
  }),
  score: unitInterval.meta({
    title: "Score",
    description: "How much is at stake where the change was made, from 0 to 1",
  }),
  surface: surface.meta({ title: "Surface", description: "The heaviest surface touched" }),
  reason: z.string().meta({
    title: "Reason",
    description: "The surface and the files that decided, for a person to read",
  }),
});

const provenance = z.strictObject({
  source: z.literal("stop-hook").meta({ title: "Source", description: "What wrote the record" }),
  reflection_attempt: z.int().min(1).meta({
    title: "Reflection attempt",
    description: "Which capture of the session this is, from 1",
  }),
  degraded: z.boolean().meta({
    title: "Degraded",
    description: "Whether something the record should hold was missing or unreadable",
  }),
  reflection_mode: z.enum(REFLECTION_MODES).meta({
    title: "Reflection mode",
    description: "The mode of capture that was on",
  }),
});

/** The schema of `SelfReport`. */
export const selfReport = z.strictObject(selfReportFields).meta({
  title: "Self-report",
  description: "What only the agent can say about its work",
});

/** The schema of `Reflection`. */
export const reflection = z.strictObject({
  schema: z.literal("reflection.v1").meta({
    title: "Schema",
    description: "Name and version of the format",
  }),
  task_ref: z.string().meta({ title: "Task", description: "The task the run worked on" }),
  agent: z.string().meta({
    title: "Agent",
    description: "The persona or runtime that did the work, or unknown",
  }),
  session_id: z.string().meta({
    title: "Session",
    description: "The session that ended, or unknown",
  }),
  timestamp: z.string().regex(TIMESTAMP_PATTERN).meta({
    title: "Timestamp",
    description: "When the record was written: ISO-8601 in UTC with seconds, ending in Z",
  }),
  repo: z.string().meta({
    title: "Repository",
    description: "The name of the repository's top folder",
  }),
  ...selfReportFields,
  risk: risk.meta({
    title: "Risk",
    description: "The least review the change needs; CI, tests and people stand above it",
  }),
  files_changed: z.array(z.string().meta({ title: "Path", description: "One changed path" })).meta({
    title: "Files changed",
    description: "The paths that changed, relative to the repository",
  }),
  provenance: provenance.meta({ title: "Provenance", description: "How the record came to be" }),
}).meta({
  title: "reflection.v1",
  description:
    "What an agent's run changed, how risky that is, and what the agent itself doubts about it",
});
