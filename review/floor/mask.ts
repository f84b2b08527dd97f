/**
 * Telling code, strings and comments of a line apart, as far as a part of a file allows.
 *
 * A hunk may begin in the middle of a comment or of a string, which the hunk does not show; what
 * the first quotes and stars look like decides. No parser: where it errs, a finding is lost or one
 * too many, and nothing worse. The work is linear in the text.
 */

import type { Syntax } from "./language.ts";

/** A line three times, each as long as the line itself, so that places can be compared. */
export interface Masked {
  /** Without comments and without what stands in strings; their quotes stay. */
  readonly code: string;
  /** Without comments. */
  readonly bare: string;
  /** The comments alone. */
  readonly comment: string;
}

/** What a line begins in: code, a block comment, or a string that ends with these quotes. */
type State = "code" | "comment" | { readonly closes: string };

/** Masks lines that follow each other. */
export function maskLines(lines: readonly string[], syntax: Syntax): Masked[] {
  let state = beginning(lines, syntax);
  return lines.map((line) => {
    const masked = { code: "", bare: "", comment: "" };
    for (let at = 0; at < line.length;) {
      const piece = pieceAt(line, at, state, syntax);
      const text = line.slice(at, piece.end);
      const blank = " ".repeat(text.length);
      masked.code += piece.kind === "code" ? text : blank;
      masked.bare += piece.kind === "comment" ? blank : text;
      masked.comment += piece.kind === "comment" ? text : blank;
      at = piece.end;
      state = piece.next;
    }
    return masked;
  });
}

/** A piece of a line that is all of one kind, and what the line goes on in. */
interface Piece {
  readonly kind: "code" | "string" | "comment";
  readonly end: number;
  readonly next: State;
}

function pieceAt(line: string, at: number, state: State, syntax: Syntax): Piece {
  const { comments, block, quotes, longQuotes } = syntax;
  const piece = (kind: Piece["kind"], end: number, next: State): Piece => ({ kind, end, next });
  const rest = line.length;
  if (state === "comment") {
    const close = block?.[1] ?? "";
    const end = line.indexOf(close, at);
    return end < 0 ? piece("comment", rest, state) : piece("comment", end + close.length, "code");
  }
  if (state !== "code") {
    const { closes } = state;
    const end = closing(line, at, closes);
    if (end === at) return piece("code", at + closes.length, "code");
    return piece("string", end < 0 ? rest : end, state);
  }
  // A line of a long comment whose beginning stands above of the hunk.
  if (at === 0 && block !== null && /^\s*\*(?:[\s/]|$)/.test(line)) {
    const close = line.indexOf("*/");
    return piece("comment", close < 0 ? rest : close + 2, "code");
  }
  const starts = (text: string): boolean => line.startsWith(text, at);
  if (comments.some(starts) && isComment(line, at, syntax)) return piece("comment", rest, "code");
  if (block !== null && starts(block[0])) return piece("comment", at + block[0].length, "comment");
  const long = longQuotes.find(starts);
  if (long !== undefined) return piece("code", at + long.length, { closes: long });
  const quote = quotes.find(starts);
  // An apostrophe that nothing closes is no string.
  const isString = quote !== undefined && closing(line, at + 1, quote) >= 0;
  return piece("code", at + 1, isString ? { closes: quote } : "code");
}

/** `#` is a comment only where a word begins (`$#`, `a#b` in a shell); `//` not behind `:`. */
function isComment(line: string, at: number, { name }: Syntax): boolean {
  const before = line.charAt(at - 1);
  if (line.charAt(at) !== "#") return before !== ":";
  // An attribute of PHP is no comment.
  if (name === "php" && line.charAt(at + 1) === "[") return false;
  return before === "" || /\s/.test(before) || name === "python";
}

/** Where the quotes stand that close a string; -1 if nowhere on the line. */
function closing(line: string, from: number, quotes: string): number {
  for (let at = from; at < line.length; at++) {
    if (line.charAt(at) === "\\") at++;
    else if (line.startsWith(quotes, at)) return at;
  }
  return -1;
}

/** Whether the first long quotes of a hunk close a string that began above of it. */
function beginning(lines: readonly string[], syntax: Syntax): State {
  const { block } = syntax;
  for (const [at, line] of lines.entries()) {
    if (block !== null) {
      const open = line.indexOf(block[0]);
      const close = line.indexOf(block[1]);
      if (close >= 0 && (open < 0 || close < open)) return "comment";
      if (open >= 0) return "code";
    }
    const quotes = syntax.longQuotes.find((quotes) => quotes.length === 3 && line.includes(quotes));
    if (quotes === undefined) continue;
    // As many close as open: then nothing was open.
    if (lines.join("\n").split(quotes).length % 2 === 1) return "code";
    const [before = "", after = ""] = line.split(quotes);
    const closes = after.trim() === "" || /^[\s),.;\]]+\w*/.test(after);
    if (!closes) return "code";
    // Prose before the quotes, or quotes alone below something that opens no block.
    const isProse = before.trim() !== "" &&
      !/[=(,[{:+]\s*\w{0,2}$|^\s*(?:return\s*)?\w{0,2}$/.test(before);
    const above = lines[at - 1] ?? "";
    const isEnd = before.trim() === "" && at > 0 && !/[:=(,[{]\s*$/.test(above);
    return isProse || isEnd ? { closes: quotes } : "code";
  }
  return "code";
}
