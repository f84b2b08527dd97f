/**
 * What a run changed: everything from the session's base to the working tree, so that work which
 * the agent committed is seen, without what was dirty before it came. Commits that were pulled
 * meanwhile count too: nothing tells them from the agent's own.
 */

import { emptyTree, partingPoint } from "./base.ts";
import { countLines, parseNumstat } from "./changes.ts";
import { isGenerated } from "./kinds.ts";
import { decodePath, splitAtNul } from "./paths.ts";
import { GitError, type Repository, SAFE_DIFF } from "./run.ts";
import type { Status } from "./status.ts";
import { stillMatches } from "./content.ts";
import type { Notes } from "../store/notes.ts";

/** Stands for the base of a session that started in a repository without a commit. */
export const NO_COMMIT = "no commit";

/** The range of a run, and the paths that changed in it. */
export interface RunChange {
  /** What is compared with; null where there is no commit yet. */
  base: string | null;
  /** Sorted, each once. */
  files: string[];
  /** Those of them that git does not track. */
  untracked: ReadonlySet<string>;
  /** Whether git could not compare with the base, so that something may be missing. */
  incomplete: boolean;
}

/** What the range of a run depends on. */
interface RangeOptions {
  /** A revision that the user named. */
  named: string | null;
  /** Where HEAD was when the session started, or {@linkcode NO_COMMIT}; null if nobody looked. */
  recorded: string | null;
  /** What was dirty then, with a print of it. */
  dirty: Readonly<Record<string, string>>;
  /** Folders of ours, relative to the top one, which never count. */
  ignored: readonly string[];
  /** Where what had to be guessed is noted. */
  notes: Notes;
}

/** So much of untracked files is read to count lines; opening one costs as much as some bytes. */
const MAX_UNTRACKED_BYTES = 16 * 1024 * 1024;
const COST_OF_A_FILE = 8 * 1024;

/** The paths that changed in a run. */
export async function readRunChange(
  repository: Repository,
  status: Status,
  options: RangeOptions,
): Promise<RunChange> {
  const { base, tracked, incomplete } = await sinceBase(repository, status, options);
  const differing = new Set([...tracked, ...status.untracked]);
  const files: string[] = [];
  // What was dirty and no longer differs was thrown away: that is a change as well.
  for (const path of [...differing.union(new Set(Object.keys(options.dirty)))].sort()) {
    if (options.ignored.some((folder) => path === folder || path.startsWith(`${folder}/`))) {
      continue;
    }
    const before = Object.hasOwn(options.dirty, path) ? options.dirty[path] : undefined;
    if (before !== undefined && await stillMatches(path, before)) continue;
    files.push(path);
  }
  return { base, files, untracked: new Set(status.untracked), incomplete };
}

/** The lines of a run's change, without those of generated files. */
export async function readRunSize(
  repository: Repository,
  change: RunChange,
): Promise<{ insertions: number; deletions: number }> {
  const size = { insertions: 0, deletions: 0 };
  const counts = new Set(change.files.filter((path) => !isGenerated(path)));
  const tracked = change.files.some((path) => !change.untracked.has(path));
  if (tracked) {
    const base = change.base ?? await emptyTree(repository);
    const diff = await repository.run("diff", "--numstat", "-z", "-M", ...SAFE_DIFF, base, "--");
    if (!diff.ok) throw new GitError(`Cannot count lines: ${diff.stderr.trim()}`);
    for (const file of parseNumstat(diff.stdout)) {
      if (!counts.has(file.path)) continue;
      size.insertions += file.insertions ?? 0;
      size.deletions += file.deletions ?? 0;
    }
  }
  let budget = MAX_UNTRACKED_BYTES;
  for (const path of counts) {
    if (!change.untracked.has(path)) continue;
    budget -= sizeOf(path);
    if (budget < 0) break;
    size.insertions += await countLines(path) ?? 0;
  }
  return size;
}

function sizeOf(path: string): number {
  try {
    return Deno.lstatSync(path).size + COST_OF_A_FILE;
  } catch {
    return COST_OF_A_FILE;
  }
}

/** The tracked paths since the base, and whether that could not be told for sure. */
async function sinceBase(
  repository: Repository,
  status: Status,
  { named, recorded, notes }: RangeOptions,
): Promise<{ base: string | null; tracked: string[]; incomplete: boolean }> {
  const sinceHead = { base: status.head, tracked: status.changed, incomplete: false };
  let asked = named === null ? null : await partingPoint(repository, named);
  if (named !== null && asked === null) notes.error(`REFLECTION_BASE "${named}" is no commit`);
  asked ??= recorded === NO_COMMIT && status.head !== null ? await emptyTree(repository) : recorded;
  if (asked === null || asked === NO_COMMIT || asked === status.head) return sinceHead;
  if (!(await repository.run("cat-file", "-e", asked)).ok) {
    // Rewritten and collected: what still exists is where the branch left its upstream.
    const upstream = await repository.run("merge-base", "HEAD", "@{upstream}");
    const fallback = upstream.ok ? decodePath(upstream.stdout).trim() : null;
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
