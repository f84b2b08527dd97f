/**
 * The change of a run, decided in one place: everything from the session's base to the working tree,
 * so that work which the agent committed is seen, without what was dirty before it came. Commits that
 * were pulled meanwhile count too: nothing tells them from the agent's own.
 *
 * Which paths changed, and their lines. `change_content.ts` has the content: a hook that captures does
 * not load it. Needs `--allow-read` of the repository beside what `run.ts` needs.
 */

import type { Notes } from "../store/notes.ts";
import type { SessionState } from "../store/state.ts";
import { isIn, ownFolders } from "../store/store.ts";
import { stillMatches } from "./file_hash.ts";
import { decodePath, isGenerated, splitAtNul } from "./paths.ts";
import { GitError, type Repository, SAFE_DIFF } from "./run.ts";
import type { Status } from "./status.ts";

/** What changed since a base. */
export interface Change {
  /** The commit that is checked out; null without one. */
  readonly head: string | null;
  /** The branch; null when HEAD is detached. */
  readonly branch: string | null;
  /** What is compared with; null where there is no commit yet. */
  readonly base: string | null;
  /** Sorted, each once; a rename gives both its paths. */
  readonly paths: readonly string[];
  /** Those of them that git does not track. */
  readonly untracked: ReadonlySet<string>;
  /** Whether git could not compare with the base, so that something may be missing. */
  readonly incomplete: boolean;
}

/** What a change is counted from, and what of it does not count. */
export interface ChangeRange {
  /** A revision that the person named: the change begins where HEAD left it. */
  readonly named: string | null;
  /** Where HEAD was when the session started, or {@linkcode NO_COMMIT}; null if no hook looked. */
  readonly recorded: string | null;
  /** What was dirty then, with the hash of its content. */
  readonly dirty: Readonly<Record<string, string>>;
  /** Folders of ours, relative to the top one, which never count. */
  readonly ignored: readonly string[];
}

/** The lines of a changed path; null where they are not counted: binary, generated, too large. */
export interface ChangedLines {
  path: string;
  insertions: number | null;
  deletions: number | null;
}

/** Stands for the base of a session that started in a repository without a commit. */
export const NO_COMMIT = "no commit";

/** No more than this of an untracked file is read to count its lines. */
const MAX_UNTRACKED_BYTES = 1024 * 1024;

/** Opening a file costs as much as reading some bytes. */
const COST_OF_A_FILE = 8 * 1024;

/** The range of a session, as the person's settings and what was remembered at its start have it. */
export function rangeOf(
  { base, folder }: { readonly base: string | null; readonly folder: string | null },
  state: SessionState | null,
): ChangeRange {
  return {
    named: base,
    recorded: state?.base ?? (state?.startedAt ? NO_COMMIT : null),
    dirty: state?.dirty ?? {},
    ignored: ownFolders(folder),
  };
}

/** Reads which paths changed. What has to be guessed is noted. */
export async function readChange(
  repository: Repository,
  status: Status,
  range: ChangeRange,
  notes: Pick<Notes, "error" | "step">,
): Promise<Change> {
  const { head, branch } = status;
  const { base, tracked, incomplete } = await sinceBase(repository, status, range, notes);
  const { dirty, ignored } = range;
  const differing = new Set([...tracked, ...status.untracked]);
  const paths: string[] = [];
  // What was dirty and no longer differs was thrown away: that is a change as well.
  for (const path of [...differing.union(new Set(Object.keys(dirty)))].sort()) {
    if (isIn(ignored, path)) continue;
    const before = Object.hasOwn(dirty, path) ? dirty[path] : undefined;
    if (before !== undefined && await stillMatches(`${repository.folder}/${path}`, before)) {
      continue;
    }
    paths.push(path);
  }
  return { head, branch, base, paths, untracked: new Set(status.untracked), incomplete };
}

/**
 * Counts the lines of a change, path by path.
 *
 * @param most So many bytes of untracked files are read; the lines of those beyond are not counted.
 */
export async function readLines(
  repository: Repository,
  { base, paths, untracked }: Change,
  most = Infinity,
): Promise<ChangedLines[]> {
  const files = new Map(paths.map((path): [string, ChangedLines] => {
    const none = isGenerated(path) ? null : 0;
    return [path, { path, insertions: none, deletions: none }];
  }));
  if (paths.some((path) => !untracked.has(path))) {
    const from = base ?? await emptyTree(repository);
    const diff = await repository.run("diff", "--numstat", "-z", "-M", ...SAFE_DIFF, from, "--");
    if (!diff.ok) throw new GitError(`Cannot count lines: ${diff.stderr.trim()}`);
    for (const lines of parseNumstat(diff.stdout)) {
      const file = files.get(lines.path);
      if (file !== undefined && file.insertions !== null) Object.assign(file, lines);
    }
  }
  for (const file of files.values()) {
    if (!untracked.has(file.path) || file.insertions === null) continue;
    const place = `${repository.folder}/${file.path}`;
    if (most >= 0) most -= bytesOf(place) + COST_OF_A_FILE;
    file.insertions = most < 0 ? null : await countLines(place);
  }
  return [...files.values()];
}

/** The lines that count towards the size of a change. */
export function sizeOf(files: readonly ChangedLines[]): { insertions: number; deletions: number } {
  const size = { insertions: 0, deletions: 0 };
  for (const { insertions, deletions } of files) {
    size.insertions += insertions ?? 0;
    size.deletions += deletions ?? 0;
  }
  return size;
}

/** The tree that has nothing in it: what a repository's first commit is compared with. */
export async function emptyTree(repository: Repository): Promise<string> {
  return await repository.text("hash-object", "-t", "tree", "--stdin");
}

/**
 * Where HEAD left a revision, so that other people's work there does not count as ours; the
 * revision itself where the two have nothing in common, and null where it is no commit.
 */
async function mergeBase(repository: Repository, revision: string): Promise<string | null> {
  const verify = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
  const commit = await repository.run(...verify, `${revision}^{commit}`);
  if (!commit.ok) return null;
  const found = await repository.run("merge-base", textOf(commit.stdout), "HEAD");
  return textOf(found.ok ? found.stdout : commit.stdout);
}

/** The tracked paths since the base, and whether that could not be told for sure. */
async function sinceBase(
  repository: Repository,
  status: Status,
  { named, recorded }: ChangeRange,
  notes: Pick<Notes, "error" | "step">,
): Promise<{ base: string | null; tracked: string[]; incomplete: boolean }> {
  const sinceHead = { base: status.head, tracked: status.changed, incomplete: false };
  let asked = named === null ? null : await mergeBase(repository, named);
  if (named !== null && asked === null) {
    notes.error(`Cannot resolve base "${named}" to a commit`);
  }
  asked ??= recorded === NO_COMMIT && status.head !== null ? await emptyTree(repository) : recorded;
  if (asked === null || asked === NO_COMMIT || asked === status.head) return sinceHead;
  if (!(await repository.run("cat-file", "-e", asked)).ok) {
    // Rewritten and collected: what still exists is where the branch left its upstream.
    const upstream = await repository.run("merge-base", "HEAD", "@{upstream}");
    const fallback = upstream.ok ? textOf(upstream.stdout) : null;
    notes.step(`base ${asked} is gone, falling back to ${fallback ?? "HEAD"}`);
    if (fallback === null || fallback === status.head) return sinceHead;
    asked = fallback;
  }
  const flags = ["--name-only", "-z", "--no-renames", ...SAFE_DIFF];
  const diff = await repository.run("diff", ...flags, asked, "--");
  if (diff.ok) {
    const tracked = Array.from(splitAtNul(diff.stdout), decodePath);
    return { base: asked, tracked, incomplete: false };
  }
  notes.error(`Cannot compare with ${asked}: ${diff.stderr.trim()}`);
  return { ...sinceHead, incomplete: true };
}

function textOf(output: Uint8Array): string {
  return decodePath(output).trim();
}

/** Reads `git diff --numstat -z`; a rename stands there as an empty path and two names after it. */
export function parseNumstat(output: Uint8Array): ChangedLines[] {
  const files: ChangedLines[] = [];
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
async function countLines(file: string): Promise<number | null> {
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

function bytesOf(place: string): number {
  try {
    return Deno.lstatSync(place).size;
  } catch {
    return 0;
  }
}
