/**
 * A shell line as its simple commands, read well enough to say what was run.
 *
 * It is no shell: nothing is expanded. Text inside quotes and here documents is never a command.
 * One pass over the characters, and a bound on how many of them.
 */

/** How much of a line is read, in UTF-16 units. */
const MOST_CHARACTERS = 200_000;

/** How many simple commands are kept. */
const MOST_COMMANDS = 400;

/** What stands between two commands. An empty string: the end of the line. */
type Joint = "&&" | "||" | "|" | ";" | "&" | "";

/** A command without the shell's own grammar. */
export interface SimpleCommand {
  /** Its words, quotes taken off. */
  readonly words: readonly string[];
  /** As it was written, without redirections' here documents. */
  readonly text: string;
  /** Files that its output is written to. */
  readonly writes: readonly string[];
  /** How many parentheses it stands in: what `cd` does there ends with them. */
  readonly depth: number;
  /** The texts of its here documents. */
  readonly documents: readonly string[];
  /** Lines inside `$(…)` and backquotes. */
  readonly inner: readonly string[];
  readonly after: Joint;
}

/** How a here document is announced. */
const ANNOUNCED = /<<-?[ ]?(['"]?)([\w.-]{1,80})\1/y;

/** What stands in the place of a secret: one word, whatever blanks are in it. */
const REDACTED = /\[redacted:[^\]\n]{0,60}\]/y;

/** What of a command has been read so far. */
interface Draft {
  words: string[];
  writes: string[];
  documents: string[];
  inner: string[];
  begin: number;
  end: number;
}

/** The simple commands of a line, in the order in which they are written. */
export function simpleCommands(line: string): SimpleCommand[] {
  return new LineReader(line.slice(0, MOST_CHARACTERS)).read();
}

class LineReader {
  readonly #line: string;
  readonly #found: SimpleCommand[] = [];
  #at = 0;
  #draft: Draft = emptyDraft(0);
  /** Set after `>`: the next word is a file that is written. After `<`: one that is read. */
  #redirect: "write" | "read" | "document" | null = null;
  #depth = 0;
  #awaited: { end: string; indented: boolean; of: string[] }[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  read(): SimpleCommand[] {
    const line = this.#line;
    while (this.#at < line.length && this.#found.length < MOST_COMMANDS) {
      const char = line[this.#at]!;
      if (char === "\n") this.#newline();
      else if (char === " " || char === "\t" || char === "\r") this.#at++;
      else if (char === "\\" && line[this.#at + 1] === "\n") this.#at += 2;
      else if (char === "#") this.#comment();
      else if (char === "&" && line[this.#at + 1] === ">") this.#arrow(1);
      else if (char === "&" || char === "|" || char === ";") this.#joint(char);
      else if (char === "(" || char === ")") this.#parenthesis(char);
      else if (char === ">" || char === "<") this.#arrow(0);
      else this.#word();
    }
    this.#join("", 0);
    return this.#found;
  }

  #newline(): void {
    this.#join(";", 1);
    for (const { end, indented, of } of this.#awaited) of.push(this.#document(end, indented));
    this.#awaited = [];
  }

  #document(end: string, indented: boolean): string {
    const begin = this.#at;
    while (this.#at < this.#line.length) {
      const from = this.#at;
      const stop = this.#line.indexOf("\n", from);
      const line = this.#line.slice(from, stop < 0 ? undefined : stop);
      this.#at = stop < 0 ? this.#line.length : stop + 1;
      if ((indented ? line.trimStart() : line) === end) {
        this.#draft.begin = this.#at;
        return this.#line.slice(begin, from);
      }
    }
    return this.#line.slice(begin);
  }

  #comment(): void {
    const stop = this.#line.indexOf("\n", this.#at);
    this.#at = stop < 0 ? this.#line.length : stop;
  }

  #joint(char: "&" | "|" | ";"): void {
    const next = this.#line[this.#at + 1];
    if (char === next && char !== ";") this.#join(char === "&" ? "&&" : "||", 2);
    else if (char === "|") this.#join("|", next === "&" ? 2 : 1);
    else this.#join(char, char === next ? 2 : 1);
  }

  #parenthesis(char: "(" | ")"): void {
    this.#join(char === "(" ? null : "", 1);
    this.#depth = Math.max(0, this.#depth + (char === "(" ? 1 : -1));
  }

  /** `null` only begins anew: an opening parenthesis joins nothing. */
  #join(joint: Joint | null, length: number): void {
    const { begin, end, ...rest } = this.#draft;
    const closes = rest.words.length === 1 && rest.words[0] === "}" && this.#found.length > 0;
    if (closes) this.#close(joint ?? ";");
    else if (rest.words.length > 0 || rest.writes.length > 0) {
      const text = this.#line.slice(begin, end).trim();
      this.#found.push({ ...rest, text, depth: this.#depth, after: joint ?? ";" });
    } else if (joint !== null && joint !== "") this.#rejoin(joint);
    this.#at += length;
    this.#draft = emptyDraft(this.#at);
    this.#redirect = null;
  }

  /** What follows `}` says how the command before it goes on, and where the group prints to. */
  #close(joint: Joint): void {
    const last = this.#found.at(-1)!;
    const writes = [...last.writes, ...this.#draft.writes];
    this.#found[this.#found.length - 1] = { ...last, writes, after: joint };
  }

  /** What follows `)` says how the command before it goes on; a blank line says nothing. */
  #rejoin(joint: Joint): void {
    const last = this.#found.at(-1);
    if (last?.after === "") this.#found[this.#found.length - 1] = { ...last, after: joint };
  }

  #arrow(skip: number): void {
    const line = this.#line;
    this.#at += skip;
    const char = line[this.#at];
    let length = 1;
    while (length < 3 && line[this.#at + length] === char) length++;
    this.#at += length;
    this.#redirect = char === ">" ? "write" : length === 2 ? "document" : "read";
    if (this.#redirect === "document" && line[this.#at] === "-") {
      this.#at++;
      this.#expectDocument(true);
    } else if (this.#redirect === "document") this.#expectDocument(false);
    else if (line[this.#at] === "&") this.#duplicate();
    else if (char === ">" && line[this.#at] === "|") this.#at++;
    this.#draft.end = this.#at;
  }

  #expectDocument(indented: boolean): void {
    while (this.#line[this.#at] === " ") this.#at++;
    const end = this.#take();
    this.#redirect = null;
    if (end !== "") this.#awaited.push({ end, indented, of: this.#draft.documents });
  }

  /** `>&1`: no file. */
  #duplicate(): void {
    this.#at++;
    while (/[\d-]/.test(this.#line[this.#at] ?? "")) this.#at++;
    this.#redirect = null;
  }

  #word(): void {
    const begin = this.#at;
    const word = this.#take();
    if (this.#at === begin) this.#at++;
    const next = this.#line[this.#at];
    const descriptor = (next === ">" || next === "<") && /^\d$/.test(word);
    if (!descriptor) {
      if (this.#redirect === "write") this.#draft.writes.push(word);
      else if (this.#redirect === null) this.#draft.words.push(word);
      this.#redirect = null;
    }
    this.#draft.end = this.#at;
  }

  /** One word from here on, with its quotes taken off. */
  #take(): string {
    const line = this.#line;
    let word = "";
    while (this.#at < line.length) {
      const char = line[this.#at]!;
      if (char === "'" || char === '"') word += this.#quoted(char);
      else if (char === "\\") {
        word += line[this.#at + 1] ?? "";
        this.#at += 2;
      } else if (char === "`" || (char === "$" && line[this.#at + 1] === "(")) {
        word += this.#substitution(char === "`");
      } else if (char === "[" && this.#isRedacted()) {
        word += line.slice(this.#at, REDACTED.lastIndex);
        this.#at = REDACTED.lastIndex;
      } else if (/[\s;&|<>()]/.test(char)) break;
      else {
        word += char;
        this.#at++;
      }
    }
    return word;
  }

  #isRedacted(): boolean {
    REDACTED.lastIndex = this.#at;
    return REDACTED.test(this.#line);
  }

  #quoted(quote: string): string {
    const line = this.#line;
    let text = "";
    this.#at++;
    while (this.#at < line.length && line[this.#at] !== quote) {
      if (quote === '"' && line[this.#at] === "\\") this.#at++;
      if (quote === '"' && line[this.#at] === "$" && line[this.#at + 1] === "(") {
        text += this.#substitution(false);
      } else text += line[this.#at++] ?? "";
    }
    this.#at++;
    return text;
  }

  /** Skips a substitution, quotes in it included, and keeps what it runs. */
  #substitution(back: boolean): string {
    const line = this.#line;
    const begin = this.#at;
    this.#at += back ? 1 : 2;
    const inside = this.#at;
    for (let depth = 1; this.#at < line.length; this.#at++) {
      const char = line[this.#at]!;
      if (char === "\\") this.#at++;
      else if (back ? char === "`" : char === ")") depth--;
      else if (!back && char === "(") depth++;
      else if (char === "'" || char === '"') this.#skipQuotes(char);
      else if (char === "<" && line[this.#at + 1] === "<") this.#skipDocument();
      if (depth === 0) break;
    }
    const inner = line.slice(inside, this.#at);
    this.#at = Math.min(this.#at + 1, line.length);
    if (inner.trim() !== "") this.#draft.inner.push(inner);
    return line.slice(begin, this.#at);
  }

  /** Goes to the closing quote. */
  #skipQuotes(quote: string): void {
    for (this.#at++; this.#at < this.#line.length; this.#at++) {
      if (this.#line[this.#at] === quote) return;
      if (quote === '"' && this.#line[this.#at] === "\\") this.#at++;
    }
  }

  /** Goes to the end of a here document: its apostrophes and parentheses are only text. */
  #skipDocument(): void {
    ANNOUNCED.lastIndex = this.#at;
    const end = ANNOUNCED.exec(this.#line)?.[2];
    if (end === undefined) return;
    let from = this.#line.indexOf("\n", this.#at);
    while (from >= 0) {
      const stop = this.#line.indexOf("\n", from + 1);
      const line = this.#line.slice(from + 1, stop < 0 ? undefined : stop);
      if (line.trim() === end || stop < 0) {
        this.#at = (stop < 0 ? this.#line.length : stop) - 1;
        return;
      }
      from = stop;
    }
  }
}

function emptyDraft(at: number): Draft {
  return { words: [], writes: [], documents: [], inner: [], begin: at, end: at };
}
