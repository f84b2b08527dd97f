/**
 * The content of a change: what git says differs between the base and the working tree, committed,
 * staged or not, and the files that it does not track yet; and the hash that records are joined by.
 *
 * Git is asked as `run.ts` asks it, and in a way that no configuration of the repository can turn
 * into another format; neither can an attribute hide a text as binary. Memory is bounded however
 * much changed. Needs `--allow-read` of the repository beside what `run.ts` needs.
 */

import { createHash } from "node:crypto";
import { classifyPath, evaluateRiskFloor, type RiskFloorVerdict } from "../../risk_floor.ts";
import type { Notes } from "../store/notes.ts";
import { type Change, type ChangeRange, emptyTree, readChange } from "./change.ts";
import { type DiffFile, DiffParser, MAX_FILE_BYTES } from "./diff.ts";
import { GitError, type Repository, SAFE_DIFF } from "./run.ts";
import { readStatus, trackedFiles } from "./status.ts";
import { UntrackedReader } from "./untracked.ts";

/** A change with its content. */
export interface FullChange extends Change {
  /** Sorted by path. */
  readonly files: readonly DiffFile[];
  /** Over the paths and whole content of everything, also of what is not kept. */
  readonly hash: string;
}

/** The format that `diff.ts` reads, whatever is configured. */
const FORMAT: readonly string[] = [
  ...["-c", "core.quotePath=false", "diff", "--patch", "--no-renames", "--unified=3"],
  ...["--inter-hunk-context=0", "--full-index", "--no-color", "--no-relative"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", ...SAFE_DIFF],
];

/** So many files that only look binary are asked for at once: their names go onto a command line. */
const MAX_AT_ONCE = 200;

/** A NUL in so many bytes makes a file binary; one further on is found when its lines are read. */
const LOOKED_AT = 64 * 1024;

/** So many are asked for at all. */
export const MAX_AGAIN = 2_000;

/** Reads a change, its content and its hash, up to the working tree as it is now. */
export async function readFullChange(
  repository: Repository,
  range: ChangeRange,
  notes: Pick<Notes, "error" | "step">,
  signal?: AbortSignal,
): Promise<FullChange> {
  const change = await readChange(repository, await readStatus(repository), range, notes);
  return await readContent(repository, change, signal);
}

/**
 * Reads the content of a change. Rejects with {@linkcode GitError} where git cannot compare.
 *
 * @param signal Ends git when nothing waits for it any more.
 */
export async function readContent(
  repository: Repository,
  change: Change,
  signal?: AbortSignal,
): Promise<FullChange> {
  const { base, paths, untracked } = change;
  const { folder } = repository;
  const from = base ?? await emptyTree(repository);
  const isTooLarge = (path: string): boolean => bytesOf(`${folder}/${path}`) > MAX_FILE_BYTES;
  const descriptions = new Map<string, string>();
  const files = new Map<string, DiffFile>();
  const read = async (counts: ReadonlySet<string>, flags: string[], batches: string[][]) => {
    // One for all of them, so that they share its bounds.
    const parser = new DiffParser({ counts: (path) => counts.has(path), isTooLarge });
    for (const names of batches) {
      await follow(repository, [...FORMAT, ...flags, from, "--", ...names], parser, signal);
    }
    for (const file of parser.end()) files.set(file.path, file);
    for (const [path, description] of parser.descriptions) descriptions.set(path, description);
  };

  const tracked = new Set(paths.filter((path) => !untracked.has(path)));
  if (tracked.size > 0) await read(tracked, [], [[]]);
  const hidden = [...files.values()].filter((file) => looksLikeText(file, folder))
    .map((file) => file.path);
  const again = hidden.slice(0, MAX_AGAIN);
  if (again.length > 0) {
    const names = again.map((path) => `:(top,literal)${path}`);
    await read(new Set(again), ["--text"], chunks(names, MAX_AT_ONCE));
  }
  const reader = new UntrackedReader(folder, from.length === 64 ? "sha256" : "sha1");
  for (const path of paths) {
    if (!untracked.has(path)) continue;
    const { file, description } = reader.read(path);
    files.set(path, file);
    descriptions.set(path, description);
  }
  const sorted = [...files.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  return {
    ...change,
    files: sorted,
    hash: hashOf(sorted, descriptions),
    incomplete: change.incomplete || hidden.length > again.length,
  };
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size));
}

async function follow(
  repository: Repository,
  args: readonly string[],
  parser: DiffParser,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const git = await repository.stream(args);
  signal?.addEventListener("abort", git.stop);
  try {
    for await (const chunk of git.stdout) parser.push(chunk);
    const { ok, stderr } = await git.ended;
    signal?.throwIfAborted();
    if (!ok) throw new GitError(`Cannot read the change: ${stderr.trim()}`);
  } finally {
    signal?.removeEventListener("abort", git.stop);
  }
}

/** An attribute can call any file binary; whether it is one, its bytes tell. */
function looksLikeText(file: DiffFile, folder: string): boolean {
  if (file.skipped !== "binary" || file.change === "deleted") return false;
  const place = `${folder}/${file.path}`;
  if (bytesOf(place) < 0) return false;
  try {
    using opened = Deno.openSync(place);
    const start = new Uint8Array(LOOKED_AT);
    return !start.subarray(0, opened.readSync(start) ?? 0).includes(0);
  } catch {
    return false;
  }
}

/** The bytes of a plain file; -1 of anything else, and of nothing. */
function bytesOf(place: string): number {
  try {
    const info = Deno.lstatSync(place);
    return info.isFile ? info.size : -1;
  } catch {
    return -1;
  }
}

function hashOf(files: readonly DiffFile[], descriptions: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const { path, change } of files) {
    hash.update(`${JSON.stringify([path, change, descriptions.get(path) ?? ""])}\n`);
  }
  return hash.digest("hex");
}

/** The least review of a change; lines of generated files do not count towards its size. */
export function riskOf(
  { paths, files }: FullChange,
  threshold: number | undefined,
): RiskFloorVerdict {
  let insertions = 0;
  let deletions = 0;
  for (const { added, removed, skipped } of files) {
    if (skipped === "generated") continue;
    insertions += added;
    deletions += removed;
  }
  return evaluateRiskFloor(
    { filesChanged: [...paths], insertions, deletions },
    threshold === undefined ? {} : { threshold },
  );
}

/** Whether the project has tests at all, among what git tracks and what just came. */
export async function hasTests(repository: Repository, { paths }: Change): Promise<boolean> {
  const isTest = (path: string): boolean => classifyPath(path) === "test";
  return paths.some(isTest) || (await trackedFiles(repository)).values().some(isTest);
}
