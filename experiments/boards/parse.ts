/** The texts that an export is made of: lines, JSON, tables, and the heads of markdown files. */

const decoder = new TextDecoder();

/** The value, or `undefined` for what is no JSON or is nested too deeply for the parser. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The lines that have something in them, counted from 1. */
export function* linesOf(bytes: Uint8Array): Generator<{ place: number; line: Uint8Array }> {
  let place = 0;
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(10, start);
    if (end < 0) end = bytes.length;
    place++;
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte > 32)) yield { place, line };
  }
}

/** One row of a table. */
interface CsvRow {
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** Null for a row with a mistake in it. */
  readonly fields: readonly string[] | null;
}

/** What stands outside of quotes, and what ends a field. */
const PLAIN = /([^",\r\n]*)(,|\r\n|\n|\r|$)/y;

/**
 * Reads a table as RFC 4180 writes them: fields in quotes may hold commas, line ends and doubled
 * quotes. A quote inside an unquoted field, text after a closing quote, and a quote that is never
 * closed are mistakes; the first one ends the table.
 */
export function* readCsv(text: string): Generator<CsvRow> {
  let line = 1;
  let start = 1;
  let fields: string[] = [];
  for (let at = 0; at < text.length || fields.length > 0;) {
    const quoted = text[at] === '"' ? quotedField(text, at) : undefined;
    PLAIN.lastIndex = at + (typeof quoted === "string" ? quoted.length + 2 : 0);
    const [whole, plain = "", end = ""] = PLAIN.exec(text) ?? [];
    if (quoted === null || whole === undefined || (quoted !== undefined && plain !== "")) {
      yield { line: start, fields: null };
      return;
    }
    at = PLAIN.lastIndex;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += (quoted?.match(/\r\n|\n|\r/g)?.length ?? 0) + (end === "" || end === "," ? 0 : 1);
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

/** How far into a markdown file its head may reach, in characters. */
const LONGEST_HEAD = 65_536;

/**
 * The head of a markdown file, between two lines of dashes: names and plain values, no more of YAML
 * than a task needs. Lists and nested values are left out. `undefined` if there is no head.
 */
export function readFrontmatter(bytes: Uint8Array): Readonly<Record<string, string>> | undefined {
  const text = decoder.decode(bytes.subarray(0, 2 * LONGEST_HEAD)).slice(0, LONGEST_HEAD);
  const head = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (head === null) return undefined;
  // Without a prototype, a key such as `__proto__` is a key like any other.
  const fields: Record<string, string> = Object.create(null);
  for (const line of head[1]!.split(/\r?\n/)) {
    const [, name, value] = /^([A-Za-z_][\w-]*):[ \t]+(\S.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] ??= scalar(value!.trimEnd());
  }
  return fields;
}

function scalar(text: string): string {
  const quoted = /^'((?:[^']|'')*)'|^"([^"]*)"/.exec(text);
  if (quoted) return quoted[1]?.replaceAll("''", "'") ?? quoted[2]!;
  return text.replace(/(?<![ \t])[ \t]+#.*$/, "");
}
