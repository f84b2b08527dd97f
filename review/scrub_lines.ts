/** The lines of a text without secrets: as many as before, each in its place. */

/** What stands for a line that cannot be shown. */
export const REDACTED = "[redacted]";

/** What every mark of the scrubber begins with. */
const MARK = "[redacted";

/** Takes the secrets out of a text. */
export type Scrub = (text: string) => Promise<string>;

/** As many lines, in which no secret is left, however many of them it stood on. */
export async function scrubLines(lines: readonly string[], scrub: Scrub): Promise<string[]> {
  if (lines.length === 0) return [];
  const clean = alignLines(lines, (await scrub(lines.join("\n"))).split("\n"));
  for (const at of keyLines(lines)) clean[at] = REDACTED;
  for (const at of await nextLineSecrets(lines, clean, scrub)) clean[at] = REDACTED;
  return clean;
}

/**
 * As many lines as before, each as it was scrubbed. A secret over several lines leaves fewer lines
 * than there were. Every line that is given back is one of the scrubbed text or {@linkcode REDACTED},
 * so a line in the wrong place is a nuisance and never a leak.
 */
export function alignLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === after.length) return [...after];
  const places = new Map<string, number[]>();
  for (const [at, line] of [...before.entries()].reverse()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  const aligned = before.map(() => REDACTED);
  let from = 0;
  let marked: string[] = [];
  const fill = (to: number): void => {
    // One line is what all of these became; any other number says not which became which.
    const isClear = marked.length === 1 || marked.length === to - from;
    if (isClear) marked.slice(0, to - from).forEach((line, n) => aligned[from + n] = line);
    marked = [];
  };
  for (const line of after) {
    // A line without a mark is one of the lines before, as it was.
    const known = line.includes(MARK) ? [] : places.get(line) ?? [];
    while ((known.at(-1) ?? from) < from) known.pop();
    const at = known.pop();
    if (at === undefined) {
      marked.push(line);
    } else {
      fill(at);
      aligned[at] = line;
      from = at + 1;
    }
  }
  fill(before.length);
  return aligned;
}

/** So many lines in a row, each so long, are no chance. */
const LEAST_LINES = 3;
const LEAST_LENGTH = 40;

const CODED = /^[A-Za-z0-9+/]+={0,3}$|^=[A-Za-z0-9+/]{4}$|^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2})+:?$/;
const EDGE = /-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** The places of the lines that may be a piece of a key. */
function keyLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  const sizes = lines.map(codedLength);
  const isCoded = (at: number): boolean => (sizes[at] ?? 0) > 0;
  let long = 0;
  lines.forEach((line, at) => {
    long = (sizes[at] ?? 0) >= LEAST_LENGTH ? long + 1 : 0;
    if (long >= LEAST_LINES) {
      for (let back = 0; back < LEAST_LINES; back++) found.add(at - back);
      // The last line of a key is as short as it happens to be.
      if (isCoded(at + 1)) found.add(at + 1);
    }
    if (!line.includes("-----") || !EDGE.test(line)) return;
    for (let next = at + 1; isCoded(next); next++) found.add(next);
    for (let back = at - 1; isCoded(back); back--) found.add(back);
  });
  return found;
}

const BEFORE = new Set(" \t\r\"'`#*>|+-");
const BEHIND = new Set(" \t\r\"'`,;+)\\");

/** How long a line is without what a language puts around it; 0 if it is not base64 or hex. */
function codedLength(line: string): number {
  let [from, to] = [0, line.length];
  while (from < to && BEFORE.has(line.charAt(from))) from++;
  while (to > from) {
    const isEscape = line.charAt(to - 2) === "\\" && "nr".includes(line.charAt(to - 1));
    if (isEscape) to -= 2;
    else if (BEHIND.has(line.charAt(to - 1))) to--;
    else break;
  }
  const bare = line.slice(from, Math.max(from, to));
  return CODED.test(bare) ? bare.length : 0;
}

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
 * The places of the lines that belong to a secret begun on a line before. The scrubber reads names
 * and values of one line, so a name and the value below it are put on one and shown to it again.
 *
 * @param clean The same lines, scrubbed.
 */
async function nextLineSecrets(
  lines: readonly string[],
  clean: readonly string[],
  scrub: Scrub,
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
