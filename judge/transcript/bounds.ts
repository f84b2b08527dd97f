/** How much of a transcript is kept. Sessions of days reach 100 MB; a verdict needs a fraction. */

import { objectOf } from "../../lib/text/values.ts";
import { cutMiddle, type Ends } from "../../lib/text/text.ts";

/** A tool's output: what it is stands first, how it ended and the totals stand last. */
export const OUTPUT: Ends = { head: 2_000, tail: 6_000 };

/** A message: its end says what is claimed, asked and left open. */
export const TEXT: Ends = { head: 5_000, tail: 15_000 };

/** A string in a tool's input: longer than any path, and than any command worth reading. */
const INPUT_TEXT: Ends = { head: 3_000, tail: 1_000 };

/** Entries and characters in one tool's input; lists of todos stay whole, written files do not. */
const INPUT_ENTRIES = 500;
const INPUT_CHARACTERS = 40_000;
const INPUT_DEPTH = 8;

/** Turns of the agent: days of work on one task, about 10 MB at the very most. */
export const AGENT_TURNS = 400;

/** Turns of anybody, for a transcript that hardly holds any of the agent. */
export const ALL_TURNS = 1_000;

/** Messages that outlive the turns around them: the task may be older than what was done last. */
export const EARLIER_MESSAGES = 50;

/** Calls in one turn. Models make a handful at once. */
export const CALLS_PER_TURN = 200;

/** A longer line is not read: it would be held several times over, as bytes, text and values. */
export const LINE_BYTES = 64 * 2 ** 20;

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
