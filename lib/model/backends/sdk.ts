/**
 * Sending a request through the `ai` SDK, with a `fetch` that follows no redirect, because it would
 * carry the key along, and that reads no more than a bounded reply. The SDK does one request and
 * nothing more: its own retries are off, and it does not judge the answer. What it throws becomes a
 * `ModelError` without a cause, because its errors carry the whole request and reply.
 */

import type { LanguageModel } from "npm:ai@7.0.169";
import { joined } from "../../text/lines.ts";
import { MAX_REPLY_BYTES, type ModelReply, type ModelRequest, tokenUsage } from "../backend.ts";
import { isTransientStatus, ModelError, withoutKey } from "../errors.ts";
import { loadAi } from "./packages.ts";

type Ai = Awaited<ReturnType<typeof loadAi>>;
type Output = ReturnType<Ai["Output"]["text"]>;
type ProviderOptions = Parameters<Ai["generateText"]>[0]["providerOptions"];

/** How the request goes out. */
interface Route {
  /** For messages. */
  key: string | null;
  /** Whether the API is asked to hold the model to the schema. */
  structured: boolean;
  /** Options of the SDK's provider. */
  providerOptions?: NonNullable<ProviderOptions>;
}

/** Sends one request, once. */
export async function generate(
  model: LanguageModel,
  request: ModelRequest,
  route: Route,
): Promise<ModelReply> {
  const ai = await loadAi();
  const { system, messages, jsonSchema, maxOutputTokens, signal } = request;
  try {
    const result = await ai.generateText({
      model,
      instructions: system,
      messages: messages.map((message) => ({ ...message })),
      maxOutputTokens,
      maxRetries: 0,
      ...(signal === undefined ? {} : { abortSignal: signal }),
      ...(route.providerOptions === undefined ? {} : { providerOptions: route.providerOptions }),
      ...(route.structured ? { output: unjudged(jsonSchema) } : {}),
    });
    return {
      text: outputOf(result),
      model: withoutKey(result.response.modelId || request.model, route.key).slice(0, 100),
      usage: tokenUsage(result.usage.inputTokens, result.usage.outputTokens),
      cost_usd: null,
    };
  } catch (error) {
    throw explain(ai, error, route.key);
  }
}

/** Asks for JSON and hands on the text as it is: whether it is right, and the repair, is ours. */
function unjudged(schema: Record<string, unknown>): Output {
  return {
    name: "object",
    responseFormat: Promise.resolve({ type: "json", schema }),
    parseCompleteOutput: ({ text }) => Promise.resolve(text),
    parsePartialOutput: () => Promise.resolve(undefined),
    createElementStreamTransform: () => undefined,
  };
}

/** The SDK has no output, and throws on a look at it, where the model stopped without a word. */
function outputOf(result: { output: string; text: string }): string {
  try {
    return result.output;
  } catch {
    return result.text;
  }
}

function explain(ai: Ai, error: unknown, key: string | null): ModelError {
  const ours = cause(error, (one) => one instanceof ModelError);
  if (ours !== undefined) return ours as ModelError;
  const call = cause(error, (one) => ai.APICallError.isInstance(one));
  if (call === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return new ModelError("permanent", `Cannot ask the model: ${withoutKey(message, key)}`);
  }
  const { statusCode: status, message, cause: deeper } = call as InstanceType<Ai["APICallError"]>;
  if (status !== undefined && status >= 200 && status < 300) {
    // Half a reply may be whole the next time; a whole one of another kind will stay so.
    return ai.JSONParseError.isInstance(deeper)
      ? new ModelError("transient", "The host's reply is not JSON", { status })
      : new ModelError("permanent", "The host's reply is JSON of another shape", { status });
  }
  const transient = status === undefined || isTransientStatus(status);
  return new ModelError(
    transient ? "transient" : "permanent",
    `The host answered ${status ?? "nothing"}: ${withoutKey(message, key)}`,
    status === undefined ? {} : { status },
  );
}

/** The first in a chain of causes that fits. */
function cause(error: unknown, fits: (one: unknown) => boolean): unknown {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth++) {
    if (fits(one)) return one;
  }
  return undefined;
}

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
  if (size <= MAX_REPLY_BYTES) return joined(chunks, size);
  throw new ModelError("permanent", `The reply is larger than ${MAX_REPLY_BYTES} bytes`);
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
