/**
 * Secrets that are known, found again in other texts: whole where the name that gave them away is
 * missing, and in part where a text was cut. A scrubber recognises neither.
 *
 * Ordinary words stay, also those that a secret begins with: a short part counts only at a cut, and
 * a word only where a mark shows that it was cut.
 */

import { oneLine } from "../text/text.ts";

/** What stands in the place of a secret whose kind is no longer known. */
const REDACTED = "[redacted]";

/** A shorter part tells too little. */
const SHORT = 4;

/** So many characters in a row are no coincidence. */
const LONG = 8;

/** A word of so many letters is a passphrase. */
const PASSPHRASE = 12;

/** More secrets than this, in UTF-16 units, are no conversation, and would take all memory. */
const MOST = 2 * 1024 * 1024;

/** A mark in the place of a part that was replaced before, a line break as such or escaped, a key's frame. */
const SEPARATORS = /\[redacted: [a-z -]{1,40}\]|[\r\n]|\\[nr]|-----(?:BEGIN|END) [A-Z0-9 ]+-----/;

/** What a sentence or a count has, too. */
const ORDINARY = /^(?:\p{L}?\p{Ll}+|\p{Lu}+|\d{1,5})$/u;

/** What ends or begins a text that was cut, and what may do so. */
const MARK_AFTER = /\s{0,64}(?:…|\[…|\[cut: |\.\.\.)/y;
const MARK_BEFORE = /(?:…\]?|\.\.\.)\s*$/;
const EDGE_AFTER = /[ \t]{0,64}(?:$|[\r\n"'`”’»)])/y;
const EDGE_BEFORE = /(?:^|[\r\n"'`“‘«(])[ \t]*$/;

/** The marks that a sentence ends with, from the first of them on. */
const ENDS_SENTENCE = /(?<![.:!?)\]}'"`])[.:!?)\]}'"`]+$/;

/** How far back a mark is looked for. */
const NEAR = 16;

/** Known secrets. */
export class KnownSecrets {
  /** By their first characters. */
  readonly #whole = new Map<string, string[]>();
  /** Beginnings and ends that are shorter than what is no coincidence. */
  readonly #beginnings = new Set<string>();
  readonly #ends = new Set<string>();
  /** The first characters of those ends. */
  readonly #endsBegin = new Set<string>();
  /** Every long part. */
  readonly #parts = new Set<string>();

  /**
   * @param secrets As a scrubber replaced them.
   * @param others The texts that it left: a short word in them is no secret.
   */
  constructor(secrets: Iterable<string>, others: readonly string[]) {
    let length = 0;
    const known = new Set<string>();
    for (const secret of secrets) {
      for (const line of secret.split(SEPARATORS)) {
        for (const written of waysToWrite(line)) {
          if (written.length < SHORT || known.has(written)) continue;
          if ((length += written.length) > MOST) throw new RangeError("Too many secrets");
          known.add(written);
        }
      }
    }
    for (const secret of known) {
      if (!isWord(secret) || !isOrdinary(secret, others)) this.#add(secret);
    }
  }

  #add(secret: string): void {
    const begin = secret.slice(0, SHORT);
    const same = this.#whole.get(begin);
    if (same === undefined) this.#whole.set(begin, [secret]);
    else same.push(secret);
    for (let length = SHORT; length < Math.min(LONG, secret.length); length++) {
      const end = secret.slice(-length);
      this.#beginnings.add(secret.slice(0, length));
      this.#ends.add(end);
      this.#endsBegin.add(end.slice(0, SHORT));
    }
    for (let at = 0; at + LONG <= secret.length; at++) this.#parts.add(secret.slice(at, at + LONG));
  }

  /** The text with a mark in the place of each of them, and of what a cut left of one. */
  hide(text: string): string {
    if (this.#whole.size === 0) return text;
    const parts: string[] = [];
    let [done, at] = [0, 0];
    while (at + SHORT <= text.length) {
      const length = this.#lengthAt(text, at);
      if (length > 0) {
        parts.push(text.slice(done, at), REDACTED);
        done = at + length;
      }
      at += length || 1;
    }
    return done === 0 ? text : parts.join("") + text.slice(done);
  }

  /** How much of a secret begins here; 0 for none. */
  #lengthAt(text: string, at: number): number {
    const begin = text.slice(at, at + SHORT);
    return Math.max(
      this.#wholeAt(text, at, begin),
      this.#longAt(text, at),
      this.#beginningAt(text, at, begin),
      this.#endAt(text, at, begin),
    );
  }

  #wholeAt(text: string, at: number, begin: string): number {
    let longest = 0;
    for (const secret of this.#whole.get(begin) ?? []) {
      if (secret.length <= longest || !text.startsWith(secret, at)) continue;
      const apart = !isInWord(text, at) && !isInWord(text, at + secret.length);
      if (apart || (secret.length >= LONG && !isWord(secret))) longest = secret.length;
    }
    return longest;
  }

  #longAt(text: string, at: number): number {
    let end = at;
    while (this.#parts.has(text.slice(end, end + LONG))) end++;
    if (end === at) return 0;
    end += LONG - 1;
    const part = text.slice(at, end);
    const random = /\d/.test(part) && /\p{L}/u.test(part);
    const counts = random || isCutBefore(text, at, part) || isCutAfter(text, end, part);
    return counts ? part.length : 0;
  }

  #beginningAt(text: string, at: number, begin: string): number {
    if (!this.#beginnings.has(begin) || isInWord(text, at)) return 0;
    for (let length = LONG - 1; length >= SHORT; length--) {
      const part = text.slice(at, at + length);
      if (this.#beginnings.has(part) && isCutAfter(text, at + length, part)) return length;
    }
    return 0;
  }

  #endAt(text: string, at: number, begin: string): number {
    if (!this.#endsBegin.has(begin)) return 0;
    for (let length = LONG - 1; length >= SHORT; length--) {
      const part = text.slice(at, at + length);
      if (
        this.#ends.has(part) && !isInWord(text, at + length) && isCutBefore(text, at, part)
      ) return length;
    }
    return 0;
  }
}

/** A secret as it stands in a text, in a string within it, in one line, and as code in one line. */
function waysToWrite(secret: string): string[] {
  const plain = secret.trim();
  const read = plain.replace(/\\(["'`\\/])/g, "$1");
  // A connection string goes on behind a password, and a sentence ends with it.
  const value = read.replace(/[;,&].*$/, "").replace(ENDS_SENTENCE, "");
  const all = [plain, read, value];
  return [
    ...all,
    ...all.map((written) => oneLine(written, Infinity)),
    ...all.map((written) => oneLine(written, Infinity).replaceAll("`", "'")),
  ];
}

function isWord(text: string): boolean {
  return text.length < PASSPHRASE && ORDINARY.test(text);
}

/** Whether a word is one that people use: as a name, or without hiding it. */
function isOrdinary(word: string, others: readonly string[]): boolean {
  if (word.length < LONG) return true;
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "u");
  return others.some((text) => alone.test(text));
}

/** Whether a word goes on over this place; what follows an escape is another one. */
function isInWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}_]{2}/u.test(text.slice(at - 1, at + 1)) && at > 0 &&
    !/\\[nrt]$/.test(text.slice(Math.max(0, at - 2), at));
}

function isCutBefore(text: string, at: number, part: string): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at);
  return MARK_BEFORE.test(before) || (!isWord(part) && EDGE_BEFORE.test(before));
}

function isCutAfter(text: string, at: number, part: string): boolean {
  MARK_AFTER.lastIndex = EDGE_AFTER.lastIndex = at;
  return MARK_AFTER.test(text) || (!isWord(part) && EDGE_AFTER.test(text));
}
