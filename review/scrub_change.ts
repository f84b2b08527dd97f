/**
 * A change without its secrets, for a reader outside.
 *
 * A file is scrubbed as it is now and as it was, so that what stands on neighbouring lines of the
 * file is read together and not with a line of the other side between. Lines keep their number and
 * their order; one that any reading found a part of a secret in is never shown as it was, and one
 * whose place is not certain is not shown at all.
 */

import type { DiffFile } from "../lib/git/diff.ts";
import type { LeftOut } from "../schema/types.ts";
import { alignLines, REDACTED } from "./scrub_align.ts";
import { nextLineSecrets } from "./scrub_next_line.ts";

type Scrub = (text: string) => Promise<string>;

/** Files that are made to hold a key. */
const KEY_FILE = /\.(?:pem|key|p12|pfx)$|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)[^/]*$/i;

/** Whether a file may hold a private key, by its name. */
export function mayHoldKey(path: string): boolean {
  return KEY_FILE.test(path) && !/\.pub$/i.test(path);
}

/** The files without those that may hold a key, and those. */
export function withholdKeys(
  files: readonly DiffFile[],
): { open: DiffFile[]; withheld: LeftOut[] } {
  return {
    open: files.filter(({ path }) => !mayHoldKey(path)),
    withheld: files.filter(({ path }) => mayHoldKey(path))
      .map(({ path }) => ({ path, reason: "may hold a key" })),
  };
}

/** The same files without secrets, one after the other: each is much work. */
export async function scrubFiles(files: readonly DiffFile[], scrub: Scrub): Promise<DiffFile[]> {
  const clean: DiffFile[] = [];
  for (const file of files) clean.push(await scrubFile(file, scrub));
  return clean;
}

async function scrubFile(file: DiffFile, scrub: Scrub): Promise<DiffFile> {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const texts = lines.map(({ text }) => oneLine(text));
  const result = [...texts];
  // As it is now, then as it was; what stands around belongs to both.
  for (const missing of ["removed", "added"]) {
    const places = [...lines.keys()].filter((at) => lines[at]?.kind !== missing);
    const clean = await scrubLines(places.map((at) => texts[at] ?? ""), scrub);
    places.forEach((at, n) => {
      result[at] = stricter(texts[at] ?? "", result[at] ?? "", clean[n] ?? REDACTED);
    });
  }
  let at = 0;
  const hunks = file.hunks.map((hunk) => ({
    lines: hunk.lines.map((line) => ({ ...line, text: result[at++] ?? REDACTED })),
  }));
  return { ...file, hunks };
}

/** As many lines, in which no secret is left, however many of them it stood on. */
async function scrubLines(lines: readonly string[], scrub: Scrub): Promise<string[]> {
  if (lines.length === 0) return [];
  const clean = alignLines(lines, (await scrub(lines.join("\n"))).split("\n"));
  for (const at of keyLines(lines)) clean[at] = REDACTED;
  for (const at of await nextLineSecrets(lines, clean, scrub)) clean[at] = REDACTED;
  return clean;
}

/** What two readings of one line leave of it: if both found something, perhaps not the same. */
function stricter(line: string, one: string, other: string): string {
  if (one === other || other === line) return one;
  return one === line ? other : REDACTED;
}

/** When names are scrubbed one by one, no more than this. */
export const MOST_NAMES = 500;

/** Names without secrets, in one reading; names in which a line ends are shown on one. */
export async function scrubNames(names: readonly string[], scrub: Scrub): Promise<string[]> {
  if (names.length === 0) return [];
  const lines = names.map(oneLine);
  const together = (await scrub(lines.join("\n"))).split("\n");
  if (together.length === lines.length) return together;
  const clean: string[] = [];
  for (const line of lines.slice(0, MOST_NAMES)) clean.push(oneLine(await scrub(line)));
  return [...clean, ...lines.slice(MOST_NAMES).map(() => REDACTED)];
}

function oneLine(text: string): string {
  return text.replaceAll("\n", " ");
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
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while ((sizes[to] ?? 0) >= LEAST_LENGTH) to++;
    // The last line of a key is as short as it happens to be.
    if (to - from >= LEAST_LINES) markWhile(found, sizes, from, 1, to);
    if (to > from) from = to - 1;
  }
  lines.forEach((line, at) => {
    if (!line.includes("-----") || !EDGE.test(line)) return;
    markWhile(found, sizes, at + 1, 1);
    markWhile(found, sizes, at - 1, -1);
  });
  return found;
}

/** Marks what is coded, from a place on; no further than `last`. */
function markWhile(
  found: Set<number>,
  sizes: readonly number[],
  from: number,
  step: 1 | -1,
  last = Infinity,
): void {
  for (let at = from; at <= last && (sizes[at] ?? 0) > 0; at += step) found.add(at);
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
