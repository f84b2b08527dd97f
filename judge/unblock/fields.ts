/**
 * The form in which the protocol's texts are written: a name and a colon at the beginning of a line,
 * with the value behind it, or below it as items that begin with a dash.
 *
 *     status: blocked
 *     what_was_tried:
 *     - one thing
 *     - another, which goes on
 *       in the next line
 *
 * Read line by line, each once: the cost is linear in the text, whatever is in it.
 */

/** A line of a text, with its number from 1. */
export interface NumberedLine {
  readonly text: string;
  readonly number: number;
}

/** A field as it was written. */
export interface WrittenField {
  readonly name: string;
  /** The line that names it. */
  readonly line: number;
  /** What stands behind the colon, and in lines below it that are no items. */
  readonly text: string;
  readonly items: readonly string[];
}

/** The fields of a text, and what belongs to none. */
interface WrittenFields {
  readonly fields: readonly WrittenField[];
  /** Lines before the first field that are not blank. */
  readonly loose: readonly NumberedLine[];
}

/** The lines of a text. */
export function numberedLines(text: string): NumberedLine[] {
  return text.split(/\r\n|\n|\r/).map((line, at) => ({ text: line, number: at + 1 }));
}

/** A name as a field has it: lower case words with underscores between them. */
const FIELD = /^([a-z][a-z0-9_]{0,60}):(?:[ \t]+|$)/;

const ITEM = /^[-*][ \t]+/;

/**
 * Reads fields. `isField` tells which names begin one; a line that looks like a field and is none,
 * such as `note: see below` inside of an item's text, belongs to the field before it.
 */
export function readFields(
  lines: readonly NumberedLine[],
  isField: (name: string) => boolean = () => true,
): WrittenFields {
  const fields: { name: string; line: number; texts: string[]; items: string[][] }[] = [];
  const loose: NumberedLine[] = [];
  for (const { text, number } of lines) {
    const line = text.trim();
    const [begin, name] = FIELD.exec(line.slice(0, 100)) ?? [];
    const field = fields.at(-1);
    if (begin !== undefined && name !== undefined && isField(name)) {
      const rest = line.slice(begin.length).trim();
      fields.push({ name, line: number, texts: rest === "" ? [] : [rest], items: [] });
    } else if (line === "") continue;
    else if (field === undefined) loose.push({ text: line, number });
    else if (ITEM.test(line) || line === "-") {
      field.items.push([line.replace(ITEM, "").replace(/^-$/, "").trim()]);
    } else (field.items.at(-1) ?? field.texts).push(line);
  }
  return {
    fields: fields.map(({ name, line, texts, items }) => ({
      name,
      line,
      text: texts.join(" "),
      items: items.map((parts) => parts.join(" ").trim()),
    })),
    loose,
  };
}
