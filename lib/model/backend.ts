/** What a backend is: it carries one request to a model and brings back the text. */

import type { TokenUsage } from "../../schema/review.ts";
import type { ModelSettings } from "./settings.ts";

/** A message of the conversation. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}

/** What a model is sent. */
export interface ModelRequest {
  model: string;
  system: string;
  /** Begins and ends with the user. */
  messages: readonly Message[];
  /** A JSON Schema of the answer, for backends that can hold a model to it. */
  jsonSchema: Record<string, unknown>;
  maxOutputTokens: number;
  signal: AbortSignal | undefined;
}

/** What came back. The text is not trusted to be what was asked for. */
export interface ModelReply {
  text: string;
  /** As the model calls itself. */
  model: string;
  usage: TokenUsage | null;
  /** What the backend itself says it cost; null if it does not. */
  cost_usd: number | null;
}

/** Sends one request, once; throws a `ModelError`. */
export type Backend = (request: ModelRequest, settings: ModelSettings) => Promise<ModelReply>;

/** No reply may be longer; a review is a few kilobytes. */
export const MAX_REPLY_BYTES = 8 * 1024 * 1024;

/** Counts as a server tells them; null unless both are counts. */
export function tokenUsage(input: unknown, output: unknown): TokenUsage | null {
  return isCount(input) && isCount(output) ? { input_tokens: input, output_tokens: output } : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
