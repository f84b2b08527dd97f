/**
 * Secrets whose name stands on one line and whose value on the next. The scrubber reads names and
 * values of one line, so the two are put on one and shown to it again.
 */

import { alignLines } from "./scrub_align.ts";

/** Longer pieces of a line are no name; a value is known by its beginning. */
const MOST_NAME = 300;
const MOST_VALUE = 2000;

/** So many empty lines may stand between. */
const MOST_BLANK = 3;

/** What may open a value that stands on the next line. */
const OPENERS = new Set(" \t\r\\([{|>+-\"'`");

/** A name with what may be its value, and the place of that. */
interface Pair {
  readonly value: number;
  readonly text: string;
}

/**
 * The places of the lines that belong to a secret begun on a line before.
 *
 * @param lines As they were.
 * @param clean The same lines, scrubbed.
 */
export async function nextLineSecrets(
  lines: readonly string[],
  clean: readonly string[],
  scrub: (text: string) => Promise<string>,
): Promise<Set<number>> {
  const found = new Set<number>();
  const pairs = lines.map((_, at) => pairAt(clean, at)).filter((pair) => pair !== null);
  if (pairs.length > 0) {
    const texts = pairs.map(({ text }) => text);
    const scrubbed = alignLines(texts, (await scrub(texts.join("\n"))).split("\n"));
    pairs.forEach(({ value, text }, n) => {
      if (scrubbed[n] === text) return;
      found.add(value);
      // One text in several pieces.
      for (let at = value + 1; !found.has(at) && isLiteral(lines[at] ?? ""); at++) {
        found.add(at);
      }
    });
  }
  lines.forEach((line, at) => {
    if (line === clean[at] && !found.has(at)) return;
    // A text that the end of the line does not end.
    const quote = openQuote(line);
    if (quote === null) return;
    for (let next = at + 1; next < lines.length && endsOpen(lines[next - 1] ?? ""); next++) {
      found.add(next);
      if (lines[next]?.includes(quote)) break;
    }
  });
  return found;
}

function pairAt(lines: readonly string[], name: number): Pair | null {
  const line = lines[name] ?? "";
  let end = line.length;
  while (end > 0 && OPENERS.has(line.charAt(end - 1))) end--;
  // An arrow is no opener, though it ends like one.
  if (line.charAt(end - 1) === "=" && line.charAt(end) === ">") end++;
  const opener = line.slice(end).trim();
  if (end === 0 || !/[:=>]$/.test(line.slice(0, end)) && !opener.includes("\\")) return null;
  let value = name + 1;
  while (value <= name + MOST_BLANK && lines[value]?.trim() === "") value++;
  const text = lines[value]?.trim().slice(0, MOST_VALUE) ?? "";
  if (text === "") return null;
  const isWithin = /["'`]/.test(opener) && !/^["'`]/.test(text);
  const shown = isWithin ? `"${text.replaceAll('"', "'")}"` : text;
  return { value, text: `${line.slice(Math.max(0, end - MOST_NAME), end)} ${shown}` };
}

/** Whether a line is nothing but one text, perhaps added to the one before. */
function isLiteral(line: string): boolean {
  const text = line.trim().slice(0, MOST_VALUE);
  return /^[+.&]?\s{0,4}(["'`])[^"'`]*\1[\s+.&\\,;)\]]{0,8}$/.test(text);
}

function endsOpen(line: string): boolean {
  return line.trimEnd().endsWith("\\");
}

/** The quote that a line opens and does not close, where it says that it goes on. */
function openQuote(line: string): string | null {
  if (!endsOpen(line)) return null;
  return ['"', "'"].find((quote) => line.split(quote).length % 2 === 0) ?? null;
}
