/**
 * Outside text on its way into a message, a prompt, a record or a page: bounded, in one line, and
 * nothing in it that drives a terminal, breaks a line or is there without being seen.
 */

/** Control and format characters, lone surrogates, line separators: no reader sees them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** For a person: in one line, characters that cannot be seen or turn the text around as `\uNNNN`. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * For a model: in one line, every character that cannot be seen as `\u{N}`; tabs stay. Stricter than
 * {@linkcode visible}, because what a person does not see must not speak to the model.
 */
export function plainLine(text: string): string {
  return text.replace(
    UNSEEN,
    (char) => char === "\t" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/** The text, or its beginning and a mark where it is longer than `most`; never half a character. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}

/** More than this is cut off before anything else is done with a text of which one line is shown. */
const MAX_READ = 4_000;

/** The text in one line, shortened; blanks and what cannot be seen are one space each. */
export function oneLine(text: string, most = 120): string {
  const line = text.slice(0, MAX_READ).replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  return shortened(line, most);
}

/** A command or a path, marked as code; nothing in it can end the mark. */
export function code(text: string, most = 80): string {
  return `\`${oneLine(text, most).replaceAll("`", "'")}\``;
}

/** A word of a shell line that a person may type, quoted where it must be. */
export function shellWord(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

/** A value for a message. What is nested is only named: writing it out would recurse as deeply. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${plainLine(shortened(value, 60))}"`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** Room for the mark, so that a text that was cut is not cut again. */
const ROOM = 64;

/** How far a cut at the end moves back to avoid the middle of a token. */
const LONGEST_TOKEN = 4096;

/**
 * The text, or its beginning and a visible mark if it is longer than `most`. It is cut between
 * words: half a token would no longer be recognized as one.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const longest = text.slice(0, Math.max(0, most - ROOM));
  const word = longest.slice(-LONGEST_TOKEN).search(/\S*$/);
  const kept = longest.slice(0, Math.max(0, longest.length - LONGEST_TOKEN) + word);
  return `${kept}\n[cut: the text goes on]`;
}

/** Longer ones are no words: a cut need not avoid their middle. */
const LONGEST_WORD = 300;

/** What stands where something was taken out. Readers may look for it. */
export const CUT_MARK = "\n[… cut …]\n";

/** So many characters stay at either end. */
export interface Ends {
  readonly head: number;
  readonly tail: number;
}

/**
 * The text, or its two ends with {@linkcode CUT_MARK} between them; never half a character. It is
 * cut between words: half a token would no longer be recognised as a secret.
 */
export function cutMiddle(text: string, { head, tail }: Ends): string {
  if (text.length <= head + tail + CUT_MARK.length) return text;
  const end = head - wordBefore(text, head);
  const start = text.length - tail + wordAfter(text, text.length - tail);
  // Joined and not added: engines keep a sum, and with it the whole long text, in memory.
  return [text.slice(0, end), text.slice(start)].join(CUT_MARK);
}

/** How many characters of a word stand before a place that is in the middle of it. */
function wordBefore(text: string, at: number): number {
  for (let back = 0; back <= Math.min(LONGEST_WORD, at); back++) {
    if (at === back || isBlank(text, at - back - 1) || isBlank(text, at - back)) return back;
  }
  return isHighSurrogate(text.charCodeAt(at - 1)) ? 1 : 0;
}

/** How many characters of a word stand behind a place that is in the middle of it. */
function wordAfter(text: string, at: number): number {
  for (let on = 0; on <= Math.min(LONGEST_WORD, text.length - at); on++) {
    if (at + on === text.length || isBlank(text, at + on - 1) || isBlank(text, at + on)) return on;
  }
  return isHighSurrogate(text.charCodeAt(at - 1)) ? 1 : 0;
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
