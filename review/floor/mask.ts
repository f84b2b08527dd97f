/**
 * Telling code, strings and comments of a line apart, as far as a part of a file allows.
 *
 * A hunk may begin in the middle of a comment or of a string, which nobody can know for sure; what
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
    const masker = new LineMasker(line, syntax, state);
    state = masker.run();
    return masker.result();
  });
}

class LineMasker {
  readonly #line: string;
  readonly #syntax: Syntax;
  readonly #parts = { code: "", bare: "", comment: "" };
  #state: State;
  #at = 0;

  constructor(line: string, syntax: Syntax, state: State) {
    this.#line = line;
    this.#syntax = syntax;
    this.#state = state;
  }

  result(): Masked {
    return this.#parts;
  }

  run(): State {
    const line = this.#line;
    // A line of a long comment whose beginning stands above of the hunk.
    if (this.#state === "code" && this.#syntax.block !== null && /^\s*\*(?:[\s/]|$)/.test(line)) {
      const close = line.indexOf("*/");
      this.#take("comment", close < 0 ? line.length : close + 2);
    }
    while (this.#at < line.length) {
      if (this.#state === "comment") this.#inComment();
      else if (this.#state === "code") this.#inCode();
      else this.#inString(this.#state.closes);
    }
    return this.#state;
  }

  #inComment(): void {
    const close = this.#syntax.block?.[1] ?? "";
    const end = this.#line.indexOf(close, this.#at);
    this.#take("comment", end < 0 ? this.#line.length : end + close.length);
    if (end >= 0) this.#state = "code";
  }

  #inString(closes: string): void {
    const end = closing(this.#line, this.#at, closes);
    this.#take("string", end < 0 ? this.#line.length : end);
    if (end < 0) return;
    this.#take("code", end + closes.length);
    this.#state = "code";
  }

  #inCode(): void {
    const { comments, block, quotes, longQuotes } = this.#syntax;
    const starts = (text: string): boolean => this.#line.startsWith(text, this.#at);
    if (comments.some(starts) && this.#isComment()) {
      return this.#take("comment", this.#line.length);
    }
    if (block !== null && starts(block[0])) {
      this.#take("comment", this.#at + block[0].length);
      this.#state = "comment";
      return;
    }
    const long = longQuotes.find(starts);
    if (long !== undefined) {
      this.#take("code", this.#at + long.length);
      this.#state = { closes: long };
      return;
    }
    const quote = quotes.find(starts);
    const end = quote === undefined ? -1 : closing(this.#line, this.#at + 1, quote);
    // An apostrophe that nothing closes is no string.
    if (quote === undefined || end < 0) return this.#take("code", this.#at + 1);
    this.#take("code", this.#at + 1);
    this.#take("string", end);
    this.#take("code", end + 1);
  }

  /** `#` is a comment only where a word begins (`$#`, `a#b` in a shell); `//` not behind `:`. */
  #isComment(): boolean {
    const before = this.#line.charAt(this.#at - 1);
    if (this.#line.charAt(this.#at) !== "#") return before !== ":";
    const { name } = this.#syntax;
    // An attribute of PHP is no comment.
    if (name === "php" && this.#line.charAt(this.#at + 1) === "[") return false;
    return before === "" || /\s/.test(before) || name === "python";
  }

  #take(kind: "code" | "string" | "comment", end: number): void {
    const text = this.#line.slice(this.#at, end);
    const blank = " ".repeat(text.length);
    this.#parts.code += kind === "code" ? text : blank;
    this.#parts.bare += kind === "comment" ? blank : text;
    this.#parts.comment += kind === "comment" ? text : blank;
    this.#at = end;
  }
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
