/** Reading a model's text as the value that was asked for. What is wrong is said in a sentence. */

import type { z } from "zod";

/** A value of the right shape, or what is wrong. */
export type Answered<T> = { ok: true; value: T } | { ok: false; problem: string };

/** As many faults as a model needs to see; a long list would cost more than it helps. */
const MAX_FAULTS = 10;

/** Reads a text that should be JSON; a code fence around it, or words beside it, are no fault. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Answered<T> {
  const parsed = parse(text);
  if (parsed === undefined) {
    return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { ok: true, value: checked.data };
  const faults = checked.error.issues.slice(0, MAX_FAULTS).map(({ path, message }) =>
    `${path.length === 0 ? "the value" : path.map(String).join(".")}: ${message}`
  );
  return { ok: false, problem: faults.join("; ").slice(0, 2000) };
}

const FENCE = "```";

/** Where JSON may stand in the text, the most likely first. */
function* places(text: string): Generator<string> {
  const trimmed = text.trim();
  yield trimmed;
  const open = trimmed.indexOf(FENCE);
  const body = trimmed.indexOf("\n", open) + 1;
  const close = trimmed.lastIndexOf(FENCE);
  if (open >= 0 && body > 0 && close > body) yield trimmed.slice(body, close);
  const from = trimmed.search(/[{[]/);
  const to = Math.max(trimmed.lastIndexOf("}"), trimmed.lastIndexOf("]"));
  if (from >= 0 && to > from) yield trimmed.slice(from, to + 1);
}

function parse(text: string): { value: unknown } | undefined {
  for (const place of places(text)) {
    try {
      return { value: JSON.parse(place) };
    } catch {
      // The next place, then.
    }
  }
  return undefined;
}
