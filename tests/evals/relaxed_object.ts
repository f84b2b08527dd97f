/**
 * The input of a tool call as people write it in an eval: `{command: 'npm test', timeout: 60}`.
 * Keys need no quotes, any quotes will do, and a quote inside of a text need not be escaped. Never
 * throws: what cannot be told apart is taken as text.
 */

/** A parsed object, and where it ended. */
interface Parsed {
  readonly input: Record<string, unknown>;
  /** The index behind it. */
  readonly end: number;
}

/** What may stand behind the quote that closes a text. */
const AFTER_QUOTE = /\s{0,20}(?:$|[}\]]|,\s{0,20}(?:["'`]?[\w$-]{1,60}["'`]?\s{0,20}:|["'`{[\d]))/y;

const KEY = /\s*["'`]?([\w$-]{1,60})["'`]?\s{0,20}:\s*/y;

const MAX_DEPTH = 10;

/** Reads an object at the start of a text; null where none stands there. */
export function readRelaxedObject(text: string): Parsed | null {
  if (!text.startsWith("{")) return null;
  const reader = new Reader(text);
  const input = reader.object(0);
  return { input, end: reader.at };
}

class Reader {
  at = 0;

  constructor(readonly text: string) {}

  object(depth: number): Record<string, unknown> {
    const found: [string, unknown][] = [];
    this.at++;
    while (!this.#closes("}")) {
      KEY.lastIndex = this.at;
      const key = KEY.exec(this.text);
      if (key === null) {
        // Not an object after all; its text is kept, so that nothing is lost.
        const start = this.at;
        this.#skipTo("}");
        const rest = this.text.slice(start, this.at).trim();
        if (rest !== "") found.push(["text", rest]);
        this.at++;
        break;
      }
      this.at = KEY.lastIndex;
      found.push([key[1]!, this.#value(depth)]);
    }
    return Object.fromEntries(found);
  }

  #value(depth: number): unknown {
    const char = this.text[this.at];
    if (char === '"' || char === "'" || char === "`") return this.#quoted(char);
    if (depth < MAX_DEPTH && char === "{") return this.object(depth + 1);
    if (depth < MAX_DEPTH && char === "[") return this.#list(depth + 1);
    return this.#bare();
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at++;
    while (!this.#closes("]")) items.push(this.#value(depth));
    return items;
  }

  /** Whether the end is reached; commas and blanks before it are passed. */
  #closes(end: string): boolean {
    while (this.at < this.text.length && /[\s,]/.test(this.text[this.at]!)) this.at++;
    if (this.at >= this.text.length) return true;
    if (this.text[this.at] !== end) return false;
    this.at++;
    return true;
  }

  #quoted(quote: string): string {
    let value = "";
    for (this.at++; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!;
      if (char === "\\" && this.at + 1 < this.text.length) {
        const next = this.text[++this.at]!;
        value += next === "n"
          ? "\n"
          : next === "t"
          ? "\t"
          : /["'`\\]/.test(next)
          ? next
          : `\\${next}`;
        continue;
      }
      if (char === quote) {
        if (this.#endsAt(this.at + 1)) {
          this.at++;
          return value;
        }
        // Doubled, as YAML escapes a quote, unless the second one is the end.
        if (this.text[this.at + 1] === quote && !this.#endsAt(this.at + 2)) this.at++;
      }
      value += char;
    }
    return value;
  }

  #endsAt(index: number): boolean {
    AFTER_QUOTE.lastIndex = index;
    return AFTER_QUOTE.test(this.text);
  }

  #bare(): unknown {
    const start = this.at;
    while (this.at < this.text.length && !/[,}\]]/.test(this.text[this.at]!)) this.at++;
    // A stray bracket must not hold the reader up.
    if (this.at === start) this.at++;
    const text = this.text.slice(start, this.at).trim();
    if (text === "true" || text === "false") return text === "true";
    if (text === "null") return null;
    return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
  }

  #skipTo(end: string): void {
    const found = this.text.indexOf(end, this.at);
    this.at = found === -1 ? this.text.length : found;
  }
}
