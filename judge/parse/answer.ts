/** Finding the one answer in what a model wrote. */

import { jsonIn } from "../../lib/text/json_in_text.ts";
import type { Parsed } from "./fields.ts";

/** An answer is a few kilobytes; a longer text is none. */
const MOST_ANSWER = 256 * 1024;

/**
 * Reads the one object of the right shape in a text. The same one twice is one; of two that differ
 * nobody knows which is meant.
 */
export function readAnswer<T>(text: string, read: (value: unknown) => Parsed<T>): Parsed<T> {
  if (text.length > MOST_ANSWER) {
    return wrong(`Expected at most ${MOST_ANSWER} characters, got ${text.length}`);
  }
  if (text.trim() === "") return wrong("Expected a JSON object, got an empty text");
  const values = [...jsonIn(text)];
  const objects = values.filter((value) => typeof value === "object" && !Array.isArray(value));
  const answers = objects.map(read);
  const good = answers.filter((answer) => answer.ok);
  const different = new Set(good.map(({ value }) => JSON.stringify(value))).size;
  if (different > 1) return wrong(`Expected one answer, got ${different} that differ`);
  // The last word is the answer; what stands before it is on the way there.
  return good[0] ?? answers.at(-1) ??
    (values.length > 0 ? read(values.at(-1)) : wrong("Expected a JSON object, got none"));
}

function wrong(problem: string): Parsed<never> {
  return { ok: false, problem };
}
