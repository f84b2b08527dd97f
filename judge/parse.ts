/**
 * A model's answer to the judge, read from its text or from JSON.
 *
 * Words and code fences around the answer are no fault, and fields too many are let go. Everything
 * else is as it was asked for or is refused with a sentence that names the field and the value:
 * nothing is guessed, and `"true"` is not true.
 */

import { type Verdict, VERDICT_SEVERITIES } from "../schema/verdict.ts";
import { AGENT_VERDICTS, type AgentEvaluation } from "./agent_evaluation.ts";
import { COMPACTION_ACTIONS, type CompactionVerdict } from "./compaction.ts";
import { readAnswer } from "./parse/answer.ts";
import {
  numberWithin,
  objectOf,
  oneOf,
  optional,
  type Parsed,
  text,
  textOrNull,
  texts,
  yesOrNo,
} from "./parse/fields.ts";
import { STUCK_REASONS, type StuckVerdict } from "./stuck.ts";

export type { Parsed } from "./parse/fields.ts";

/** What a model says about a task: the facts are the floor's alone. */
export type ModelVerdict = Omit<Verdict, "evidence">;

/** Reads whether a task is done. */
export const verdictFrom: (value: unknown) => Parsed<ModelVerdict> = objectOf<ModelVerdict>({
  complete: yesOrNo,
  severity: oneOf(VERDICT_SEVERITIES),
  feedback: text,
  missing: texts,
  next_actions: texts,
  // Most tasks need nobody: models leave it out then.
  requires_human_action: optional(yesOrNo, false),
});

/** Reads whether an agent is stuck. */
export const stuckFrom: (value: unknown) => Parsed<StuckVerdict> = objectOf<StuckVerdict>({
  stuck: yesOrNo,
  reason: oneOf(STUCK_REASONS),
  confidence: numberWithin(0, 1),
  shouldNudge: yesOrNo,
  nudgeMessage: optional(textOrNull, null),
});

/** Reads what to do after a compaction. */
export const compactionFrom: (value: unknown) => Parsed<CompactionVerdict> = objectOf<
  CompactionVerdict
>({
  action: oneOf(COMPACTION_ACTIONS),
  hasActiveGitWork: yesOrNo,
  confidence: numberWithin(0, 1),
  nudgeMessage: optional(textOrNull, null),
});

const evaluationFields = objectOf<AgentEvaluation>({
  reasoning: text,
  score: numberWithin(0, AGENT_VERDICTS.length - 1),
  verdict: oneOf(AGENT_VERDICTS),
  feedback: text,
  strengths: texts,
  issues: texts,
  recommendations: texts,
});

/** A grade is the name of its score; between two scores either name will do. */
const FITS = 0.5;

/** Reads how well a task was done; a score and a grade that contradict each other are no answer. */
export function agentEvaluationFrom(value: unknown): Parsed<AgentEvaluation> {
  const read = evaluationFields(value);
  if (!read.ok) return read;
  const { score, verdict } = read.value;
  if (Math.abs(AGENT_VERDICTS.indexOf(verdict) - score) <= FITS) return read;
  const expected = AGENT_VERDICTS[Math.round(score)];
  return {
    ok: false,
    problem: `Expected "verdict" to be ${expected} for a score of ${score}, got "${verdict}"`,
  };
}

/** Finds and reads whether a task is done. */
export function parseVerdict(text: string): Parsed<ModelVerdict> {
  return readAnswer(text, verdictFrom);
}

/** Finds and reads whether an agent is stuck. */
export function parseStuck(text: string): Parsed<StuckVerdict> {
  return readAnswer(text, stuckFrom);
}

/** Finds and reads what to do after a compaction. */
export function parseCompaction(text: string): Parsed<CompactionVerdict> {
  return readAnswer(text, compactionFrom);
}

/** Finds and reads how well a task was done. */
export function parseAgentEvaluation(text: string): Parsed<AgentEvaluation> {
  return readAnswer(text, agentEvaluationFrom);
}
