/**
 * A model's part in an eval: it is asked with the prompt that is shipped, and combined with the
 * deterministic answer as everywhere. Loaded only where a provider is named.
 */

import {
  combineCompaction,
  combineEvaluations,
  combineStuck,
  combineVerdicts,
} from "../../judge/combine.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { buildJudgePrompt, type JudgeKind } from "../../judge/prompt.ts";
import { ask } from "../../lib/model/ask.ts";
import {
  agentAnswerSchema,
  compactionAnswerSchema,
  stuckAnswerSchema,
  verdictAnswerSchema,
} from "../../judge/answers.ts";
import type { ModelSettings } from "../../lib/model/backend.ts";
import type { Answered, Answers } from "./answer.ts";

/** A model that takes longer has failed the case. */
const DEADLINE_MS = 60_000;

/** Asks about one case, in the shape of its kind, and adds the answer to the floor. */
type AskAndCombine = {
  readonly [Kind in JudgeKind]: (
    floor: Answers[Kind],
    question: Question,
    settings: ModelSettings,
  ) => Promise<Answers[Kind]>;
};

interface Question {
  readonly system: string;
  readonly prompt: string;
  readonly tier: "fast";
  readonly signal: AbortSignal;
}

const ASK: AskAndCombine = {
  task: async (floor, question, settings) =>
    combineVerdicts(
      floor,
      (await ask({ ...question, schema: verdictAnswerSchema }, settings)).value,
    ),
  stuck: async (floor, question, settings) =>
    combineStuck(floor, (await ask({ ...question, schema: stuckAnswerSchema }, settings)).value),
  compaction: async (floor, question, settings) =>
    combineCompaction(
      floor,
      (await ask({ ...question, schema: compactionAnswerSchema }, settings)).value,
    ),
  agent: async (floor, question, settings) =>
    combineEvaluations(
      floor,
      (await ask({ ...question, schema: agentAnswerSchema }, settings)).value,
    ),
};

/** The answer to a case with a model's help; throws a `ModelError` where it gives none. */
export async function askModel<Kind extends JudgeKind>(
  kind: Kind,
  { floor, parts }: Answered<Kind>,
  settings: ModelSettings,
): Promise<Answers[Kind]> {
  const { system, prompt } = buildJudgePrompt(kind, await scrubDeep(parts), {
    nonce: crypto.randomUUID(),
  });
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return await ASK[kind](floor, { system, prompt, tier: "fast", signal }, settings);
}
