/**
 * A shell line as its simple commands, read well enough to say what was run.
 *
 * It is no shell: nothing is expanded. Text inside quotes and here documents is never a command.
 * One pass over the characters, and a bound on how many of them.
 */

/** How many simple commands are kept, and how deep substitutions are read within others. */
const MOST_COMMANDS = 400;
const DEEPEST = 20;

/** What stands between two commands. An empty string: the end of the line. */
type Joint = "&&" | "||" | "|" | ";" | "&" | "";

/** A command without the shell's own grammar. */
export interface SimpleCommand {
  /** Its words, quotes taken off. */
  readonly words: string[];
  /** As it was written, without redirections' here documents. */
  text: string;
  /** Files that its output is written to. */
  readonly writes: string[];
  /** How many parentheses it stands in: what `cd` does there ends with them. */
  readonly depth: number;
  /** The texts of its here documents. */
  readonly documents: string[];
  /** The commands inside each `$(…)`, each `<(…)` and each pair of backquotes. */
  readonly inner: SimpleCommand[][];
  after: Joint;
}

/** Joints that are written in several ways. An opening parenthesis joins nothing. */
const JOINTS: Readonly<Record<string, Joint>> = {
  "(": ";",
  ")": "",
  "\n": ";",
  ";;": ";",
  "|&": "|",
};

/** Between words: blanks, an escaped line end, a comment. */
const BLANK = /[ \t\r]+|\\\n|#[^\n]*/y;
const JOINT = /&&|\|[|&]?|;;?|&(?!>)|[()\n]/y;
/** Redirections, those to another descriptor included, and here documents. */
const ARROW = /&?>{1,3}(?!\()(?:\||&[\d-]*)?|<<-?(?!<)|<(?!\()(?:<<)?(?:&[\d-]*)?/y;

/** Pieces of a word. What stands in the place of a secret is one, whatever blanks are in it. */
const PLAIN = /[^\s;&|<>()'"`\\$[]+|\[redacted:[^\]\n]{0,60}\]|\[|\$(?!\()/y;
const ESCAPED = /\\[^]?/y;
const SINGLE_QUOTED = /'[^']*'?/y;
const IN_DOUBLE_QUOTES = /[^"\\$]+|\$(?!\()/y;
const SUBSTITUTION = /`|[$<>]\(/y;
const LINE = /[^\n]*\n?/y;

/** The simple commands of a line, in the order in which they are written. */
export function simpleCommands(line: string): SimpleCommand[] {
  return new LineReader(line).read();
}

/** Reads on from `at`: a whole line, or what stands in a substitution, up to what closes that. */
class LineReader {
  readonly #found: SimpleCommand[] = [];
  #depth = 0;
  /** What is read now, and where its text begins and ends. */
  #draft!: SimpleCommand;
  #begin!: number;
  #end!: number;
  /** Where the next word belongs: behind `>` it is a file that is written. */
  #into!: string[];
  readonly #awaited: { end: string; indented: boolean; of: string[] }[] = [];

  constructor(readonly line: string, public at = 0, readonly closing = "", readonly nesting = 0) {
    this.#next();
  }

  read(): SimpleCommand[] {
    const isClosed = (): boolean =>
      this.line[this.at] === this.closing && (this.closing === "`" || this.#depth === 0);
    while (this.at < this.line.length && !isClosed()) {
      if (this.#found.length === MOST_COMMANDS || this.nesting > DEEPEST) {
        this.at = this.line.length;
        break;
      }
      if (this.#match(BLANK) !== null) continue;
      const joint = this.#match(JOINT);
      const arrow = joint === null ? this.#match(ARROW) : null;
      if (joint !== null) this.#join(joint);
      else if (arrow !== null) this.#arrow(arrow);
      else this.#word();
    }
    this.#join("");
    return this.#found;
  }

  /** Goes over what a sticky pattern fits, and returns it. */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.line)?.[0] ?? null;
    this.at += text?.length ?? 0;
    return text;
  }

  /** Ends a command. What follows a closing parenthesis says how what stands in it is joined. */
  #join(token: string): void {
    const joint = (JOINTS[token] ?? token) as Joint;
    const draft = this.#draft;
    const last = this.#found.at(-1);
    const closes = draft.words.length === 1 && draft.words[0] === "}";
    // `name() {` and `function name {` define what stands behind them.
    if (token === "(" && draft.words.length === 1) draft.words.unshift("function");
    else if (draft.words[0] === "function" && draft.words.length > 3) {
      const [keyword = "", name = ""] = draft.words.splice(0, 3);
      this.#found.push({ ...draft, words: [keyword, name], text: name, after: ";" });
    }
    if (closes && last !== undefined) {
      // It is that of the whole group.
      last.writes.push(...draft.writes);
      last.after = joint;
    } else if (draft.words.length > 0 || draft.writes.length > 0) {
      draft.text = this.line.slice(this.#begin, this.#end).trim();
      draft.after = joint;
      this.#found.push(draft);
    } else if (token !== "(" && last?.after === "") last.after = joint;
    if (token === "(") this.#depth++;
    if (token === ")") this.#depth = Math.max(0, this.#depth - 1);
    if (token === "\n") this.#documents();
    this.#next();
  }

  #next(): void {
    const depth = this.#depth;
    this.#draft = { words: [], text: "", writes: [], depth, documents: [], inner: [], after: "" };
    this.#begin = this.#end = this.at;
    this.#into = this.#draft.words;
  }

  /** Reads the here documents that were announced in the line before. */
  #documents(): void {
    for (const { end, indented, of } of this.#awaited.splice(0)) {
      const begin = this.at;
      let [last, text] = [begin, ""];
      while (this.at < this.line.length && text !== end) {
        last = this.at;
        text = this.#match(LINE)!.replace("\n", "");
        if (indented) text = text.trimStart();
      }
      of.push(this.line.slice(begin, text === end ? last : this.at));
    }
  }

  #arrow(arrow: string): void {
    const { words, writes, documents } = this.#draft;
    this.#into = arrow.includes("&", 1) ? words : arrow.startsWith("<") ? [] : writes;
    if (arrow === "<<" || arrow === "<<-") {
      while (this.line[this.at] === " ") this.at++;
      const end = this.#take();
      this.#into = words;
      if (end !== "") this.#awaited.push({ end, indented: arrow === "<<-", of: documents });
    }
    this.#end = this.at;
  }

  #word(): void {
    const begin = this.at;
    const word = this.#take();
    if (this.at === begin) this.at++;
    // `2>` names what is redirected.
    if (!/^\d$/.test(word) || !/[<>]/.test(this.line[this.at] ?? "")) {
      this.#into.push(word);
      this.#into = this.#draft.words;
    }
    this.#end = this.at;
  }

  /** One word from here on, or the rest of a quoted text, with its quotes taken off. */
  #take(quoted = false): string {
    let word = "";
    for (;;) {
      const piece = this.#match(quoted ? IN_DOUBLE_QUOTES : PLAIN) ??
        this.#match(ESCAPED)?.slice(1) ?? (quoted ? null : this.#quoted()) ?? this.#substitution();
      if (piece === null) return word;
      word += piece;
    }
  }

  #quoted(): string | null {
    if (this.line[this.at] !== '"') {
      return this.#match(SINGLE_QUOTED)?.replace(/^'|'$/g, "") ?? null;
    }
    this.at++;
    const text = this.#take(true);
    this.at++;
    return text;
  }

  /** Reads what a substitution runs, and goes behind it. */
  #substitution(): string | null {
    const begin = this.at;
    if (this.closing === "`" && this.line[begin] === "`") return null;
    const opening = this.#match(SUBSTITUTION);
    if (opening === null) return null;
    const closing = opening === "`" ? "`" : ")";
    const inside = new LineReader(this.line, this.at, closing, this.nesting + 1);
    const commands = inside.read();
    this.at = Math.min(inside.at + 1, this.line.length);
    if (commands.length > 0) this.#draft.inner.push(commands);
    return this.line.slice(begin, this.at);
  }
}
