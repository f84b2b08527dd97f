/** Markdown as blocks: what stands together, and what kind of thing it is. */

import { closes, fenceOf } from "./bound.ts";

/** What a block is. `broken_code` is a code block that nothing closes. */
type BlockKind =
  | "paragraph"
  | "item"
  | "heading"
  | "row"
  | "code"
  | "broken_code"
  | "quote";

/** A paragraph, one item of a list, a heading, a row of a table, a code block or quoted text. */
export interface Block {
  readonly kind: BlockKind;
  /** The lines without the marks of the block. Empty for code and quotes: nobody reads those. */
  readonly lines: string[];
  /** The depth of a heading, or the indentation of an item. */
  readonly depth: number;
  /** Whether an item has a box, and whether it is ticked. */
  readonly box: "open" | "ticked" | null;
  /** A row as it was written, where `lines` has its cells in another form. */
  readonly row?: string;
  /** Whether a blank line or another kind of block stands before it. */
  readonly apart: boolean;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const ITEM = /^([ \t]*)(?:[-*+•‣▪]|\d{1,3}[.)])[ \t]+(.*)$/;
/** Boxes as task lists are shown in a terminal. */
const DRAWN_BOX = /^([ \t]*)(?:⎿[ \t]*)?([☐☒☑◻◼])[ \t]+(.*)$/;
const BOX = /^\[([ xX✓✔~-]?)\][ \t]*(.*)$/;
const RULE = /^[ \t]*(?:[-*_=][ \t]*){3,}$/;
const ROW = /^[ \t]*\|/;
const ROW_RULE = /^[ \t|:-]+$/;
const ONLY_BOLD = /^(?:\*\*|__)([^*_]{1,120})(?:\*\*|__)[ \t]*:?[ \t]*$/;
const ONLY_MARKS = /^[^\p{L}\p{N}]*$/u;
/** Deeper than any heading of markdown: a bold line divides what stands under a heading. */
const BOLD_LINE_DEPTH = 7;

function itemOf(line: string): Pick<Block, "lines" | "depth" | "box"> | null {
  const drawn = DRAWN_BOX.exec(line);
  if (drawn !== null) {
    const open = drawn[2] === "☐" || drawn[2] === "◻";
    return { lines: [drawn[3] ?? ""], depth: 0, box: open ? "open" : "ticked" };
  }
  const item = ITEM.exec(line);
  if (item === null) return null;
  const depth = (item[1] ?? "").replaceAll("\t", "    ").length;
  const box = BOX.exec(item[2] ?? "");
  if (box === null) return { lines: [item[2] ?? ""], depth, box: null };
  const open = (box[1] ?? "").trim() === "" || box[1] === "-" || box[1] === "~";
  return { lines: [box[2] ?? ""], depth, box: open ? "open" : "ticked" };
}

function headingOf(line: string): Pick<Block, "lines" | "depth"> | null {
  const heading = HEADING.exec(line);
  if (heading !== null) {
    return { lines: [(heading[2] ?? "").trim()], depth: (heading[1] ?? "").length };
  }
  // A whole sentence in bold is a sentence; a few words in bold are a heading.
  const bold = ONLY_BOLD.exec(line.trim());
  const words = bold?.[1]?.trim() ?? "";
  return bold === null || ONLY_MARKS.test(words) || /[.!?]$/.test(words) ||
      words.split(" ").length > 7
    ? null
    : { lines: [words], depth: BOLD_LINE_DEPTH };
}

/** The blocks of a text, in their order. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let fence: string | null = null;
  let blank = true;
  const add = (block: Pick<Block, "kind" | "lines"> & Partial<Block>) => {
    blocks.push({ depth: 0, box: null, apart: blank, ...block });
    blank = false;
  };
  for (const line of text.split("\n")) {
    const found = fenceOf(line);
    if (fence !== null) {
      if (found === null || !closes(found, fence)) continue;
      blocks.pop();
      add({ kind: "code", lines: [] });
      fence = null;
      continue;
    }
    if (found !== null) {
      fence = found.marks;
      add({ kind: "broken_code", lines: [] });
      continue;
    }
    const last = blocks.at(-1);
    if (line.trim() === "" || RULE.test(line)) {
      blank = true;
      continue;
    }
    if (line.trimStart().startsWith(">")) {
      if (last?.kind !== "quote" || blank) add({ kind: "quote", lines: [] });
      continue;
    }
    const heading = headingOf(line);
    if (heading !== null) {
      add({ kind: "heading", ...heading });
      blank = true;
      continue;
    }
    const item = itemOf(line);
    if (item !== null) {
      add({ kind: "item", ...item });
      continue;
    }
    if (ROW.test(line)) {
      if (!ROW_RULE.test(line)) {
        const cells = line.split("|").map((cell) => cell.trim()).filter((cell) => cell !== "");
        const row = line.trim().replace(/^\|[ \t]*/, "").replace(/[ \t]*\|$/, "");
        add({ kind: "row", lines: [cells.join(": ")], row });
      }
      continue;
    }
    const goesOn = last !== undefined && (last.kind === "paragraph" || last.kind === "item") &&
      (!blank || (last.kind === "item" && /^(?: {2}|\t)/.test(line)));
    if (goesOn) {
      last.lines.push(line.trim());
      blank = false;
    } else add({ kind: "paragraph", lines: [line.trim()] });
  }
  return blocks;
}
