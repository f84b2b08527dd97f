/**
 * Chat completions, at the address that the user says: a provider, or Ollama or vLLM at home, which
 * want no key. Not every server can hold a model to a schema, so the schema is also in words.
 */

import type { Backend, ModelRequest } from "../backend.ts";
import { ModelError } from "../errors.ts";
import { loadOpenAiCompatible } from "./packages.ts";
import { generate, guardedFetch } from "./sdk.ts";

/** What servers say that do not know `response_format`, or not this schema. */
const NO_SCHEMA = /response_?format|json_?schema|structured|grammar|schema/i;

/** Asks for an answer by schema; where the server refuses to, in words alone. */
export const send: Backend = async (request, settings) => {
  const { apiKey, baseUrl } = settings;
  if (baseUrl === null) {
    throw new ModelError("not_configured", 'Provider "openai-compatible" needs a base URL');
  }
  const { createOpenAICompatible } = await loadOpenAiCompatible();
  const provider = createOpenAICompatible({
    name: "compatible",
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    fetch: guardedFetch(apiKey),
    ...(apiKey === null ? {} : { apiKey }),
  });
  const model = provider.chatModel(request.model);
  const inWords = withSchema(request);
  const route = {
    key: apiKey,
    // The strict kind knows only a part of JSON Schema, and refuses the rest.
    providerOptions: { compatible: { strictJsonSchema: false } },
  };
  try {
    return await generate(model, inWords, { ...route, structured: true });
  } catch (error) {
    const refused = error instanceof ModelError && error.kind === "permanent" &&
      (error.status === 400 || error.status === 422 || error.status === 501) &&
      NO_SCHEMA.test(error.message);
    if (!refused) throw error;
    return await generate(model, inWords, { ...route, structured: false });
  }
};

function withSchema(request: ModelRequest): ModelRequest {
  const schema = JSON.stringify(request.jsonSchema);
  const system = `${request.system}\n\n` +
    `Answer with nothing but one JSON value that follows this JSON Schema:\n${schema}`;
  return { ...request, system };
}
