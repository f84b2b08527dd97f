/** Asking the model that the user configured, if any: loaded only where there is one. */

import type { Notes } from "../hook/notes.ts";
import type { Answer, Question } from "../model/ask.ts";
import { modelSettingsFrom } from "../model/settings.ts";
import type { ReviewConfig } from "./config.ts";
import type { ModelReview } from "./model_review.ts";

/** A function that asks, or null where no model is configured. */
export function modelAsker(
  { provider, base_url }: Pick<ReviewConfig, "provider" | "base_url">,
  env: (name: string) => string | undefined,
  notes: Pick<Notes, "error">,
): ((question: Question<ModelReview>) => Promise<Answer<ModelReview>>) | null {
  const settings = modelSettingsFrom({ provider, base_url }, env);
  for (const problem of settings.problems) notes.error(problem);
  if (settings.backend === "none") return null;
  return async (question) => {
    const { ask } = await import("../model/ask.ts");
    return await ask(question, settings);
  };
}
