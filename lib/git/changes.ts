/**
 * What changed between a commit and the working tree, as git sees it: staged or not, tracked or
 * not yet. A rename gives both its paths.
 *
 * Needs `--allow-read` of the repository (untracked files are read to count their lines) beside
 * what `run.ts` needs.
 */

import { isOwnPath } from "../store/own_folder.ts";
import { isGenerated } from "./kinds.ts";
import { decodePath, splitAtNul } from "./paths.ts";
import { GitError, type Repository, SAFE_DIFF } from "./run.ts";

/** One changed path. Lines are null where they are not counted: binary, generated, too large. */
export interface ChangedFile {
  path: string;
  insertions: number | null;
  deletions: number | null;
}

/** A change: its files, sorted by path, and the lines that count towards its size. */
export interface Change {
  files: ChangedFile[];
  insertions: number;
  deletions: number;
}

/** No more than this of an untracked file is read to count its lines. */
const MAX_UNTRACKED_BYTES = 1024 * 1024;

/** The change from a commit to the working tree. Our own notes never count. */
export async function readChange(
  repository: Repository,
  top: string,
  base: string,
): Promise<Change> {
  const [diff, untracked] = await Promise.all([
    repository.run("diff", "--numstat", "-z", "-M", ...SAFE_DIFF, base, "--"),
    repository.run("ls-files", "--others", "--exclude-standard", "-z"),
  ]);
  for (const result of [diff, untracked]) {
    if (!result.ok) throw new GitError(`Cannot read the change: ${result.stderr.trim()}`);
  }
  const files = parseNumstat(diff.stdout);
  for (const name of splitAtNul(untracked.stdout)) {
    const path = decodePath(name);
    files.push({ path, insertions: await countLines(`${top}/${path}`), deletions: 0 });
  }
  const change: Change = { files: [], insertions: 0, deletions: 0 };
  for (const file of files.sort((a, b) => a.path < b.path ? -1 : 1)) {
    if (isOwnPath(file.path)) continue;
    const counts = !isGenerated(file.path);
    change.files.push(counts ? file : { path: file.path, insertions: null, deletions: null });
    if (!counts) continue;
    change.insertions += file.insertions ?? 0;
    change.deletions += file.deletions ?? 0;
  }
  return change;
}

/** Reads `git diff --numstat -z`; a rename stands there as an empty path and two names after it. */
export function parseNumstat(output: Uint8Array): ChangedFile[] {
  const files: ChangedFile[] = [];
  const parts = splitAtNul(output);
  for (const part of parts) {
    const text = decodePath(part);
    const [added = "", removed = "", ...rest] = text.split("\t");
    const lines = { insertions: lineCount(added), deletions: lineCount(removed) };
    const path = rest.join("\t");
    if (path !== "") {
      files.push({ path, ...lines });
      continue;
    }
    const from = decodePath(parts.next().value ?? new Uint8Array());
    const to = decodePath(parts.next().value ?? new Uint8Array());
    files.push({ path: from, insertions: 0, deletions: 0 }, { path: to, ...lines });
  }
  return files;
}

/** `-` stands for a binary file. */
function lineCount(text: string): number | null {
  return text === "-" ? null : Number(text);
}

/** The lines of a text file; null where they are not counted. */
export async function countLines(file: string): Promise<number | null> {
  try {
    const info = await Deno.lstat(file);
    if (!info.isFile || info.size > MAX_UNTRACKED_BYTES) return null;
    const bytes = await Deno.readFile(file);
    if (bytes.includes(0)) return null;
    let lines = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
    return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines;
  } catch {
    // Gone since git listed it, not readable, or a name that is not text: counted as a path only.
    return null;
  }
}
