/**
 * A change without its secrets, for a reader outside.
 *
 * A file is scrubbed as it is now and as it was, so that what stands on neighbouring lines of the
 * file is read together and not with a line of the other side between. Lines keep their number and
 * their order; one that any reading found a part of a secret in is never shown as it was, and one
 * whose place is not certain is not shown at all.
 */

import type { LeftOut } from "../schema/review.ts";
import type { DiffFile } from "../lib/git/diff_types.ts";
import { alignLines, REDACTED } from "./scrub_align.ts";
import { keyLines } from "./scrub_key_lines.ts";
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
