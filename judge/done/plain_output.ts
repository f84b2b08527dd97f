/** What a terminal would have shown, as lines: no colours, no bare carriage returns. */

/** Escape sequences: colours and cursor moves, window titles, character sets. */
const ESCAPES =
  // deno-lint-ignore no-control-regex -- these are what has to go
  /[\x1b\x9b](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[()][A-Z0-9]|[@-Z\\^_=>a-z0-9])?/g;

/** The longest line that is looked at, in UTF-16 units: no summary is longer. */
const LONGEST_LINE = 400;

/** How much of an output is looked at from either end: the middle of a flood tells nothing. */
const MOST_FROM_EACH_END = 2_000_000;

/** The text without its terminal escapes. */
export function plainOutput(output: string): string {
  return ends(output).replace(ESCAPES, "").replace(/\r\n?/g, "\n");
}

/** The lines of a plain text, each shortened. */
export function shortLines(plain: string): string[] {
  return plain.split("\n").map((line) =>
    (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line).trimEnd()
  );
}

function ends(output: string): string {
  if (output.length <= 2 * MOST_FROM_EACH_END) return output;
  return `${output.slice(0, MOST_FROM_EACH_END)}\n${output.slice(-MOST_FROM_EACH_END)}`;
}
