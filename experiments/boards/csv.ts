/**
 * Tables as RFC 4180 writes them: fields in quotes may hold commas, line ends and doubled quotes.
 *
 * Strict: a quote inside an unquoted field, text after a closing quote, and a quote that is never
 * closed are mistakes, and a table with one is not read any further than there.
 */

/** One row, with the line that it begins in, from 1. */
interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

// What stands outside of quotes, and what ends a field.
const PLAIN = /([^",\r\n]*)(,|\r\n|\n|\r|$)/y;

/**
 * Reads a table row by row.
 *
 * @throws {SyntaxError} At the first mistake, naming its line.
 */
export function* readCsv(text: string): Generator<CsvRow> {
  let line = 1;
  let start = 1;
  let fields: string[] = [];
  for (let at = 0; at < text.length || fields.length > 0;) {
    const stray = new SyntaxError(`Cannot read the table: a stray quote in line ${line}`);
    const quoted = text[at] === '"' ? quotedField(text, at) : undefined;
    if (quoted === null) throw stray;
    PLAIN.lastIndex = at + (quoted === undefined ? 0 : quoted.length + 2);
    const [whole, plain = "", end = ""] = PLAIN.exec(text) ?? [];
    if (whole === undefined || (quoted !== undefined && plain !== "")) throw stray;
    at = PLAIN.lastIndex;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += countLineEnds(quoted) + (end === "" || end === "," ? 0 : 1);
    if (end === ",") continue;
    // A line with nothing in it is no row.
    if (fields.length > 1 || fields[0] !== "") yield { line: start, fields };
    fields = [];
    start = line;
    if (end === "") return;
  }
}

/** What stands between the quotes, the doubled ones as they are; null if they are never closed. */
function quotedField(text: string, at: number): string | null {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? null : text.slice(at + 1, end);
}

function countLineEnds(text: string | undefined): number {
  if (text === undefined || !/[\r\n]/.test(text)) return 0;
  return text.split(/\r\n|\n|\r/).length - 1;
}
