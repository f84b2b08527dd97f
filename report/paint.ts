/** Colours on a terminal, by what they mean. */

import type { Tone } from "./trust.ts";

/** Colours a text. */
export type Paint = (text: string, tone: Tone | "dim" | "strong") => string;

const CODES: Readonly<Record<Tone | "dim" | "strong", string>> = {
  bad: "31",
  review: "33",
  look: "36",
  fine: "32",
  unknown: "",
  dim: "2",
  strong: "1",
};

/** Leaves a text as it is. */
const plain: Paint = (text) => text;

/** Colours for a terminal. */
const coloured: Paint = (text, tone) =>
  CODES[tone] === "" || text === "" ? text : `\x1b[${CODES[tone]}m${text}\x1b[0m`;

/** Colours only where somebody sees them and wants them: https://no-color.org */
export function paintFor(isTerminal: boolean, noColor: string | undefined): Paint {
  return isTerminal && !noColor ? coloured : plain;
}
