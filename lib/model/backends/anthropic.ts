/** The Messages API, at Anthropic's own host or where the user says. */

import type { Backend } from "../backend.ts";
import { ModelError } from "../errors.ts";
import { loadAnthropic } from "./packages.ts";
import { generate, guardedFetch } from "./sdk.ts";

/** Always said, because the SDK would look into the environment otherwise. */
const OWN_HOST = "https://api.anthropic.com/v1";

/** Asks with the key that the settings carry. */
export const send: Backend = async (request, settings) => {
  const { apiKey, baseUrl } = settings;
  if (apiKey === null) {
    throw new ModelError("not_configured", 'Provider "anthropic" needs ANTHROPIC_API_KEY');
  }
  const { createAnthropic } = await loadAnthropic();
  const provider = createAnthropic({
    apiKey,
    baseURL: baseUrl === null ? OWN_HOST : withVersion(baseUrl),
    fetch: guardedFetch(apiKey),
  });
  return await generate(provider(request.model), request, { key: apiKey, structured: true });
};

/** The SDK wants the version in the address; people leave it out. */
function withVersion(baseUrl: string): string {
  return new URL(baseUrl).pathname === "/" ? `${baseUrl}/v1` : baseUrl;
}
