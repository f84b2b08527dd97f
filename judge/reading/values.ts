/** Takes what is needed out of parsed JSON in which anything may have any type, bounded. */

import { cutMiddle } from "../cut_middle.ts";
import {
  INPUT_CHARACTERS,
  INPUT_DEPTH,
  INPUT_ENTRIES,
  INPUT_TEXT,
  NAME_CHARACTERS,
} from "./bounds.ts";

/** A JSON object. */
export type Values = Readonly<Record<string, unknown>>;

/** The object; null for anything else. */
export function objectOf(value: unknown): Values | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Values
    : null;
}

/** The objects in a list; none for anything else. */
export function objectsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.map(objectOf).filter((entry) => entry !== null) : [];
}

/** An id, a name, a path; null for anything else, and for what is empty or too long to be one. */
export function nameOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= NAME_CHARACTERS
    ? value
    : null;
}

/** A whole number that is not negative; null for anything else. */
export function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? value as number : null;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch; null for anything but an ISO time. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== "string" || !ISO_TIME.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

/** The texts of a message or a tool result: a string, or a list of blocks. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  const texts: string[] = [];
  for (const { type, text } of objectsOf(content)) {
    if (type === "text" && typeof text === "string") texts.push(text);
  }
  return texts;
}

/** A tool's input, no larger than it may be. What does not fit is left out. */
export function boundedInput(input: unknown): Readonly<Record<string, unknown>> {
  const room = { entries: INPUT_ENTRIES, characters: INPUT_CHARACTERS };
  return bounded(objectOf(input) ?? {}, room, INPUT_DEPTH) as Record<string, unknown>;
}

function bounded(
  value: unknown,
  room: { entries: number; characters: number },
  depth: number,
): unknown {
  if (typeof value === "string") {
    const text = cutMiddle(value, INPUT_TEXT);
    room.characters -= text.length;
    return text;
  }
  if (typeof value !== "object" || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (depth === 0 || --room.entries < 0 || room.characters < 0) break;
    kept.push([cutMiddle(key, INPUT_TEXT), bounded(entry, room, depth - 1)]);
  }
  return Array.isArray(value) ? kept.map(([, entry]) => entry) : Object.fromEntries(kept);
}
