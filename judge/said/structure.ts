/**
 * A message as pieces that rules can be asked about: every sentence, list item, heading and table
 * row, with what it stands under and whether it stands at the end.
 */

import { type Block, blocksOf } from "./blocks.ts";
import { clausesOf, sentencesOf } from "./sentences.ts";
import { wordsOf } from "./words.ts";

/** One sentence, or a heading or row. */
export interface Piece {
  readonly kind: "heading" | "item" | "sentence" | "row";
  /** As it was written. */
  readonly source: string;
  /** Without markdown; code and quotes are signs. */
  readonly plain: string;
  /** The same in small letters: patterns that ignore case cost many times as much to set up. */
  readonly words: string;
  readonly clauses: readonly string[];
  /** The headings and the line that leads to a list, the nearest first, without markdown. */
  readonly under: readonly string[];
  readonly box: "open" | "ticked" | null;
  /** Whether it is the first sentence of its item, paragraph or row. */
  readonly first: boolean;
  /** The number of its group: a paragraph, or a whole list. */
  readonly group: number;
}

/** A message that has been taken apart. */
export interface Message {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly blocks: readonly Block[];
  /** The kind of the last block; null for an empty message. */
  readonly endsIn: Block["kind"] | null;
}

interface Lead {
  readonly words: string;
  readonly depth: number;
}

/** A line that names the list below it, such as "Still open:" or "Next steps". */
function leadOf(words: string): string | null {
  const named = words.endsWith(":") || (words.split(" ").length <= 6 && !/[.!?]$/.test(words));
  return named && words !== "" ? words.replace(/:$/, "").slice(-120) : null;
}

/** Takes a message apart. The text is bounded already. */
export function structureOf(text: string): Message {
  const blocks = blocksOf(text);
  const pieces: Piece[] = [];
  const headings: Lead[] = [];
  let lead: string | null = null;
  let parents: Lead[] = [];
  let group = 0;
  let before: Block | null = null;
  for (const block of blocks) {
    const inList = block.kind === "item" && before?.kind === "item";
    const inTable = block.kind === "row" && before?.kind === "row";
    if (!inList && !inTable) group++;
    const { kind } = block;
    if (kind === "code" || kind === "broken_code" || kind === "quote") {
      before = block;
      continue;
    }
    const sentences = kind === "row" ? block.lines : sentencesOf(block.lines);
    if (kind === "heading") {
      while ((headings.at(-1)?.depth ?? 0) >= block.depth) headings.pop();
      lead = null;
    } else if (kind === "paragraph") lead = null;
    if (kind === "item") {
      if (!inList) parents = [];
      while ((parents.at(-1)?.depth ?? -1) >= block.depth) parents.pop();
    }
    const under = [
      ...(kind === "item" ? parents.map(({ words }) => words).reverse() : []),
      ...(lead === null ? [] : [lead]),
      ...headings.map(({ words }) => words).reverse(),
    ];
    let words = "";
    sentences.forEach((source, index) => {
      const plain = wordsOf(source);
      words = plain.toLowerCase();
      pieces.push({
        kind: kind === "paragraph" ? "sentence" : kind,
        source: block.row ?? source,
        plain,
        words,
        clauses: clausesOf(words),
        under,
        box: block.box,
        first: index === 0,
        group,
      });
    });
    if (kind === "heading") headings.push({ words: words.replace(/:$/, ""), depth: block.depth });
    if (kind === "paragraph") lead = leadOf(words);
    if (kind === "item" && words.endsWith(":")) {
      parents.push({ words: words.slice(0, -1), depth: block.depth });
    }
    before = block;
  }
  return { text, pieces, blocks, endsIn: blocks.at(-1)?.kind ?? null };
}
