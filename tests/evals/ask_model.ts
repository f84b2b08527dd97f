/**
 * A model's part in an eval: it is asked as the hooks ask it, with the prompt that is shipped, and
 * combined with the floor by the same law. Loaded only where a model is named.
 */

import { answerTo } from "../../hook/judging/ask_model.ts";
import type { ModelSettings } from "../../lib/model/backend.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import type { Answered, Answers } from "./answer.ts";
import type { EvalKind } from "./variables.ts";

/** A model that takes longer has failed the case. */
const DEADLINE_MS = 60_000;

/** The answer to a case with a model's help; throws a `ModelError` where it gives none. */
export async function askModel<Kind extends EvalKind>(
  { asked, combine }: Answered<Kind>,
  settings: ModelSettings,
): Promise<Answers[Kind] | null> {
  const asker = { started: Date.now(), modelMs: DEADLINE_MS };
  const { value } = await answerTo(asked, asker, settings, { redact: scrubDeep });
  return combine(value);
}
