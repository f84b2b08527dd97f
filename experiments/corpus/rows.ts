/**
 * The rows of a corpus, from bytes to typed arrays: no text and no object per row.
 *
 * The scanner gives what `JSON.parse` of every line would give, only sooner: it knows the usual shape
 * (a flat object of plain texts, words and numbers, its keys in any order, white space anywhere) and
 * hands every other line to `row.ts`, so it never has to be right about anything unusual.
 */

import { Rejections } from "../finding.ts";
import { fromDigits } from "./decimal.ts";
import { type ByteSource, readBlocks } from "./lines.ts";
import { readRow, TOO_LONG } from "./row.ts";

/** What was read. */
export interface Corpus {
  readonly confidences: Float64Array;
  /** 1 where the row was right. */
  readonly outcomes: Uint8Array;
  /** Per row, the number of its cluster, if they were asked for. */
  readonly clusters: Uint32Array | null;
  /** How many different clusters there are; 0 if they were not asked for. */
  readonly clusterCount: number;
  /** Whether any row names its session or its repository. */
  readonly namesSessions: boolean;
  readonly rejections: Rejections;
}

/** What to read. */
interface RowOptions {
  /** Whether to collect which session, or else which repository, each row belongs to. */
  readonly clusters?: boolean;
  /** Told from time to time how many rows there are. */
  readonly progress?: (rows: number) => void;
}

/** Reads all rows. @param name What an error message calls the source. */
export function readRows(source: ByteSource, name: string, options: RowOptions = {}): Corpus {
  const scanner = new RowScanner(options.clusters ?? false);
  for (const block of readBlocks(source, name)) {
    if (block === null) scanner.skipLine();
    else scanner.scan(block);
    options.progress?.(scanner.rows);
  }
  return scanner.finish();
}

const QUOTE = 34, COMMA = 44, POINT = 46, ZERO = 48, COLON = 58, BACKSLASH = 92;
const SPACE = 32, TAB = 9, LINE_FEED = 10, RETURN = 13, OPEN = 123, CLOSE = 125;
// Keys with their closing quote: one that only begins alike is another key.
const CONFIDENCE = bytesOf('confidence"'), CORRECT = bytesOf('correct"');
const SESSION = bytesOf('session_id"'), REPO = bytesOf('repo"');
const TRUE = bytesOf("true"), FALSE = bytesOf("false");
/** How many rows the first arrays hold. */
const FIRST_ROWS = 16;
/** What a helper returns where the line is not of the usual shape. */
const UNUSUAL = -1;

class RowScanner {
  readonly #rejections = new Rejections();
  readonly #clusterNumbers = new Map<string, number>();
  // Small at first: what changes early is not mistaken by the compiler for what never changes.
  #confidences = new Float64Array(FIRST_ROWS);
  #outcomes = new Uint8Array(FIRST_ROWS);
  #clusters: Uint32Array | null;
  #clusterCount = 0;
  #line = 0;
  #namesSessions = false;
  /** The number that `#confidence` read. */
  #number = 0;
  rows = 0;

  constructor(clusters: boolean) {
    this.#clusters = clusters ? new Uint32Array(FIRST_ROWS) : null;
  }

  /** Takes whole lines. */
  scan(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length;) {
      this.#line++;
      if (this.rows === this.#outcomes.length) this.#grow();
      // Names of clusters need all of a row. The first line goes the long way too, so that the
      // compiler has seen it when it looks at this loop.
      const long = this.#clusters !== null || this.#line === 1;
      const next = long ? UNUSUAL : this.#usual(bytes, start);
      if (next !== UNUSUAL) {
        start = next;
        continue;
      }
      const lineEnd = bytes.indexOf(LINE_FEED, start);
      this.#unusual(bytes.subarray(start, lineEnd));
      start = lineEnd + 1;
    }
  }

  skipLine(): void {
    this.#rejections.add(TOO_LONG, ++this.#line);
  }

  finish(): Corpus {
    return {
      confidences: this.#confidences.subarray(0, this.rows),
      outcomes: this.#outcomes.subarray(0, this.rows),
      clusters: this.#clusters?.subarray(0, this.rows) ?? null,
      clusterCount: this.#clusterCount,
      namesSessions: this.#namesSessions,
      rejections: this.#rejections,
    };
  }

  /** Takes a line of the usual shape and says where the next one begins; every line has its end. */
  #usual(bytes: Uint8Array, start: number): number {
    let at = start;
    let confidence = -1;
    let outcome = -1;
    let named = false;
    while (isSpace(bytes[at]!)) at++;
    if (bytes[at++] !== OPEN) return UNUSUAL;
    for (;;) {
      while (isSpace(bytes[at]!)) at++;
      if (bytes[at++] !== QUOTE) return UNUSUAL;
      const key = at;
      if (matches(bytes, key, CONFIDENCE)) {
        at = this.#confidence(bytes, pastColon(bytes, key + CONFIDENCE.length));
        confidence = this.#number;
      } else if (matches(bytes, key, CORRECT)) {
        at = pastColon(bytes, key + CORRECT.length);
        outcome = matches(bytes, at, TRUE) ? 1 : 0;
        if (outcome === 0 && !matches(bytes, at, FALSE)) return UNUSUAL;
        at += outcome === 1 ? TRUE.length : FALSE.length;
      } else {
        at = pastString(bytes, key);
        if (at === UNUSUAL) return UNUSUAL;
        const value = pastColon(bytes, at);
        at = pastValue(bytes, value);
        if (matches(bytes, key, SESSION) || matches(bytes, key, REPO)) {
          // A key that is there twice may take its name back.
          if (named && bytes[value] !== QUOTE) return UNUSUAL;
          named = bytes[value] === QUOTE;
        }
      }
      if (at === UNUSUAL) return UNUSUAL;
      while (isSpace(bytes[at]!)) at++;
      const after = bytes[at++];
      if (after === COMMA) continue;
      if (after !== CLOSE) return UNUSUAL;
      break;
    }
    while (isSpace(bytes[at]!)) at++;
    if (bytes[at++] !== LINE_FEED) return UNUSUAL;
    if (outcome < 0 || !(confidence >= 0 && confidence <= 1)) return UNUSUAL;
    if (named) this.#namesSessions = true;
    this.#confidences[this.rows] = confidence;
    this.#outcomes[this.rows++] = outcome;
    return at;
  }

  /** Reads 0 or 1 with up to 18 decimals, in JSON's spelling, and says where it ends. */
  #confidence(bytes: Uint8Array, start: number): number {
    const whole = bytes[start]! - ZERO;
    if (whole !== 0 && whole !== 1) return UNUSUAL;
    let at = start + 1;
    if (bytes[at] !== POINT) {
      this.#number = whole;
      return endsNumber(bytes[at]!) ? at : UNUSUAL;
    }
    // Nine digits and nine more: each makes a small whole number, which adds up fastest.
    let first = whole;
    let second = 0;
    let digit = bytes[++at]! - ZERO;
    const decimals = at;
    for (; at < decimals + 9 && isDigit(digit); digit = bytes[++at]! - ZERO) {
      first = 10 * first + digit;
    }
    const middle = at;
    for (; at < middle + 9 && isDigit(digit); digit = bytes[++at]! - ZERO) {
      second = 10 * second + digit;
    }
    if (at === decimals || !endsNumber(bytes[at]!)) return UNUSUAL;
    this.#number = fromDigits(first, second, at - middle, at - decimals);
    return at;
  }

  #unusual(line: Uint8Array): void {
    const row = readRow(line);
    if (row === null) return;
    if (typeof row === "string") return this.#rejections.add(row, this.#line);
    const { confidence, correct, cluster } = row;
    if (cluster !== null) this.#namesSessions = true;
    if (this.#clusters !== null) {
      let number = cluster === null ? undefined : this.#clusterNumbers.get(cluster);
      if (number === undefined) {
        number = this.#clusterCount++;
        if (cluster !== null) this.#clusterNumbers.set(cluster, number);
      }
      this.#clusters[this.rows] = number;
    }
    this.#confidences[this.rows] = confidence;
    this.#outcomes[this.rows++] = Number(correct);
  }

  #grow(): void {
    const size = 2 * this.rows;
    const grown = <List extends Float64Array | Uint8Array | Uint32Array>(
      into: List,
      from: List,
    ) => {
      into.set(from);
      return into;
    };
    this.#confidences = grown(new Float64Array(size), this.#confidences);
    this.#outcomes = grown(new Uint8Array(size), this.#outcomes);
    if (this.#clusters !== null) this.#clusters = grown(new Uint32Array(size), this.#clusters);
  }
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9;
}

/** Whether a number is over: no digit, point or exponent follows. */
function endsNumber(byte: number): boolean {
  return byte === COMMA || byte === CLOSE || isSpace(byte);
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === RETURN;
}

/** Past the colon after a key, at the value. Where there is none, nothing is found to be a value. */
function pastColon(bytes: Uint8Array, at: number): number {
  while (isSpace(bytes[at]!)) at++;
  if (bytes[at] !== COLON) return UNUSUAL;
  do at++; while (isSpace(bytes[at]!));
  return at;
}

/** Past the closing quote of a string of plain ASCII. */
function pastString(bytes: Uint8Array, at: number): number {
  for (;;) {
    const byte = bytes[at++]!;
    if (byte === QUOTE) return at;
    if (byte < 32 || byte > 126 || byte === BACKSLASH) return UNUSUAL;
  }
}

/** What JSON has for a value beside texts, lists and objects; an exponent is unusual. */
const PLAIN = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$/;

/** Past a text, a word or a plain number. */
function pastValue(bytes: Uint8Array, start: number): number {
  if (bytes[start] === QUOTE) return pastString(bytes, start + 1);
  let at = start;
  while (!endsNumber(bytes[at]!) && bytes[at] !== LINE_FEED) at++;
  return PLAIN.test(ascii(bytes, start, at)) ? at : UNUSUAL;
}

/** Whether a word stands here; never looks past the end of a line, for no word has a line feed. */
function matches(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false;
  return true;
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

function bytesOf(word: string): Uint8Array {
  return new TextEncoder().encode(word);
}
