/** An output as the lines that a terminal would have shown: bounded, no colours, no carriage returns. */

import { shortened } from "../../lib/text/text.ts";

/** Escape sequences: colours and cursor moves, window titles, character sets. */
const ESCAPES =
  // deno-lint-ignore no-control-regex -- these are what has to go
  /[\x1b\x9b](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[()][A-Z0-9]|[@-Z\\^_=>a-z0-9])?/g;

/** The longest line that is looked at, in UTF-16 units: no summary is longer. */
const LONGEST_LINE = 400;

/** The longest excerpt, in UTF-16 units. */
const MOST_OF_EXCERPT = 300;

/** How many lines at the end of an output are repeated where no line tells more than the others. */
const LAST_LINES = 4;

/** What a client writes where a command printed nothing. */
const NOTHING_PRINTED = /^\(Bash completed with no output\)$/;

/** The lines of an output, each shortened; none where nobody recorded it. */
export function linesOf(output: string | null): string[] {
  if (output === null || NOTHING_PRINTED.test(output.trim())) return [];
  return output.replace(ESCAPES, "").replace(/\r\n?/g, "\n").split("\n")
    .map((line) => line.slice(0, LONGEST_LINE).trimEnd());
}

/** These lines, without repetitions, as far as there is room. */
export function excerptOf(lines: readonly string[]): string {
  const kept: string[] = [];
  let room = MOST_OF_EXCERPT;
  for (const line of new Set(lines.map((line) => line.trim()))) {
    if (line === "") continue;
    if (line.length + 1 > room) {
      if (room > 40) kept.push(shortened(line, room - 1));
      break;
    }
    kept.push(line);
    room -= line.length + 1;
  }
  return kept.join("\n");
}

/** How an output ends. */
export function endOf(lines: readonly string[]): string {
  return excerptOf(lines.filter((line) => line.trim() !== "").slice(-LAST_LINES));
}
