/**
 * An export before it is known which board it came from: rows of records, one object, a table, or
 * the heads of markdown files. Lines are decoded one by one, so that a list of a million tasks is
 * never held as text and as objects at once.
 *
 * Refuses what is larger than {@link LARGEST}. What cannot be parsed is kept as a place, to be counted.
 */

import { readCsv } from "./csv.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { UserError } from "../../lib/text/errors.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";

/** The largest file that is read, in bytes. */
export const LARGEST = 500_000_000;

/** The largest JSON that is no lines: it has to be parsed in one piece, in seven times its size. */
const LARGEST_WHOLE = 150_000_000;

/** A record of an export, whatever it is, and its place: a line or a position, from 1. */
export interface Row {
  readonly place: number;
  /** `undefined` if it could not be parsed. */
  readonly value: unknown;
}

/** An export. */
export interface Document {
  readonly shape: "rows" | "object" | "table" | "markdown";
  /** The whole of it, where it is one object. */
  readonly object: Values | null;
  /** The names of a table's columns, in small letters. */
  readonly head: readonly string[];
  /** Its records; may be asked for again. */
  rows(): Iterable<Row>;
}

/** Makes sense of the content of one file. */
export function parseDocument(bytes: Uint8Array): Document {
  if (bytes.length > LARGEST) {
    throw new UserError(`Cannot read ${bytes.length} bytes: at most ${LARGEST} are`);
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (start.startsWith("---")) return markdownDocument([bytes]);
  if (start === "" || start.startsWith("[") || start.startsWith("{")) return jsonDocument(bytes);
  return hasJsonLine(bytes) ? linesDocument(bytes) : tableDocument(bytes);
}

/** One record a line. */
export function linesDocument(bytes: Uint8Array): Document {
  return { shape: "rows", object: null, head: [], rows: () => jsonLines(bytes) };
}

/** A list whose first lines are broken is no table. */
function hasJsonLine(bytes: Uint8Array): boolean {
  return /^[ \t]*\{".*\}[ \t\r]*$/m.test(new TextDecoder().decode(bytes.subarray(0, 1 << 16)));
}

/** The heads of markdown files, each a record. */
export function markdownDocument(files: readonly Uint8Array[]): Document {
  const rows = files.map((bytes, n) => {
    const text = new TextDecoder().decode(bytes.subarray(0, 1 << 17));
    return { place: n + 1, value: readFrontmatter(text) ?? undefined };
  });
  return { shape: "markdown", object: null, head: [], rows: () => rows };
}

/** Several documents of rows as one; a place is that of the file. */
export function joinDocuments(documents: readonly Document[]): Document {
  return {
    shape: "rows",
    object: null,
    head: [],
    *rows() {
      for (const [n, document] of documents.entries()) {
        const list = document.object?.["tasks"];
        if (Array.isArray(list)) yield* list.values().map((value) => ({ place: n + 1, value }));
        else for (const { value } of document.rows()) yield { place: n + 1, value };
      }
    },
  };
}

function jsonDocument(bytes: Uint8Array): Document {
  // Whether it is lines shows in the first two; a long list is then never held as one text.
  const [first, second] = linesOf(bytes).take(2);
  if (first && second && objectOf(parseJson(first.line)) !== null) return linesDocument(bytes);
  if (bytes.length > LARGEST_WHOLE) {
    throw new UserError(
      `Cannot read ${bytes.length} bytes of JSON in one piece: at most ${LARGEST_WHOLE} are; ` +
        "one record a line has no such limit",
    );
  }
  const whole = parseJson(bytes);
  if (Array.isArray(whole)) {
    return listDocument(whole);
  }
  const object = objectOf(whole);
  if (object === null) {
    return {
      shape: "rows",
      object: null,
      head: [],
      rows: () => jsonLines(bytes),
    };
  }
  return { shape: "object", object, head: [], rows: () => [{ place: 1, value: object }] };
}

/** A list that is already parsed. */
export function listDocument(list: readonly unknown[]): Document {
  const rows = () => list.values().map((value, n) => ({ place: n + 1, value }));
  return { shape: "rows", object: null, head: [], rows };
}

const decoder = new TextDecoder();

/** The value, or `undefined` for what is no JSON or is nested too deeply for the parser. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The lines that have something in them. */
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

function* jsonLines(bytes: Uint8Array): Generator<Row> {
  for (const { place, line } of linesOf(bytes)) yield { place, value: parseJson(line) };
}

function tableDocument(bytes: Uint8Array): Document {
  const text = new TextDecoder().decode(bytes);
  let head: string[] = [];
  try {
    const first = readCsv(text).next().value;
    head = (first?.fields ?? []).map((name: string) => name.trim().toLowerCase());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { shape: "table", object: null, head, rows: () => tableRows(text, head) };
}

/** The rows under the head, by the names in it; a mistake in the table ends it. */
function* tableRows(text: string, head: readonly string[]): Generator<Row> {
  let place = 0;
  try {
    for (const { line, fields } of readCsv(text)) {
      if (place++ === 0) continue;
      place = line;
      const row: Record<string, string> = Object.create(null);
      for (const [n, name] of head.entries()) row[name] ??= fields[n] ?? "";
      // A row of another length has lost or gained a comma: nobody knows which field is which.
      yield { place, value: fields.length === head.length ? row : undefined };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield { place: place + 1, value: undefined };
  }
}
