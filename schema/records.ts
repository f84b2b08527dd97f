/**
 * The zod schemas of `reflection.v1`, `run.v1`, `review.v1` and `verdict.v1`: the one source of their JSON
 * Schemas and of their types. Not public, because an exported constant without a written type is
 * slow to check for whoever imports the package; `zod.ts` gives these their public types.
 */

import { z } from "zod";
import {
  count,
  declared,
  field,
  header,
  ofTurn,
  text,
  textOrNull,
  texts,
  typed,
  unitInterval,
  yesOrNo,
} from "./fields.ts";
import {
  FLOORS,
  REQUIREMENT_KINDS,
  REQUIREMENT_STATES,
  REVIEW_CATEGORIES,
  REVIEW_DEPTHS,
  SEVERITIES,
  SKIP_REASONS,
  STUCK_REASONS,
  VERDICT_SEVERITIES,
  VETOES,
} from "./names.ts";
import { REFLECTION_MODES, REVIEW_SURFACES } from "./reflection.ts";

const surface = typed("ReviewSurface", z.enum(REVIEW_SURFACES));

/** The schema of `MostLikelyWrong`. */
export const mostLikelyWrong = declared(
  "MostLikelyWrong",
  "The single most likely way in which the work is wrong.",
  z.strictObject({
    surface: field("Surface", "Where the work would be wrong", surface),
    description: text("Description", "How the work would be wrong, in the agent's words"),
  }),
);

/** The schema of `SelfReport`. */
export const selfReport = declared(
  "SelfReport",
  "What only the agent can say. A field that is null or absent was not supplied.",
  z.strictObject({
    confidence: field(
      "Confidence",
      "Self-reported: how sure the agent is of its work, from 0 to 1; null or absent if not supplied",
      unitInterval.nullish(),
    ),
    most_likely_wrong: field(
      "Most likely wrong",
      "Self-reported: the single most likely way in which the work is wrong; null or absent if not supplied",
      mostLikelyWrong.nullish(),
    ),
    known_not_in_diff: field(
      "Known, not in the diff",
      "Self-reported: what the agent knows that the diff does not show; null or absent if nothing or not supplied",
      z.string().nullish(),
    ),
  }).meta({
    title: "Self-report",
    description: "What only the agent can say about its work",
  }),
);

const risk = typed(
  "RiskFloorVerdict",
  z.strictObject({
    needs_review: yesOrNo("Needs review", "Whether the score reaches the threshold"),
    score: field(
      "Score",
      "How much is at stake where the change was made, from 0 to 1",
      unitInterval,
    ),
    surface: field("Surface", "The heaviest surface touched", surface),
    reason: text("Reason", "The surface and the files that decided, for a person to read"),
  }),
);

const provenance = declared(
  "Provenance",
  "How a record came to be.",
  z.strictObject({
    source: field("Source", "What wrote the record", z.literal("stop-hook")),
    reflection_attempt: field(
      "Reflection attempt",
      "Which capture of the session this is, from 1",
      z.int().min(1),
    ),
    degraded: yesOrNo(
      "Degraded",
      "Whether something the record should hold was missing or unreadable",
    ),
    reflection_mode: field(
      "Reflection mode",
      "The mode of capture that was on",
      declared(
        "ReflectionMode",
        "How capture was switched on; with `off` nothing is captured.",
        z.enum(REFLECTION_MODES),
      ),
    ),
  }),
);

/** The schema of `Reflection`. */
export const reflection = declared(
  "Reflection",
  "A `reflection.v1` record as a reader accepts it.",
  z.strictObject({
    ...header("reflection.v1"),
    session_id: text("Session", "The session that ended, or unknown"),
    ...selfReport.shape,
    risk: field(
      "Risk",
      "The least review the change needs; CI, tests and people stand above it",
      risk,
    ),
    files_changed: field(
      "Files changed",
      "The paths that changed, relative to the repository",
      z.array(text("Path", "One changed path")),
    ),
    provenance: field("Provenance", "How the record came to be", provenance),
  }).meta({
    title: "reflection.v1",
    description:
      "What an agent's run changed, how risky that is, and what the agent itself doubts about it",
  }),
);

/** The schema of `CapturedRun`. Loose: a reader of today must not refuse a field of tomorrow. */
export const capturedRun = declared(
  "CapturedRun",
  "A `run.v1` record: what a run's records are joined by. The capture writes one beside every " +
    "`reflection.v1` record, with the same timestamp and the same file name up to its ending. " +
    "Readers pass over fields that they do not know: later versions may add some.",
  z.looseObject({
    ...header("run.v1"),
    ...ofTurn({ diff_hash: "A hash of the change so far; null where the capture did not read it" }),
    reflection: text("Reflection", "The file name of the reflection that was captured with it"),
    base: textOrNull(
      "Base",
      "The commit that the run began at; null where it is not known, or there was none",
    ),
  }).meta({
    title: "run.v1",
    description: "What the records of an agent's run are joined by",
  }),
);

const reviewIssue = declared(
  "ReviewIssue",
  "One finding.",
  z.strictObject({
    severity: field("Severity", "How bad it is", typed("Severity", z.enum(SEVERITIES))),
    category: field(
      "Category",
      "What it is about",
      typed("ReviewCategory", z.enum(REVIEW_CATEGORIES)),
    ),
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
  }),
);

const leftOut = declared(
  "LeftOut",
  "A path of the change that was not read, and why.",
  z.strictObject({
    path: text("Path", "The path, relative to the repository"),
    reason: text("Reason", "Why it was left out"),
  }),
);

/** What a model cost, the same in every record that asks one. */
const asked = {
  model: textOrNull("Model", "The model that was asked, as it calls itself; null if none was"),
  usage: field(
    "Usage",
    "What the model charged for; null if it did not say, or none was asked",
    declared(
      "TokenUsage",
      "What a model charged for, in tokens.",
      z.strictObject({
        input_tokens: count("Input", "Tokens that it read"),
        output_tokens: count("Output", "Tokens that it wrote"),
      }),
    ).nullable(),
  ),
  cost_usd: field("Cost", "What that costs; null if it is not known", z.number().min(0).nullable()),
};

/** The schema of `Review`. */
export const review = declared(
  "Review",
  "A `review.v1` record. Findings of the floor are deterministic and there with or without a model; " +
    "those of a model are added to them and never take one away.",
  z.strictObject({
    ...header("review.v1"),
    ...ofTurn({ diff_hash: "A hash of the change that was reviewed; null if it is not known" }),
    depth: field(
      "Depth",
      "How much was read and asked",
      typed("ReviewDepth", z.enum(REVIEW_DEPTHS)),
    ),
    model: asked.model,
    issues: field("Issues", "What was found, the heaviest first", z.array(reviewIssue)),
    strengths: texts("Strengths", "What is good about the change"),
    summary: textOrNull("Summary", "The whole in a sentence or two"),
    files_reviewed: texts("Files reviewed", "The paths that were read"),
    files_left_out: field("Files left out", "The paths that were not read", z.array(leftOut)),
    usage: asked.usage,
    cost_usd: asked.cost_usd,
    duration_ms: count("Duration", "How long the review took, in milliseconds"),
    unparsed: texts("Unparsed", "What a reviewer wrote and could not be read as a finding"),
    degraded: yesOrNo(
      "Degraded",
      "Whether something that the review should have had was missing",
    ),
    failure: textOrNull("Failure", "Why there is no whole review; null if there is one"),
  }).meta({
    title: "review.v1",
    description: "What a careful second reading of a run's change found",
  }),
);

const verdictEvidence = declared(
  "VerdictEvidence",
  "One fact that a verdict rests on.",
  z.strictObject({
    rule: text("Rule", "The rule that used it, or model"),
    fact: text("Fact", "What was seen"),
    turn: field(
      "Turn",
      "The turn it comes from, from 0; null where it is not of one turn",
      z.int().min(0).nullable(),
    ),
  }),
);

const pointer = declared(
  "EvidencePointer",
  "Where something was seen: a tool call, a line of a file, or both.",
  z.strictObject({
    turn: field(
      "Turn",
      "The turn of the call, from 0; null where it is not of a call",
      z.int().min(0).nullable(),
    ),
    call: textOrNull("Call", "The client's id of the tool call; null where it is not of a call"),
    path: textOrNull("Path", "The file; null where it is not about one"),
    line: field("Line", "The line in the file, from 1", z.int().min(1).nullable()),
  }),
);

const requirementAnswer = declared(
  "RequirementAnswer",
  "One thing that the person declared done to mean, and whether it is so.",
  z.strictObject({
    kind: field("Kind", "What kind it is", typed("RequirementKind", z.enum(REQUIREMENT_KINDS))),
    name: text("Name", "As the person declared it, such as check `npm test`"),
    state: field(
      "State",
      "Whether it is met",
      typed("RequirementState", z.enum(REQUIREMENT_STATES)),
    ),
    applies: yesOrNo(
      "Applies",
      "Whether it can mean something here; where not, state is cannot_tell",
    ),
    severity: field(
      "Severity",
      "How bad it is where it is not met",
      typed("VerdictSeverity", z.enum(VERDICT_SEVERITIES)),
    ),
    evidence: text("Evidence", "What shows it, in a sentence"),
    settle: text("Settle", "What the agent can do to meet it, in a sentence"),
    at: field("At", "Where it was seen; null where it is of no place", pointer.nullable()),
  }),
);

const observation = declared(
  "Observation",
  "A fact worth a person's look. It is never said to the agent.",
  z.strictObject({
    name: text("Name", "Which observation it is"),
    evidence: text("Evidence", "What was seen, in a sentence"),
    at: field("At", "Where it was seen; null where it is of no place", pointer.nullable()),
  }),
);

const veto = declared(
  "Veto",
  "A reason not to send the agent back, whatever is missing.",
  z.strictObject({
    name: field("Name", "Which it is", typed("VetoName", z.enum(VETOES))),
    evidence: text("Evidence", "What was seen, in a sentence"),
  }),
);

const verdict = declared(
  "Verdict",
  "The judgement itself, without who and when.",
  z.strictObject({
    complete: field(
      "Complete",
      "Whether the task is done; null where no requirement and no model tells",
      z.boolean().nullable(),
    ),
    severity: field(
      "Severity",
      "How bad what is missing is",
      typed("VerdictSeverity", z.enum(VERDICT_SEVERITIES)),
    ),
    feedback: text("Feedback", "The whole in a sentence or two"),
    missing: texts("Missing", "What is missing"),
    next_actions: texts("Next actions", "What to do about it, concretely"),
    requires_human_action: yesOrNo("Requires human action", "Whether only a person can go on"),
    evidence: field("Evidence", "What it rests on", z.array(verdictEvidence)),
  }),
);

const stuckVerdict = declared(
  "StuckVerdict",
  "What the silence of an agent means.",
  z.strictObject({
    stuck: yesOrNo("Stuck", "Whether it will not go on by itself"),
    reason: field("Reason", "Why it is silent", typed("StuckReason", z.enum(STUCK_REASONS))),
    confidence: field("Confidence", "How sure that is", unitInterval),
    shouldNudge: yesOrNo("Should nudge", "Whether it should be told to go on"),
    nudgeMessage: textOrNull("Nudge", "What to tell it; null where it is to be left alone"),
  }),
);

const verdictOutcome = declared(
  "VerdictOutcome",
  "What became of a verdict.",
  z.strictObject({
    decision: field(
      "Decision",
      "Whether the agent was sent back",
      z.enum(["pushed", "let_go", "handed_over", "observed", "skipped"]),
    ),
    attempt: count("Attempt", "The feedback of this task so far, this one included"),
    max_attempts: count("Most attempts", "No more than this many"),
  }),
);

/** The schema of `VerdictRecord`. */
export const verdictRecord = declared(
  "VerdictRecord",
  "A `verdict.v1` record: one per end of a turn, also where nothing was judged, and one more where " +
    "the client says that nothing happens any more.",
  z.strictObject({
    ...header("verdict.v1"),
    ...ofTurn({
      head: "The commit that was checked out; null without one, or where nothing was done",
      diff_hash:
        "A hash of the change so far; null where nothing was done, or it could not be read",
    }),
    task: textOrNull("Task text", "What was asked, as the judge understood it; null if not known"),
    verdict: field("Verdict", "The judgement; null where nothing was judged", verdict.nullable()),
    floor: field(
      "Floor",
      "What the person's requirements alone come to; absent where nothing was judged, and in old records",
      typed("Floor", z.enum(FLOORS)).optional(),
    ),
    requirements: field(
      "Requirements",
      "What the person declared, and whether it is so; absent in old records",
      z.array(requirementAnswer).optional(),
    ),
    observations: field(
      "Observations",
      "What a person may want to look at; absent in old records",
      z.array(observation).optional(),
    ),
    vetoes: field(
      "Vetoes",
      "What forbade sending the agent back; absent in old records",
      z.array(veto).optional(),
    ),
    skipped: field(
      "Skipped",
      "Why nothing was judged, or why an incomplete task was let go; null otherwise",
      typed("SkipReason", z.enum(SKIP_REASONS)).nullable(),
    ),
    stuck: field(
      "Stuck",
      "What kind of silence it is, where the client said that the agent is silent; null otherwise",
      stuckVerdict.nullable(),
    ),
    outcome: field("Outcome", "What became of it", verdictOutcome),
    ...asked,
    duration_ms: count("Duration", "How long the judging took, in milliseconds"),
    degraded: yesOrNo("Degraded", "Whether something that the judge should have had was missing"),
    failure: textOrNull("Failure", "What went wrong; null if nothing did"),
  }).meta({
    title: "verdict.v1",
    description: "Whether a task is really done, judged from evidence first and a model second",
  }),
);
