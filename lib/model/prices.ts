/** What tokens cost: a small table of one day, which is not kept up. */

import type { TokenUsage } from "../../schema/types.ts";

/** Dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
}

/**
 * Prices on 2026-08-08 in LiteLLM's model_prices_and_context_window.json, by the model's name
 * without its date. The price of any other model is not known.
 */
export const PRICES: Readonly<Record<string, Price>> = {
  // What the `claude` program's names stood for on that day.
  "haiku": { input: 1, output: 5 },
  "sonnet": { input: 3, output: 15 },
  "opus": { input: 5, output: 25 },
  "claude-3-5-haiku": { input: 0.8, output: 4 },
  "claude-haiku-4": { input: 1, output: 5 },
  "claude-haiku-4-5": { input: 1, output: 5 },
  "claude-sonnet-4": { input: 3, output: 15 },
  "claude-sonnet-4-0": { input: 3, output: 15 },
  "claude-sonnet-4-5": { input: 3, output: 15 },
  "claude-sonnet-4-6": { input: 3, output: 15 },
  "claude-sonnet-5": { input: 2, output: 10 },
  "claude-opus-4": { input: 15, output: 75 },
  "claude-opus-4-0": { input: 15, output: 75 },
  "claude-opus-4-1": { input: 15, output: 75 },
  "claude-opus-4-5": { input: 5, output: 25 },
  "claude-opus-4-6": { input: 5, output: 25 },
  "claude-opus-4-7": { input: 5, output: 25 },
  "claude-opus-4-8": { input: 5, output: 25 },
  "claude-opus-5": { input: 5, output: 25 },
  "gpt-4o-mini": { input: 0.15, output: 0.6 },
  "gpt-3.5-turbo": { input: 0.5, output: 1.5 },
  "gpt-3.5-turbo-0125": { input: 0.5, output: 1.5 },
  "gemini-2.0-flash": { input: 0.1, output: 0.4 },
};

/** A date at the end makes no other model; any other ending may be one at another price. */
const DATE = /[-@](?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/;

/** What a model charges; null if it is not in the table. */
export function priceOf(model: string): Price | null {
  const name = model.replace(DATE, "");
  return Object.hasOwn(PRICES, name) ? PRICES[name] ?? null : null;
}

/** What it cost, in dollars; null if its price is not known. */
export function cost(model: string, usage: TokenUsage): number | null {
  const price = priceOf(model);
  if (price === null) return null;
  return (usage.input_tokens * price.input + usage.output_tokens * price.output) / 1e6;
}
