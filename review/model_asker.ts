/** Asking the model that the user configured, if any: loaded only where there is one. */

import type { Notes } from "../lib/store/notes.ts";
import { modelSettingsFrom } from "../lib/model/settings.ts";
import { modelsFor, type Tier } from "../lib/model/tiers.ts";
import type { ReviewConfig } from "../lib/config/settings.ts";
import type { Reviewer } from "./run_review.ts";

/** The size of model that the settings name, as `lib/model/` calls it. */
const TIERS: Readonly<Record<ReviewConfig["model"], Tier>> = {
  haiku: "fast",
  sonnet: "standard",
  opus: "deep",
};

/** The reviewer, or null where no model is configured. */
export function modelAsker(
  { provider, base_url, model }: Pick<ReviewConfig, "provider" | "base_url" | "model">,
  env: (name: string) => string | undefined,
  notes: Pick<Notes, "error">,
): Reviewer | null {
  const settings = modelSettingsFrom({ provider, base_url }, env);
  for (const problem of settings.problems) notes.error(problem);
  if (settings.backend === "none") return null;
  const tier = TIERS[model];
  return {
    tier,
    models: modelsFor(tier, settings),
    async ask(question) {
      const { ask } = await import("../lib/model/ask.ts");
      return await ask(question, settings);
    },
  };
}
