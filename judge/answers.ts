/**
 * What the judge asks a model for, as schemas for `ask`.
 *
 * The judge reads answers itself, without a package; these show a model the shape and leave the
 * reading to it. Their JSON Schemas have no bounds on numbers and texts: not every provider takes
 * those.
 */

import type { z as Zod } from "zod";
import { AGENT_VERDICTS, type AgentEvaluation } from "./agent_evaluation.ts";
import { COMPACTION_ACTIONS, type CompactionVerdict } from "./compaction.ts";
import {
  agentEvaluationFrom,
  compactionFrom,
  type ModelVerdict,
  type Parsed,
  stuckFrom,
  verdictFrom,
} from "./parse.ts";
import { STUCK_REASONS, type StuckVerdict } from "./stuck.ts";
import { VERDICT_SEVERITIES } from "../schema/names.ts";
import { ZOD } from "../schema/zod_package.ts";

// Not by its name: the hook that loads this runs without an import map, which would slow its start.
const { z }: typeof import("zod") = await import(ZOD);

/** A schema that shows this shape and reads by hand. */
function readBy<T>(read: (value: unknown) => Parsed<T>, shape: Zod.ZodType): Zod.ZodType<T> {
  return z.preprocess((value, context) => {
    const answer = read(value);
    if (answer.ok) return answer.value;
    context.addIssue(answer.problem);
    return z.NEVER;
  }, shape) as Zod.ZodType as Zod.ZodType<T>;
}

/** Whether a task is done. */
export const verdictAnswerSchema: Zod.ZodType<ModelVerdict> = readBy(
  verdictFrom,
  z.object({
    complete: z.boolean().describe("Whether the task is really done"),
    severity: z.enum(VERDICT_SEVERITIES).describe("How bad what is missing is"),
    feedback: z.string().describe("The whole in a sentence or two"),
    missing: z.array(z.string()).describe("What is missing"),
    next_actions: z.array(z.string()).describe("What to do about it, concretely"),
    requires_human_action: z.boolean().describe("Whether only a person can go on"),
  }),
);

/** Whether an agent is stuck. */
export const stuckAnswerSchema: Zod.ZodType<StuckVerdict> = readBy(
  stuckFrom,
  z.object({
    stuck: z.boolean(),
    reason: z.enum(STUCK_REASONS),
    confidence: z.number().describe("From 0 to 1"),
    shouldNudge: z.boolean().describe("Whether to tell the agent to go on"),
    nudgeMessage: z.string().nullable().describe("What to tell it; null if nothing"),
  }),
);

/** What to do after a compaction. */
export const compactionAnswerSchema: Zod.ZodType<CompactionVerdict> = readBy(
  compactionFrom,
  z.object({
    action: z.enum(COMPACTION_ACTIONS),
    hasActiveGitWork: z.boolean(),
    confidence: z.number().describe("From 0 to 1"),
    nudgeMessage: z.string().nullable().describe("What to tell the agent; null if nothing"),
  }),
);

/** How well a task was done. */
export const agentAnswerSchema: Zod.ZodType<AgentEvaluation> = readBy(
  agentEvaluationFrom,
  z.object({
    reasoning: z.string().describe("Step by step, short"),
    score: z.number().describe("From 0 to 5"),
    verdict: z.enum(AGENT_VERDICTS),
    feedback: z.string().describe("A sentence or two"),
    strengths: z.array(z.string()),
    issues: z.array(z.string()),
    recommendations: z.array(z.string()),
  }),
);

/** The same, by what is asked. */
export const judgeAnswers: {
  readonly task: Zod.ZodType<ModelVerdict>;
  readonly stuck: Zod.ZodType<StuckVerdict>;
  readonly compaction: Zod.ZodType<CompactionVerdict>;
  readonly agent: Zod.ZodType<AgentEvaluation>;
} = {
  task: verdictAnswerSchema,
  stuck: stuckAnswerSchema,
  compaction: compactionAnswerSchema,
  agent: agentAnswerSchema,
};
