/**
 * What a run changed: everything from the session's base to the working tree, so that work which
 * the agent committed is seen, without what was dirty before it came. Commits that were pulled
 * meanwhile count too: nothing tells them from the agent's own.
 */

import { countLines, parseNumstat } from "../git/changes.ts";
import { isGenerated } from "../git/generated.ts";
import { decodePath, splitAtNul } from "../git/paths.ts";
import { GitError, type Repository, SAFE_DIFF } from "../git/run.ts";
import type { Status } from "../git/status.ts";
import { stillMatches } from "./content.ts";

/** The range of a run, and the paths that changed in it. */
export interface RunChange {
  /** What is compared with; null where there is no commit yet. */
  base: string | null;
  /** Sorted, each once. */
  files: string[];
  /** Those of them that git does not track. */
  untracked: ReadonlySet<string>;
}

/** What the range of a run depends on. */
export interface RangeOptions {
  /** A revision that the user named. */
  named: string | null;
  /** Where HEAD was when the session started. */
  recorded: string | null;
  /** What was dirty then, with a print of it. */
  dirty: Readonly<Record<string, string>>;
  /** Folders of ours, relative to the top one, which never count. */
  ignored: readonly string[];
  /** Notes what had to be guessed. */
  note(line: string): void;
}

/** So many untracked files are read to count their lines; beyond, the floor is met anyway. */
const MAX_UNTRACKED_READ = 1000;

/** The paths that changed in a run. */
export async function readRunChange(
  repository: Repository,
  status: Status,
  options: RangeOptions,
): Promise<RunChange> {
  const { base, tracked } = await sinceBase(repository, status, options);
  const paths = new Set([...tracked, ...status.untracked]);
  const files: string[] = [];
  for (const path of [...paths].sort()) {
    if (options.ignored.some((folder) => path === folder || path.startsWith(`${folder}/`))) {
      continue;
    }
    const before = Object.hasOwn(options.dirty, path) ? options.dirty[path] : undefined;
    if (before !== undefined && await stillMatches(path, before)) continue;
    files.push(path);
  }
  return { base, files, untracked: new Set(status.untracked) };
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
  const untracked = [...counts].filter((path) => change.untracked.has(path));
  for (const path of untracked.slice(0, MAX_UNTRACKED_READ)) {
    size.insertions += await countLines(path) ?? 0;
  }
  return size;
}

async function sinceBase(
  repository: Repository,
  status: Status,
  { named, recorded, note }: RangeOptions,
): Promise<{ base: string | null; tracked: string[] }> {
  const asked = named === null ? recorded : await partingPoint(repository, named, note) ?? recorded;
  if (asked === null || asked === status.head) {
    return { base: status.head, tracked: status.changed };
  }
  if ((await repository.run("cat-file", "-e", `${asked}^{commit}`)).ok) {
    return { base: asked, tracked: await pathsSince(repository, asked) };
  }
  // Rewritten and collected: the nearest thing that still exists is where the branch left its own.
  const upstream = await repository.run("merge-base", "HEAD", "@{upstream}");
  const fallback = upstream.ok ? decodePath(upstream.stdout).trim() : status.head;
  note(`base ${asked} is gone, falling back to ${fallback}`);
  return fallback === null || fallback === status.head
    ? { base: status.head, tracked: status.changed }
    : { base: fallback, tracked: await pathsSince(repository, fallback) };
}

/** Where HEAD left the revision that the user named; null where that is none. */
async function partingPoint(
  repository: Repository,
  revision: string,
  note: (line: string) => void,
): Promise<string | null> {
  const commit = await repository.run(
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  );
  if (!commit.ok) {
    note(`REFLECTION_BASE "${revision}" is no commit`);
    return null;
  }
  const base = decodePath(commit.stdout).trim();
  const parting = await repository.run("merge-base", base, "HEAD");
  return parting.ok ? decodePath(parting.stdout).trim() : base;
}

async function pathsSince(repository: Repository, base: string): Promise<string[]> {
  const diff = await repository.run(
    "diff",
    "--name-only",
    "-z",
    "--no-renames",
    ...SAFE_DIFF,
    base,
    "--",
  );
  if (!diff.ok) throw new GitError(`Cannot compare with ${base}: ${diff.stderr.trim()}`);
  return Array.from(splitAtNul(diff.stdout), decodePath);
}

async function emptyTree(repository: Repository): Promise<string> {
  return await repository.text("hash-object", "-t", "tree", "--stdin");
}
