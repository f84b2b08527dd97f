/** What the tests of lib/model/ share: a question, and settings that point to a stand-in. */

import assert from "node:assert/strict";
import { z } from "zod";
import { ask, type Question } from "../../../lib/model/ask.ts";
import { ModelError, type ModelErrorKind } from "../../../lib/model/errors.ts";
import type { ModelSettings } from "../../../lib/model/backend.ts";
import { modelSettingsFrom } from "../../../lib/model/settings.ts";
import type { ModelApi } from "../../support/model_api.ts";

/** A made-up key; unlike any text that is searched for it. */
export const KEY = "sk-test-0f1e2d3c4b5a69788796";

/** The backends that go over HTTP. */
export const HTTP_BACKENDS = ["anthropic", "openai-compatible"] as const;

/** What the tests ask for. */
export const VERDICT = z.object({ verdict: z.enum(["good", "bad"]), score: z.number().min(0) });

type Verdict = z.infer<typeof VERDICT>;

/** An answer of that shape. */
export const GOOD: Verdict = { verdict: "good", score: 3 };

/** A question, with whatever a test wants otherwise. */
export function question(more: Partial<Question<Verdict>> = {}): Question<Verdict> {
  return { system: "You judge.", prompt: "Judge this.", schema: VERDICT, tier: "fast", ...more };
}

/** Waits that were asked for and not waited. */
interface Waits {
  waited: number[];
}

/** Settings as a user would have them, but that nobody waits. */
export function settingsFor(
  api: Pick<ModelApi, "url">,
  backend: (typeof HTTP_BACKENDS)[number],
  more: Partial<ModelSettings> = {},
): ModelSettings & Waits {
  const variables: Record<string, string> = {
    REFLECTION_PROVIDER: backend,
    REFLECTION_BASE_URL: `${api.url}/v1`,
    REFLECTION_MODEL_FAST: "made-up",
    ANTHROPIC_API_KEY: KEY,
    OPENAI_API_KEY: KEY,
  };
  const waited: number[] = [];
  return {
    ...modelSettingsFrom({}, (name) => variables[name]),
    wait: (ms) => Promise.resolve(void waited.push(ms)),
    ...more,
    waited,
  };
}

/** The error that a question must end in. */
export async function failure(
  settings: ModelSettings,
  kind: ModelErrorKind,
  more: Partial<Question<Verdict>> = {},
): Promise<ModelError> {
  try {
    await ask(question(more), settings);
  } catch (error) {
    assert(error instanceof ModelError, `not a ModelError: ${error}`);
    assert.equal(error.kind, kind, error.message);
    return error;
  }
  throw new assert.AssertionError({ message: `answered, but must fail as ${kind}` });
}

/** All that can be seen of an error, hidden fields and causes included. */
export function everything(error: Error): string {
  return Deno.inspect(error, { depth: 20, showHidden: true }) + error.stack + JSON.stringify(error);
}
