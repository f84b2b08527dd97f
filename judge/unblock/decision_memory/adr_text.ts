/** An ADR as its lines tell it: front matter, title, status and sections. Code blocks are no part. */

import { type NumberedLine, numberedLines } from "../fields.ts";
import { MOST_SOURCE } from "./limits.ts";

/** What stands below a heading, up to the next of any level. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly lines: readonly NumberedLine[];
}

/** The parts of an ADR. */
export interface AdrText {
  /** The lines between `---` and `---` at the top. */
  readonly matter: readonly NumberedLine[];
  /** The first has level 0: what stands before any heading. */
  readonly sections: readonly Section[];
}

const HEADING = /^(#{1,6})[ \t]+(.*?)[ \t#]*$/;
const FENCE = /^[ \t]{0,3}(?:`{3,}|~{3,})/;
const MOST_OF_LINE = 2_000;

/** Takes an ADR apart. */
export function adrText(text: string): AdrText {
  const all = numberedLines(text.slice(0, MOST_SOURCE)).map(({ text, number }) => ({
    text: text.slice(0, MOST_OF_LINE).trimEnd(),
    number,
  }));
  const end = all[0]?.text === "---"
    ? all.findIndex(({ text }, at) => at > 0 && text === "---")
    : -1;
  const sections: { level: number; title: string; line: number; lines: NumberedLine[] }[] = [
    { level: 0, title: "", line: 1, lines: [] },
  ];
  let fenced = false;
  for (const line of all.slice(end + 1)) {
    if (FENCE.test(line.text)) fenced = !fenced;
    else if (!fenced) {
      const [, marks, title = ""] = HEADING.exec(line.text) ?? [];
      if (marks === undefined) sections.at(-1)?.lines.push(line);
      else sections.push({ level: marks.length, title, line: line.number, lines: [] });
    }
  }
  return { matter: all.slice(1, Math.max(end, 1)), sections };
}

/** Words without Markdown's emphasis, strike-through and links. */
export function plainWords(text: string): string {
  return text.replace(/~~[^~]{0,200}~~/g, " ").replace(
    /\[([^\]\n]{0,200})\]\([^)\n]{0,300}\)/g,
    "$1",
  )
    .replace(/\*\*|__|(?<![\w`])[*_](?=\w)|(?<=\w)[*_](?![\w`])/g, "").replace(/\s+/g, " ").trim();
}

/** The items of a list, and lines that are none as one each; wrapped lines belong to their item. */
export function itemsOf(lines: readonly NumberedLine[]): NumberedLine[] {
  const items: { text: string; number: number; open: boolean }[] = [];
  for (const { text, number } of lines) {
    const line = text.trim();
    const item = /^(?:[-*+]|\d{1,3}[.)])[ \t]+/.exec(line)?.[0];
    const last = items.at(-1);
    if (line === "") {
      if (last !== undefined) last.open = false;
    } else if (item !== undefined) {
      // What is indented below an item explains it, and is no item beside it.
      if (/^[ \t]{2,}/.test(text) && last?.open) last.text += ` ${line.slice(item.length)}`;
      else items.push({ text: line.slice(item.length), number, open: true });
    } else if (last?.open) last.text += ` ${line}`;
    else items.push({ text: line, number, open: true });
  }
  return items.map(({ text, number }) => ({ text: plainWords(text), number }));
}
