/**
 * One row of a corpus by the plain way, `JSON.parse`: what is right, and what exactly is wrong.
 *
 * The byte scanner in `rows.ts` is only a faster way to the same answer, and asks here whenever a
 * line is not of the usual shape. Confidence must be a number and correct a boolean: "0.8" and 1
 * are refused, not converted: a guess about the data would hide in the figures.
 */

import { isObject } from "../../lib/text/values.ts";

/** A usable row. */
interface Row {
  /** From 0 to 1. */
  readonly confidence: number;
  readonly correct: boolean;
  /** The session that it belongs to, else the repository, if it names one. */
  readonly cluster: string | null;
}

/** Lines that are longer than the reader takes. */
export const TOO_LONG = "longer than 4 MiB";

// A byte order mark is taken away at the start of the file; anywhere else it is not JSON.
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The object in a line, null if the line is blank, or a reason why there is none. */
export function readObject(line: Uint8Array): Record<string, unknown> | null | string {
  let text: string;
  try {
    text = UTF8.decode(line);
  } catch {
    return "not UTF-8";
  }
  if (/^[ \t\r\n]*$/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /[:[,]\s*-?(?:NaN|Infinity)\b/.test(text)
      ? "not JSON: it has no NaN and no Infinity"
      : "not JSON";
  }
  return isObject(value) ? value : "not an object";
}

/** The row in a line, null if the line is blank, or a reason why there is none. */
export function readRow(line: Uint8Array): Row | null | string {
  const object = readObject(line);
  if (object === null || typeof object === "string") return object;
  const { confidence, session_id, repo } = object;
  if (!Object.hasOwn(object, "confidence")) return "confidence missing";
  if (confidence === null) return "confidence is null";
  if (typeof confidence !== "number") return "confidence is not a number";
  if (!Number.isFinite(confidence)) return "confidence is not finite";
  if (confidence < 0 || confidence > 1) return "confidence is outside of 0 to 1";
  const outcome = readCorrect(object);
  if (typeof outcome === "string") return outcome;
  const cluster = typeof session_id === "string"
    ? `session ${session_id}`
    : typeof repo === "string"
    ? `repo ${repo}`
    : null;
  return { confidence, correct: outcome, cluster };
}

/** The outcome in an object, or a reason why there is none. */
export function readCorrect(object: Record<string, unknown>): boolean | string {
  if (!Object.hasOwn(object, "correct")) return "correct missing";
  const { correct } = object;
  return typeof correct === "boolean" ? correct : "correct is not true or false";
}
