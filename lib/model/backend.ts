/** What a backend is: it carries one request to a model and brings back the text. */

import type { TokenUsage } from "../../schema/types.ts";
import { countOf } from "../text/values.ts";
import type { Tier } from "./tiers.ts";

/** Every backend. */
export const BACKENDS = ["none", "claude", "anthropic", "openai-compatible", "opencode"] as const;

/** Who is asked. */
export type BackendName = (typeof BACKENDS)[number];

/** All that asking a model needs of the world. */
export interface ModelSettings {
  /** Who is asked. */
  backend: BackendName;
  /** Where, if not at the provider's own host. */
  baseUrl: string | null;
  /** Models that the user named. */
  models: Partial<Record<Tier, string>>;
  /** The key for this backend. */
  apiKey: string | null;
  /** Whether this process itself was started to answer a question. */
  inside: boolean;
  /** The whole environment of the `claude` program. */
  claudeEnv: Record<string, string>;
  /**
   * Carries a request to the models of the client that we run in; null where it has none for us.
   */
  host: Backend | null;
  /** Waits before a second try; rejects when the signal aborts. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Settings that could not be followed, one line each; `backend` is `none` if one matters. */
  problems: string[];
}

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
  const [input_tokens, output_tokens] = [countOf(input), countOf(output)];
  return input_tokens === null || output_tokens === null ? null : { input_tokens, output_tokens };
}
