/**
 * The one way to a provider's host: a `fetch` that follows no redirect, because it would carry the
 * key along, and that reads no more than a bounded reply.
 */

import { MAX_REPLY_BYTES } from "../backend.ts";
import { ModelError, withoutKey } from "../errors.ts";

/** A `fetch` for the SDK; what fails on the way is a `ModelError`. */
export function guardedFetch(key: string | null): typeof fetch {
  return async (input, init) => {
    let response: Response;
    try {
      response = await fetch(input, { ...init, redirect: "manual" });
    } catch (error) {
      throw lost(error, key);
    }
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ModelError(
        "permanent",
        `The host answered ${response.status}: redirects are not followed`,
        { status: response.status },
      );
    }
    const body = await readBounded(response, key);
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

async function readBounded(
  response: Response,
  key: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      // Leaving the loop cancels the rest of the body.
      if (size > MAX_REPLY_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw lost(error, key);
  }
  if (size > MAX_REPLY_BYTES) {
    throw new ModelError("permanent", `The reply is larger than ${MAX_REPLY_BYTES} bytes`);
  }
  const whole = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}

/** A host that was not permitted will not be on a second try either. */
function lost(error: unknown, key: string | null): ModelError {
  const message = error instanceof Error ? error.message : String(error);
  const refused = error instanceof Error && error.name === "NotCapable";
  return new ModelError(
    refused ? "permanent" : "transient",
    `Cannot reach the model: ${withoutKey(message, key)}`,
  );
}
