/** A session whose judge may ask a model, and a stand-in for that. */

import { ModelApi, type Steps } from "../support/model_api.ts";
import "../support/model_packages.ts";
import { Judging } from "./_judging.ts";

/** A model that has nothing to add. */
export const SATISFIED = {
  ...{ complete: true, severity: "NONE", feedback: "All is well.", missing: [] },
  ...{ next_actions: [], requires_human_action: false },
};

/** A model that has. */
export const DISSATISFIED = {
  ...{ complete: false, severity: "BLOCKER", feedback: "The change drops a table." },
  ...{ missing: ["A backup of the table"], next_actions: ["Restore the table"] },
  requires_human_action: false,
};

/** The user's own words on which model is asked. */
export function provider(api: ModelApi) {
  return {
    REFLECTION_PROVIDER: "anthropic",
    REFLECTION_BASE_URL: api.url,
    ANTHROPIC_API_KEY: "sk-ant-made-up-0123456789",
  };
}

/** A session, and a model that answers so. */
export async function judgedBy(steps: Steps) {
  const judging = await Judging.make();
  const api = ModelApi.start(steps);
  const env = provider(api);
  return {
    ...{ judging, api, env },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await judging[Symbol.asyncDispose]();
    },
  };
}
