/** A quick question to the model that the user named; where there is no answer, the floor stands. */

import type { CompactionVerdict } from "../../../judge/compaction.ts";
import { buildJudgePrompt, type JudgePromptParts } from "../../../judge/prompt.ts";
import type { JudgedTurn } from "../../judging/verdict_record.ts";
import { messageOf } from "../../../lib/store/notes.ts";
import { modelSettingsFrom, type UserModelConfig } from "../../../lib/model/settings.ts";
import type { StuckVerdict } from "../../../schema/types.ts";
import { scrubDeep } from "../../../lib/scrub/scrub_deep.ts";
import { QUICK_MS } from "./own_model.ts";

interface Quick {
  readonly stuck: StuckVerdict;
  readonly compaction: CompactionVerdict;
}

/** Asks; null where no model is named, or it gives no answer. */
export async function askQuickly<Kind extends keyof Quick>(
  { notes, host }: JudgedTurn,
  config: UserModelConfig,
  kind: Kind,
  parts: JudgePromptParts[Kind],
): Promise<Quick[Kind] | null> {
  const env = (name: string) => Deno.env.get(name);
  const settings = modelSettingsFrom(config, env, host);
  for (const problem of settings.problems) notes.error(problem);
  if (settings.backend === "none" || settings.inside) return null;
  try {
    const [{ ask }, { judgeAnswers }] = await Promise.all([
      import("../../../lib/model/ask.ts"),
      import("../../../judge/answers.ts"),
    ]);
    const { system, prompt } = buildJudgePrompt(kind, await scrubDeep(parts), {
      nonce: crypto.randomUUID(),
    });
    const schema = judgeAnswers[kind] as import("zod").z.ZodType<Quick[Kind]>;
    const signal = AbortSignal.timeout(QUICK_MS);
    return (await ask<Quick[Kind]>({ system, prompt, schema, tier: "fast", signal }, settings))
      .value;
  } catch (error) {
    notes.error(`The model did not judge: ${messageOf(error)}`);
    return null;
  }
}
