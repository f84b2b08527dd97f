/**
 * An export before it is known which board it came from: records as JSON, as a table, or as the
 * heads of markdown files. Lines are decoded one by one, so that a list of a million tasks is never
 * held as text and as objects at once. A record that cannot be parsed keeps its place, to be counted.
 */

import { UserError } from "../../lib/text/errors.ts";
import { objectOf, type Values } from "../../lib/text/values.ts";
import { linesOf, parseJson, readCsv, readFrontmatter } from "./parse.ts";

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
  readonly shape: "json" | "table" | "markdown";
  /** The whole of it, where it is one JSON object. */
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
  // A list whose first lines are broken is no table.
  const hasJsonLine = /^[ \t]*\{".*\}[ \t\r]*$/m
    .test(new TextDecoder().decode(bytes.subarray(0, 1 << 16)));
  return hasJsonLine ? linesDocument(bytes) : tableDocument(bytes);
}

/** One JSON record a line. */
export function linesDocument(bytes: Uint8Array): Document {
  return json(function* () {
    for (const { place, line } of linesOf(bytes)) yield { place, value: parseJson(line) };
  });
}

/** The heads of markdown files, each a record. */
export function markdownDocument(files: readonly Uint8Array[]): Document {
  const rows = files.map((bytes, n) => ({ place: n + 1, value: readFrontmatter(bytes) }));
  return { shape: "markdown", object: null, head: [], rows: () => rows };
}

/** Several documents as one; the place of a record is that of its file. */
export function joinDocuments(documents: readonly Document[]): Document {
  return json(function* () {
    for (const [n, document] of documents.entries()) {
      for (const { value } of listIn(document, "tasks").rows()) yield { place: n + 1, value };
    }
  });
}

/** The list of this name in the one object that a document is; without one, the document. */
export function listIn(document: Document, name: string): Document {
  const list = document.object?.[name];
  return Array.isArray(list) ? listDocument(list) : document;
}

function json(rows: () => Iterable<Row>, object: Values | null = null): Document {
  return { shape: "json", object, head: [], rows };
}

function listDocument(list: readonly unknown[]): Document {
  return json(() => list.values().map((value, n) => ({ place: n + 1, value })));
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
  if (Array.isArray(whole)) return listDocument(whole);
  const object = objectOf(whole);
  return object === null ? linesDocument(bytes) : json(() => [{ place: 1, value: object }], object);
}

function tableDocument(bytes: Uint8Array): Document {
  const text = new TextDecoder().decode(bytes);
  const [first] = readCsv(text).take(1);
  const head = (first?.fields ?? []).map((name) => name.trim().toLowerCase());
  const rows = function* (): Generator<Row> {
    for (const { line, fields } of readCsv(text)) {
      if (line === first?.line && fields !== null) continue;
      const row: Record<string, string> = Object.create(null);
      for (const [n, name] of head.entries()) row[name] ??= fields?.[n] ?? "";
      // A row of another length has lost or gained a comma: which field is which is not known.
      yield { place: line, value: fields?.length === head.length ? row : undefined };
    }
  };
  return { shape: "table", object: null, head, rows };
}
