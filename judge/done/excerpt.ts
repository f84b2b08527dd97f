/** The few lines of an output that are worth repeating. */

import { shortened } from "../../lib/text/text.ts";

/** The longest excerpt, in UTF-16 units. */
const MOST_OF_EXCERPT = 300;

/** The longest command that is repeated. */
const MOST_OF_COMMAND = 500;

/** How many lines at the end of an output are repeated where no line tells more than the others. */
const LAST_LINES = 4;

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
  const last: string[] = [];
  for (let at = lines.length - 1; at >= 0 && last.length < LAST_LINES; at--) {
    if (lines[at]!.trim() !== "") last.unshift(lines[at]!);
  }
  return excerptOf(last);
}

/** A command as it is repeated. */
export function shownCommand(command: string): string {
  return shortened(command.trim(), MOST_OF_COMMAND);
}
