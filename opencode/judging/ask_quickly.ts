/** A quick question to the model that the user named; where there is no answer, the floor stands. */

import type { CompactionVerdict } from "../../judge/compaction.ts";
import { buildJudgePrompt, type JudgePromptParts } from "../../judge/prompt.ts";
import type { JudgedTurn } from "../../hook/judging/verdict_record.ts";
import { messageOf } from "../../hook/notes.ts";
import { modelSettingsFrom } from "../../model/settings.ts";
import { readConfigFiles } from "../../review/config_file.ts";
import type { StuckVerdict } from "../../schema/verdict.ts";
import { scrubDeep } from "../../scrub/scrub_deep.ts";

interface Quick {
  readonly stuck: StuckVerdict;
  readonly compaction: CompactionVerdict;
}

/** Longer than this nobody waits for a nudge. */
const DEADLINE_MS = 30_000;

/** Asks; null where no model is named, or it gives no answer. */
export async function askQuickly<Kind extends keyof Quick>(
  { notes, host }: JudgedTurn,
  kind: Kind,
  parts: JudgePromptParts[Kind],
): Promise<Quick[Kind] | null> {
  const env = (name: string) => Deno.env.get(name);
  const { config } = readConfigFiles(".", env);
  const settings = modelSettingsFrom(config, env, host);
  for (const problem of settings.problems) notes.error(problem);
  if (settings.backend === "none" || settings.inside || !config.judge) return null;
  try {
    const [{ ask }, { judgeAnswers }] = await Promise.all([
      import("../../model/ask.ts"),
      import("../../model/judge_answers.ts"),
    ]);
    const { system, prompt } = buildJudgePrompt(kind, await scrubDeep(parts), {
      nonce: crypto.randomUUID(),
    });
    const schema = judgeAnswers[kind] as import("zod").z.ZodType<Quick[Kind]>;
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return (await ask<Quick[Kind]>({ system, prompt, schema, tier: "fast", signal }, settings))
      .value;
  } catch (error) {
    notes.error(`The model did not judge: ${messageOf(error)}`);
    return null;
  }
}
