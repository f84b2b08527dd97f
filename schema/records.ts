/**
 * The zod schemas of `reflection.v1`, `run.v1`, `review.v1` and `verdict.v1`: the one source of
 * their JSON Schemas and of their types. Not public, because an exported constant without a written
 * type is slow to check for programs that import the package; `zod.ts` gives these their public
 * types.
 */

import { z } from "zod";
import {
  count,
  declared,
  field,
  header,
  object,
  objectType,
  ofTurn,
  oneOf,
  ordinal,
  record,
  text,
  textOrNull,
  texts,
  titled,
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

const surface = oneOf("ReviewSurface", REVIEW_SURFACES);

/** The schema of `MostLikelyWrong`. */
export const mostLikelyWrong = objectType(
  "MostLikelyWrong",
  "The single most likely way in which the work is wrong.",
  {
    surface: field("Where the work would be wrong", surface),
    description: text("How the work would be wrong, in the agent's words"),
  },
);

/** The schema of `SelfReport`. */
export const selfReport = declared(
  "SelfReport",
  "What only the agent can say. A field that is null or absent was not supplied.",
  object({
    confidence: field(
      "Self-reported: how sure the agent is of its work, from 0 to 1; null or absent if not supplied",
      unitInterval.nullish(),
    ),
    most_likely_wrong: field(
      "Self-reported: the single most likely way in which the work is wrong; null or absent if not supplied",
      mostLikelyWrong.nullish(),
    ),
    known_not_in_diff: field(
      "Self-reported: what the agent knows that the diff does not show; null or absent if nothing or not supplied",
      z.string().nullish(),
      "Known, not in the diff",
    ),
  }).meta({
    title: "Self-report",
    description: "What only the agent can say about its work",
  }),
);

const risk = typed(
  "RiskFloorVerdict",
  object({
    needs_review: yesOrNo("Whether the score reaches the threshold"),
    score: field("How much is at stake where the change was made, from 0 to 1", unitInterval),
    surface: field("The heaviest surface touched", surface),
    reason: text("The surface and the files that decided, for a person to read"),
  }),
);

const provenance = objectType("Provenance", "How a record came to be.", {
  source: field("What wrote the record", z.literal("stop-hook")),
  reflection_attempt: field("Which capture of the session this is, from 1", ordinal),
  degraded: yesOrNo("Whether something the record should hold was missing or unreadable"),
  reflection_mode: field(
    "The mode of capture that was on",
    declared(
      "ReflectionMode",
      "How capture was switched on; with `off` nothing is captured.",
      z.enum(REFLECTION_MODES),
    ),
  ),
});

/** The schema of `Reflection`. */
export const reflection = record("reflection.v1", "Reflection", {
  about:
    "What an agent's run changed, how risky that is, and what the agent itself doubts about it",
  doc: "A `reflection.v1` record as a reader accepts it.",
}, {
  session_id: text("The session that ended, or unknown", "Session"),
  ...selfReport.shape,
  risk: field("The least review the change needs; CI, tests and people stand above it", risk),
  files_changed: field(
    "The paths that changed, relative to the repository",
    z.array(text("One changed path", "Path")),
  ),
  provenance: field("How the record came to be", provenance),
});

/** The schema of `CapturedRun`. Loose: a reader of today must not refuse a field of tomorrow. */
export const capturedRun = declared(
  "CapturedRun",
  "A `run.v1` record: what a run's records are joined by. The capture writes one beside every " +
    "`reflection.v1` record, with the same timestamp and the same file name up to its ending. " +
    "Readers pass over fields that they do not know: later versions may add some.",
  z.looseObject(titled({
    ...header("run.v1"),
    ...ofTurn({ diff_hash: "A hash of the change so far; null where the capture did not read it" }),
    reflection: text("The file name of the reflection that was captured with it"),
    base: textOrNull(
      "The commit that the run began at; null where it is not known, or there was none",
    ),
  })).meta({
    title: "run.v1",
    description: "What the records of an agent's run are joined by",
  }),
);

const reviewIssue = objectType("ReviewIssue", "One finding.", {
  severity: field("How bad it is", oneOf("Severity", SEVERITIES)),
  category: field("What it is about", oneOf("ReviewCategory", REVIEW_CATEGORIES)),
  description: text("What is wrong"),
  impact: textOrNull("What follows from it; null if that was not said"),
  recommendation: textOrNull("What to do about it; null if that was not said"),
  file: textOrNull("The path, relative to the repository; null if no file is meant"),
  line: field("The line in the file as it is now, from 1", ordinal.nullable()),
  source: field(
    "Whether a deterministic check found it, or a reviewer",
    z.enum(["floor", "model"]),
  ),
});

const leftOut = objectType("LeftOut", "A path of the change that was not read, and why.", {
  path: text("The path, relative to the repository"),
  reason: text("Why it was left out"),
});

/** What a model cost, the same in every record that asks one. */
const asked = {
  model: textOrNull("The model that was asked, as it calls itself; null if none was"),
  usage: field(
    "What the model charged for; null if it did not say, or none was asked",
    objectType("TokenUsage", "What a model charged for, in tokens.", {
      input_tokens: count("Tokens that it read", "Input"),
      output_tokens: count("Tokens that it wrote", "Output"),
    }).nullable(),
  ),
  cost_usd: field("What that costs; null if it is not known", z.number().min(0).nullable(), "Cost"),
};

/** The schema of `Review`. */
export const review = record("review.v1", "Review", {
  about: "What a careful second reading of a run's change found",
  doc:
    "A `review.v1` record. Findings of the floor are deterministic and there with or without a model; " +
    "those of a model are added to them and never take one away.",
}, {
  ...ofTurn({ diff_hash: "A hash of the change that was reviewed; null if it is not known" }),
  depth: field("How much was read and asked", oneOf("ReviewDepth", REVIEW_DEPTHS)),
  model: asked.model,
  issues: field("What was found, the heaviest first", z.array(reviewIssue)),
  strengths: texts("What is good about the change"),
  summary: textOrNull("The whole in a sentence or two"),
  files_reviewed: texts("The paths that were read"),
  files_left_out: field("The paths that were not read", z.array(leftOut)),
  usage: asked.usage,
  cost_usd: asked.cost_usd,
  duration_ms: count("How long the review took, in milliseconds", "Duration"),
  unparsed: texts("What a reviewer wrote and could not be read as a finding"),
  degraded: yesOrNo("Whether something that the review should have had was missing"),
  failure: textOrNull("Why there is no whole review; null if there is one"),
});

const verdictEvidence = objectType("VerdictEvidence", "One fact that a verdict rests on.", {
  rule: text("The rule that used it, or model"),
  fact: text("What was seen"),
  turn: field(
    "The turn it comes from, from 0; null where it is not of one turn",
    z.int().min(0).nullable(),
  ),
});

const pointer = objectType(
  "EvidencePointer",
  "Where something was seen: a tool call, a line of a file, or both.",
  {
    turn: field(
      "The turn of the call, from 0; null where it is not of a call",
      z.int().min(0).nullable(),
    ),
    call: textOrNull("The client's id of the tool call; null where it is not of a call"),
    path: textOrNull("The file; null where it is not about one"),
    line: field("The line in the file, from 1", ordinal.nullable()),
  },
);

const requirementAnswer = objectType(
  "RequirementAnswer",
  "One thing that the person declared done to mean, and whether it is so.",
  {
    kind: field("What kind it is", oneOf("RequirementKind", REQUIREMENT_KINDS)),
    name: text("As the person declared it, such as check `npm test`"),
    state: field("Whether it is met", oneOf("RequirementState", REQUIREMENT_STATES)),
    applies: yesOrNo("Whether it can mean something here; where not, state is cannot_tell"),
    severity: field(
      "How bad it is where it is not met",
      oneOf("VerdictSeverity", VERDICT_SEVERITIES),
    ),
    evidence: text("What shows it, in a sentence"),
    settle: text("What the agent can do to meet it, in a sentence"),
    at: field("Where it was seen; null where it is of no place", pointer.nullable()),
  },
);

const observation = objectType(
  "Observation",
  "A fact worth a person's look. It is never said to the agent.",
  {
    name: text("Which observation it is"),
    evidence: text("What was seen, in a sentence"),
    at: field("Where it was seen; null where it is of no place", pointer.nullable()),
  },
);

const veto = objectType("Veto", "A reason not to send the agent back, whatever is missing.", {
  name: field("Which it is", oneOf("VetoName", VETOES)),
  evidence: text("What was seen, in a sentence"),
});

const verdict = objectType("Verdict", "The judgement itself, without who and when.", {
  complete: field(
    "Whether the task is done; null where no requirement and no model tells",
    z.boolean().nullable(),
  ),
  severity: field("How bad what is missing is", oneOf("VerdictSeverity", VERDICT_SEVERITIES)),
  feedback: text("The whole in a sentence or two"),
  missing: texts("What is missing"),
  next_actions: texts("What to do about it, concretely"),
  requires_human_action: yesOrNo("Whether only a person can go on"),
  evidence: field("What it rests on", z.array(verdictEvidence)),
});

const stuckVerdict = objectType("StuckVerdict", "What the silence of an agent means.", {
  stuck: yesOrNo("Whether it will not go on by itself"),
  reason: field("Why it is silent", oneOf("StuckReason", STUCK_REASONS)),
  confidence: field("How sure that is", unitInterval),
  shouldNudge: yesOrNo("Whether it should be told to go on", "Should nudge"),
  nudgeMessage: textOrNull("What to tell it; null where it is to be left alone", "Nudge"),
});

const verdictOutcome = objectType("VerdictOutcome", "What became of a verdict.", {
  decision: field(
    "Whether the agent was sent back",
    z.enum(["pushed", "let_go", "handed_over", "observed", "skipped"]),
  ),
  attempt: count("The feedback of this task so far, this one included"),
  max_attempts: count("No more than this many", "Most attempts"),
});

/** The schema of `VerdictRecord`. */
export const verdictRecord = record("verdict.v1", "VerdictRecord", {
  about: "Whether a task is really done, judged from evidence first and a model second",
  doc:
    "A `verdict.v1` record: one per end of a turn, also where nothing was judged, and one more where " +
    "the client says that nothing happens any more.",
}, {
  ...ofTurn({
    head: "The commit that was checked out; null without one, or where nothing was done",
    diff_hash: "A hash of the change so far; null where nothing was done, or it could not be read",
  }),
  task: textOrNull("What was asked, as the judge understood it; null if not known", "Task text"),
  verdict: field("The judgement; null where nothing was judged", verdict.nullable()),
  floor: field(
    "What the person's requirements alone come to; absent where nothing was judged, and in old records",
    oneOf("Floor", FLOORS).optional(),
  ),
  requirements: field(
    "What the person declared, and whether it is so; absent in old records",
    z.array(requirementAnswer).optional(),
  ),
  observations: field(
    "What a person may want to look at; absent in old records",
    z.array(observation).optional(),
  ),
  vetoes: field(
    "What forbade sending the agent back; absent in old records",
    z.array(veto).optional(),
  ),
  skipped: field(
    "Why nothing was judged, or why an incomplete task was let go; null otherwise",
    oneOf("SkipReason", SKIP_REASONS).nullable(),
  ),
  stuck: field(
    "What kind of silence it is, where the client said that the agent is silent; null otherwise",
    stuckVerdict.nullable(),
  ),
  outcome: field("What became of it", verdictOutcome),
  ...asked,
  duration_ms: count("How long the judging took, in milliseconds", "Duration"),
  degraded: yesOrNo("Whether something that the judge should have had was missing"),
  failure: textOrNull("What went wrong; null if nothing did"),
});
