/** Reading a model's text as the value that was asked for. What is wrong is said in a sentence. */

import type { z } from "zod";
import { jsonIn } from "../text/json_in_text.ts";

/** A value of the right shape, or what is wrong. */
export type Answered<T> = { ok: true; value: T } | { ok: false; problem: string };

/** As many faults as a model needs to see; a long list would cost more than it helps. */
const MAX_FAULTS = 10;

/**
 * Reads a text that should be JSON; a code fence around it, or words beside it, are no fault. Of
 * several values the one of the right shape is meant; of several different ones, nobody knows which.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Answered<T> {
  const checks = [...jsonIn(text)].map((value) => schema.safeParse(value));
  const good = checks.filter((check) => check.success).map(({ data }) => data);
  if (good.length > 0) {
    return areSame(good)
      ? { ok: true, value: good[0] as T }
      : { ok: false, problem: `it has ${good.length} answers that differ` };
  }
  const [wrong] = checks;
  if (wrong?.error === undefined) {
    return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
  const faults = wrong.error.issues.slice(0, MAX_FAULTS).map(({ path, message }) =>
    `${path.length === 0 ? "the value" : path.map(String).join(".")}: ${message}`
  );
  return { ok: false, problem: faults.join("; ").slice(0, 2000) };
}

function areSame(values: readonly unknown[]): boolean {
  if (values.length < 2) return true;
  return new Set(values.map((value) => JSON.stringify(value))).size === 1;
}
