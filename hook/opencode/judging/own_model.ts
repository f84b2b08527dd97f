/** OpenCode's own models as a backend: the plugin asks them, in a session of their own. */

import type { Backend } from "../../../lib/model/backend.ts";
import { ModelError } from "../../../lib/model/errors.ts";
import { CLIENTS_CHOICE, FAST_MODELS } from "../../../lib/model/tiers.ts";
import type { ModelRequest, Question } from "../question.ts";
import type { PluginLines } from "./lines.ts";

/** So long a model is waited for, in milliseconds. */
export const TASK_MS = 180_000;
export const QUICK_MS = 30_000;

/**
 * A backend that asks through the plugin. Whether a task is done is worth the model that the session
 * uses; a silence and a compaction are quick questions.
 */
export function ownModel(lines: PluginLines, { kind }: Pick<Question, "kind">): Backend {
  const [quick, ms] = kind === "task" ? [null, TASK_MS] : [FAST_MODELS, QUICK_MS];
  return async ({ system, messages, model, jsonSchema, signal }) => {
    const request: Omit<ModelRequest["ask"], "id"> = {
      system: `${system}\n\nAnswer with nothing but JSON of this schema:\n${
        JSON.stringify(jsonSchema)
      }`,
      prompt: messages.map(({ role, content }) =>
        role === "user" ? content : `You answered before:\n${content}`
      ).join("\n\n"),
      model: named(model),
      quick,
      ms,
    };
    const { text, model: asked, failure } = await lines.ask({ ...request }, signal) ?? {};
    if (typeof text !== "string") {
      throw new ModelError(
        "permanent",
        `OpenCode's model gave no answer: ${failure ?? "it ended"}`,
      );
    }
    return { text, model: String(asked), usage: null, cost_usd: null };
  };
}

/** A model that the user named, as `provider/model`. */
function named(model: string): ModelRequest["ask"]["model"] {
  if (model === CLIENTS_CHOICE) return null;
  const [providerID = "", ...rest] = model.split("/");
  if (rest.length === 0) {
    throw new ModelError("not_configured", `Model "${model}" must be named as provider/model`);
  }
  return { providerID, modelID: rest.join("/") };
}
