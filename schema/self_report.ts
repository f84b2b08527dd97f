/**
 * Reading what an agent says about its own work.
 *
 * The text comes from outside and is trusted with nothing: it is bounded in size, taken field by
 * field, and whatever is wrong with it is a line in `problems`, never an exception. A good field
 * stays when its neighbour is bad.
 *
 * Validated by hand, because a hook reads this on every run and cannot pay for loading a validator;
 * the tests hold it to the schema in `./zod`.
 *
 * @module
 */

import { isConfidence, isReviewSurface, REVIEW_SURFACES } from "./reflection.ts";
import type { MostLikelyWrong, SelfReport } from "./reflection.ts";

export type { MostLikelyWrong, SelfReport };
export type { ReviewSurface } from "./reflection.ts";

/** The longest self-report that is read, in bytes of UTF-8. */
export const MAX_SELF_REPORT_BYTES: number = 64 * 1024;

/** The longest piece of outside text that is repeated in a message, in UTF-16 units. */
const MAX_QUOTED = 60;

const SURFACES = `one of ${REVIEW_SURFACES.join(", ")}`;

/** A self-report after reading: every field is good or null. */
export interface ParsedSelfReport extends SelfReport {
  /** How sure the agent is of its work, in [0,1]. */
  confidence: number | null;
  /** The single most likely way in which the work is wrong. */
  most_likely_wrong: MostLikelyWrong | null;
  /** What the agent knows that the diff does not show. */
  known_not_in_diff: string | null;
  /** What was missing, unreadable or bad, one line each; empty when nothing was. */
  problems: string[];
  /** The names of unknown keys; a long name is shortened. */
  ignored: string[];
}

/**
 * Reads a self-report from its JSON text.
 *
 * Never throws. `known_not_in_diff: null` is an answer ("nothing"); null in the other two fields
 * says that they were not supplied, which is a problem as absence is.
 *
 * @example
 * ```ts
 * import { parseSelfReport } from "@reflection/kernel/self-report";
 * import assert from "node:assert/strict";
 *
 * const report = parseSelfReport('{ "confidence": 7, "known_not_in_diff": null, "mood": "good" }');
 * assert.equal(report.confidence, null);
 * assert.deepEqual(report.problems, [
 *   "confidence is 7, expected a number from 0 to 1",
 *   "most_likely_wrong is missing",
 * ]);
 * assert.deepEqual(report.ignored, ["mood"]);
 * ```
 */
export function parseSelfReport(text: string | null | undefined): ParsedSelfReport {
  const report: ParsedSelfReport = {
    confidence: null,
    most_likely_wrong: null,
    known_not_in_diff: null,
    problems: [],
    ignored: [],
  };
  const { problems, ignored } = report;
  const fields = readObject(text, problems);
  if (fields === null) return report;

  const take = <T>(
    name: string,
    value: unknown,
    isGood: (value: unknown) => value is T,
    expected: string,
  ): value is T => {
    if (value === undefined) problems.push(`${name} is missing`);
    else if (isGood(value)) return true;
    else problems.push(`${name} is ${quote(value)}, expected ${expected}`);
    return false;
  };

  const { confidence, most_likely_wrong: wrong, known_not_in_diff: known, ...rest } = fields;
  ignored.push(...Object.keys(rest).map(shorten));
  if (take("confidence", confidence, isConfidence, "a number from 0 to 1")) {
    report.confidence = confidence;
  }
  if (take("most_likely_wrong", wrong, isObject, "an object")) {
    const { surface, description, ...others } = wrong;
    ignored.push(...Object.keys(others).map((key) => shorten(`most_likely_wrong.${key}`)));
    const named = take("most_likely_wrong.surface", surface, isReviewSurface, SURFACES);
    const told = take("most_likely_wrong.description", description, isString, "a string");
    if (named && told) report.most_likely_wrong = { surface, description };
  }
  if (take("known_not_in_diff", known, isStringOrNull, "a string or null")) {
    report.known_not_in_diff = known;
  }
  return report;
}

/** The top-level object of the text, or null and the reason why there is none. */
function readObject(
  text: string | null | undefined,
  problems: string[],
): Record<string, unknown> | null {
  const refuse = (problem: string): null => (problems.push(problem), null);
  if (text === null || text === undefined) return refuse("Self-report is missing");
  // A text with too many characters has too many bytes: only the others are worth encoding.
  if (
    text.length > MAX_SELF_REPORT_BYTES ||
    new TextEncoder().encode(text).length > MAX_SELF_REPORT_BYTES
  ) return refuse(`Self-report is longer than ${MAX_SELF_REPORT_BYTES} bytes`);
  try {
    const value: unknown = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    return isObject(value) ? value : refuse(`Self-report is ${quote(value)}, expected an object`);
  } catch (error) {
    return refuse(`Cannot parse self-report: ${shorten((error as Error).message)}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isStringOrNull(value: unknown): value is string | null {
  return value === null || isString(value);
}

/** A value for a message. What is nested is only named: writing it out would recurse as deeply. */
function quote(value: unknown): string {
  if (isString(value)) return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object" : String(value);
}

/** Bounded, and without anything that could break a line or drive a terminal. */
function shorten(text: string): string {
  const head = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  return head.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ");
}
