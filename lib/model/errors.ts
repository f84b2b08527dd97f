/**
 * What can go wrong when a model is asked. A message never holds a key, and no error carries the
 * request or the reply that it came from.
 */

import type { TokenUsage } from "../../schema/types.ts";
import { oneLine } from "../text/text.ts";

/**
 * `transient`: a second try may help. `permanent`: it cannot. `invalid_answer`: the model answered,
 * twice, with something else than was asked for. `aborted`: the asker gave up. `not_configured`:
 * no model was asked.
 */
export type ModelErrorKind =
  | "transient"
  | "permanent"
  | "invalid_answer"
  | "aborted"
  | "not_configured";

/** What was spent before an error. */
export interface Spent {
  /** The model, as it calls itself. */
  model: string;
  /** Null if the backend did not say. */
  usage: TokenUsage | null;
  /** Null if it is not known. */
  cost_usd: number | null;
}

/** No answer. */
export class ModelError extends Error {
  override name = "ModelError";
  /** What kind of failure it is. */
  readonly kind: ModelErrorKind;
  /** The HTTP status, where there was one. */
  readonly status: number | null;
  /** What the wrong answers cost, where there were any. */
  readonly spent: Spent | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: { status?: number; spent?: Spent } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = options.status ?? null;
    this.spent = options.spent ?? null;
  }
}

/** How much of a server's or a program's own words goes into a message. */
const MAX_QUOTE = 300;

/** What looks like a key, or like a header that carries one. */
const KEY_SHAPES = [
  /\b(?:sk|pk|rk|key|gsk|xai|nvapi|hf)[-_][\w-]{8,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\b(?:bearer|basic)\s+[^\s"',;]+/gi,
  /(["']?\b(?:x-api-key|authorization|api[-_]?key)["']?\s*[:=]\s*)["']?[^\s"',;}]+["']?/gi,
];

/** Words of a server or a program for a message: one line, short, and without a key. */
export function withoutKey(text: string, key: string | null): string {
  let clean = text;
  // The exact key first: no pattern knows what the user's own server calls a key.
  if (key !== null && key !== "") {
    for (const form of new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])) {
      clean = clean.replaceAll(form, "[key]");
    }
  }
  // Little of it is shown, and patterns take their time.
  clean = clean.slice(0, 20 * MAX_QUOTE);
  for (const shape of KEY_SHAPES) clean = clean.replace(shape, "[key]");
  return oneLine(clean, MAX_QUOTE);
}

/** Whether an HTTP status is worth a second try. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
