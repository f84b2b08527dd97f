/**
 * A change without its secrets, for a reader outside.
 *
 * A file is scrubbed as it is now and as it was, so that what stands on neighbouring lines of the
 * file is read together and not with a line of the other side between. Lines keep their number and
 * their order; a line in which any reading found a part of a secret is not shown as it was.
 */

import type { DiffFile } from "../lib/git/diff.ts";
import type { LeftOut } from "../schema/types.ts";
import { chooseFiles, type ReviewBudget } from "./budget.ts";
import { REDACTED, type Scrub, scrubLines } from "./scrub_lines.ts";

/** Files that are made to hold a key. */
const KEY_FILE = /\.(?:pem|key|p12|pfx)$|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)[^/]*$/i;

/** A file that is sent, and as it is sent. */
interface Sent {
  readonly file: DiffFile;
  readonly clean: DiffFile;
}

/**
 * What is sent of a change. Chosen twice: what stands for a secret may be longer than the secret, so
 * what fitted before may not fit any more.
 */
export async function chooseScrubbed(
  files: readonly DiffFile[],
  budget: ReviewBudget,
  scrub: Scrub,
): Promise<{ sent: Sent[]; leftOut: LeftOut[] }> {
  const mayHoldKey = ({ path }: DiffFile): boolean => KEY_FILE.test(path) && !/\.pub$/i.test(path);
  const first = chooseFiles(files.filter((file) => !mayHoldKey(file)), budget);
  const byName = new Map(files.map((file) => [file.path, file]));
  const originals = new Map<string, DiffFile>();
  const clean: DiffFile[] = [];
  const names = await scrubNames(first.sent.map(({ path }) => path), scrub);
  // One file after the other: each is much work.
  for (const [n, file] of first.sent.entries()) {
    // A name with a secret in it goes by another one, which must still be one file's.
    const path = names[n] ?? "";
    const name = originals.has(path) ? `${path} (${originals.size})` : path;
    originals.set(name, byName.get(file.path) ?? file);
    clean.push({ ...await scrubFile(file, scrub), path: name });
  }
  const second = chooseFiles(clean, budget);
  return {
    sent: second.sent.map((file) => ({ file: originals.get(file.path) ?? file, clean: file })),
    leftOut: [
      ...files.filter(mayHoldKey).map(({ path }) => ({ path, reason: "may hold a key" })),
      ...first.leftOut,
      ...second.leftOut.map((out) => ({ ...out, path: originals.get(out.path)?.path ?? out.path })),
    ],
  };
}

/** The same file without secrets. */
export async function scrubFile(file: DiffFile, scrub: Scrub): Promise<DiffFile> {
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
