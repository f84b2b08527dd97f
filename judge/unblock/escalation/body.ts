/**
 * The fields between the tags of a payload, as lists of one-line texts.
 *
 * A line that is indented more than the first field goes on with the line above, whatever it looks
 * like: `error: …` in the output of a command is no field. A line that only opens or closes a fence
 * says how the text is set, and is left out. What stands behind a field's colon is its first item.
 */

import { type NumberedLine, numberedLines, readFields } from "../fields.ts";
import { isEscalationField, plainNames } from "./blocks.ts";
import { oneLine } from "../../../lib/text/text.ts";

/** A field with what it says. */
export interface BodyField {
  readonly name: string;
  readonly line: number;
  /** Each one line, with nothing unseen; those that are empty are left out. */
  readonly values: readonly string[];
}

/** The fields of a payload, and what stands before the first. */
export interface Body {
  readonly fields: readonly BodyField[];
  readonly loose: readonly NumberedLine[];
}

const FENCE = /^\s{0,100}(?:`{3,20}|~{3,20})\s{0,10}\w{0,20}\s{0,10}$/;

/** Longer ones are cut; that is far beyond the limit of an item, so nothing good is. */
const MAX_READ = 4_000;

/** Format characters: put inside of a word, they would hide it from every rule. */
const JOINS = /\p{Cf}/gu;

/** A text as an item has it: in one line, with nothing unseen. */
export function itemLine(text: string): string {
  return oneLine(text.replace(JOINS, ""), MAX_READ);
}

/**
 * Reads what stands between two tags.
 *
 * @param firstLine The number of the line that the text begins in.
 */
export function readBody(text: string, firstLine: number): Body {
  const lines = plainNames(numberedLines(text))
    .map(({ text, number }) => ({ text, number: number + firstLine - 1 }))
    .filter(({ text }) => text.trim() !== "" && !FENCE.test(text));
  const { fields, loose } = readFields(joined(lines));
  return {
    fields: fields.map(({ name, line, text, items }) => ({
      name,
      line,
      values: [text, ...items].map(itemLine).filter((value) => value !== ""),
    })),
    loose,
  };
}

/** The lines with those that go on put behind the ones that they go on with. */
function joined(lines: readonly NumberedLine[]): NumberedLine[] {
  const first = lines.find((line) => readFields([line], isEscalationField).fields.length > 0);
  if (first === undefined) return [...lines];
  const margin = indentOf(first.text);
  const whole: NumberedLine[] = [];
  for (const line of lines) {
    const above = whole.at(-1);
    const goesOn = indentOf(line.text) > margin && !/^\s*[-*]/.test(line.text);
    if (!goesOn || above === undefined) whole.push(line);
    else whole[whole.length - 1] = { ...above, text: `${above.text} ${line.text.trim()}` };
  }
  return whole;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
