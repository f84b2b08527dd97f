/**
 * One document, shown alike on a terminal, as markdown and on a page: sections of paragraphs, points,
 * tables and plots. Its texts stand as they came; whatever renders it makes them harmless for where
 * they go. Here are the terminal and markdown; `html.ts` has the page.
 */

import type { Plot } from "./plot.ts";
import { visible } from "../text/text.ts";

/** How urgent something is, by its colour. */
export type Tone = "bad" | "review" | "look" | "fine" | "unknown";

/** Something said, and what belongs under it. */
export interface Point {
  readonly text: string;
  readonly tone?: Tone;
  readonly under?: readonly string[];
}

/** Rows of text under a head. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What stands under one title, in this order; without a title it belongs to what stands before. */
export interface Section {
  readonly title?: string;
  /** Paragraphs. */
  readonly text?: readonly string[];
  readonly points?: readonly Point[];
  readonly table?: Table;
  /** Only a page draws them. */
  readonly plots?: readonly Plot[];
}

/** All of it. */
export interface Doc {
  readonly title: string;
  readonly tone?: Tone;
  /** The lines right under the title. */
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
}

/** Colours a text by what it means. */
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

const plain: Paint = (text) => text;

const coloured: Paint = (text, tone) =>
  CODES[tone] === "" || text === "" ? text : `\x1b[${CODES[tone]}m${text}\x1b[0m`;

/** Colours only where a person sees them and wants them: https://no-color.org */
export function paintFor(isTerminal: boolean, noColor: string | undefined): Paint {
  return isTerminal && !noColor ? coloured : plain;
}

/** The document for a terminal. */
export function terminalText({ title, tone, lead, sections }: Doc, paint: Paint = plain): string {
  const head = [
    paint(visible(title), tone ?? "unknown"),
    ...lead.map((line) => paint(visible(line), "dim")),
  ];
  return [head.join("\n"), ...sections.flatMap((section) => terminalBlocks(section, paint))]
    .join("\n\n");
}

function terminalBlocks(section: Section, paint: Paint): string[] {
  const { title, text = [], points = [], table } = section;
  const lines = points.flatMap(({ text, tone, under = [] }) => [
    `  ${paint(linesOf(text).join("\n  "), tone ?? "unknown")}`,
    ...under.flatMap(linesOf).map((line) => `    ${line}`),
  ]);
  const blocks = [
    ...text.map((paragraph) => linesOf(paragraph).join("\n")),
    ...lines.length > 0 ? [lines.join("\n")] : [],
    ...hasRows(table) ? [tableLines(table, visible)] : [],
  ];
  if (title === undefined) return blocks;
  const [first, ...rest] = blocks;
  const heading = paint(visible(title), "strong");
  return [first === undefined ? heading : `${heading}\n${first}`, ...rest];
}

/** The document as markdown, in which no text of it can become a heading, a link or HTML. */
export function markdownText({ title, lead, sections }: Doc): string {
  const head = [`# ${markdownInline(title)}`, ...lead.map(markdownLine)].join("\n");
  return sections.length === 0 ? head : `${head}\n\n${markdownSections(sections)}`;
}

/** Sections alone as markdown. */
export function markdownSections(sections: readonly Section[]): string {
  return sections.flatMap(({ title, text = [], points = [], table }) => [
    ...title === undefined ? [] : [`## ${markdownInline(title)}`],
    ...text.map(markdownLine),
    ...points.length > 0 ? [points.flatMap(markdownPoint).join("\n")] : [],
    ...hasRows(table) ? [markdownTable(table.head, table.rows)] : [],
  ]).join("\n\n");
}

function markdownPoint({ text, under = [] }: Point): string[] {
  return [`- ${markdownLine(text)}`, ...under.map((line) => `  - ${markdownLine(line)}`)];
}

/** A markdown table whose columns line up, so that it reads well in a terminal too. */
export function markdownTable(head: Table["head"], rows: Table["rows"]): string {
  return tableLines({ head, rows }, markdownInline);
}

/** Whether there is anything in a table: a head alone says nothing. */
export function hasRows(table: Table | undefined): table is Table {
  return table !== undefined && table.rows.length > 0;
}

function tableLines({ head, rows }: Table, harmless: (cell: string) => string): string {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => harmless(cell).replaceAll("|", "\\|"))
  );
  const widths = head.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 3)
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [first, ...rest] = cells.map(line);
  return [first, line(widths.map((width) => "-".repeat(width))), ...rest].join("\n");
}

/** A text in its own lines, with nothing in them that drives a terminal. */
function linesOf(text: string): string[] {
  return text.split("\n").map(visible);
}

/** A text in one line of its own, at whose start more could be taken for markdown than amid it. */
function markdownLine(text: string): string {
  return markdownInline(text.split("\n").join(" ").trimStart())
    .replace(/^(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-=]+\s*$)/, "\\")
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\");
}

/** Escapes what is more than text amid a line, and nothing that is not: people read it unrendered. */
function markdownInline(text: string): string {
  return visible(text).replace(
    /\\(?=[!-/:-@[-`{-~])|[`*[~]|<(?=[\p{L}/!?])|&(?=[#\p{L}])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
    "\\$&",
  );
}

/** A text as it must stand in HTML and SVG, also inside of quotes, with nothing in it that hides. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
