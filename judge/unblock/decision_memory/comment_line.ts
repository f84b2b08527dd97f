/**
 * A line without what makes it a comment: `//`, `#`, `--`, `/*`, `*`, `<!--`, `"""` and `'''`, or
 * the dash or number of a list's item. Nothing here knows a language: a line tells for itself.
 */

/** A line and what it says. */
export interface CommentLine {
  /** What is said, without marks at either end. */
  readonly text: string;
  /** The mark that a further line of the same comment begins with; empty where none does. */
  readonly mark: string;
  /** Whether it is an item of a list. */
  readonly item: boolean;
  /** Whether the comment ends in this line. */
  readonly closes: boolean;
}

/** More of a line is not looked at: nobody writes such a comment, and minified code has them. */
const MOST_OF_LINE = 2_000;

const OPENING = /^(?:\{[ \t]{0,4})?(\/\/+!?|#+!?|--+(?!>)|\/\*+!?|\*+(?![/*])|<!--+|"""|''')/;
const ITEM = /^(?:[-+]|\d{1,3}[.)])[ \t]+/;
const CLOSING = /\*\/|-->|"""|'''/;

/** Marks of blocks: what follows in the block begins with none. */
const BLOCKS: ReadonlySet<string> = new Set(["/", "<", '"', "'"]);

/** Reads a line from its beginning. */
export function commentLine(line: string): CommentLine {
  const shown = line.slice(0, MOST_OF_LINE).trim();
  const [opening = "", written = ""] = OPENING.exec(shown) ?? [];
  return said(shown.slice(opening.length), markOf(written));
}

/** Reads the comment that stands behind code in a line, if it says something that `begins`. */
export function trailingComment(line: string, begins: RegExp): CommentLine | null {
  for (const found of line.slice(0, MOST_OF_LINE).matchAll(/\s(?:\/\/|#|--|\/\*|<!--)/g)) {
    const comment = commentLine(line.slice(found.index));
    if (begins.test(comment.text)) return isInString(line.slice(0, found.index)) ? null : comment;
  }
  return null;
}

/** Whether a string is open where code ends. Apostrophes stand in words too, and tell nothing. */
function isInString(code: string): boolean {
  return ['"', "`"].some((quote) => code.split(quote).length % 2 === 0);
}

function said(behind: string, mark: string): CommentLine {
  const text = behind.trim();
  const item = ITEM.exec(text)?.[0] ?? "";
  const end = CLOSING.exec(text)?.index ?? -1;
  return {
    text: text.slice(item.length, end < item.length ? undefined : end).trim(),
    mark,
    item: item !== "",
    closes: end >= 0,
  };
}

/** `//` and `///` are one mark, and a block's lines may begin with a star or with nothing. */
function markOf(opening: string): string {
  if (opening.startsWith("//")) return "//";
  if (BLOCKS.has(opening[0] ?? "") || opening.startsWith("*")) return "";
  return opening.replace(/!$/, "").slice(0, opening.startsWith("-") ? 2 : 1);
}
