/**
 * The change that a review reads: what git says differs between the base and the working tree,
 * committed, staged or not, and the files that it does not track yet.
 *
 * Git is asked as `lib/git/run.ts` asks it, and in a way that no configuration of the repository can
 * turn into another format; neither can an attribute hide a text as binary. Memory is bounded
 * however much changed. Needs `--allow-read` of the repository beside what `lib/git/run.ts` needs.
 */

import { createHash } from "node:crypto";
import { emptyTree } from "./base.ts";
import { GitError, type Repository, SAFE_DIFF } from "./run.ts";
import { DiffParser, MAX_FILE_BYTES } from "./diff.ts";
import type { DiffFile } from "./diff_types.ts";
import { UntrackedReader } from "./untracked.ts";

/** A change, and what tells it from any other. */
export interface ReviewChange {
  /** Sorted by path. */
  files: DiffFile[];
  /** Over the paths and whole content of everything, also of what is not kept. */
  hash: string;
  /** The commit that is checked out; null without one. */
  head: string | null;
  /** What is compared with; null where there is no commit yet. */
  base: string | null;
  /** Set if more files than are asked for again only look binary: those were not read. */
  incomplete?: true;
}

/** Which change is meant. */
interface ReviewChangeOptions {
  /** A commit; null where there is none. */
  base: string | null;
  /** Only these paths count. */
  files: readonly string[];
  /** Those of them that git does not track. */
  untracked: ReadonlySet<string>;
  /**
   * The repository's top folder.
   *
   * @default the current folder
   */
  top?: string;
  /** Ends git when nobody waits for it any more. */
  signal?: AbortSignal;
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

/** Reads a change. Rejects with {@linkcode GitError} where git cannot compare. */
export async function readReviewChange(
  repository: Repository,
  options: ReviewChangeOptions,
): Promise<ReviewChange> {
  const { base, untracked, top = "." } = options;
  const from = base ?? await emptyTree(repository);
  const tracked = new Set(options.files.filter((path) => !untracked.has(path)));
  const isTooLarge = (path: string): boolean => sizeOf(`${top}/${path}`) > MAX_FILE_BYTES;
  const prints = new Map<string, string>();
  const files = new Map<string, DiffFile>();
  const read = async (counts: ReadonlySet<string>, flags: string[], batches: string[][]) => {
    // One for all of them, so that they share its bounds.
    const parser = new DiffParser({ counts: (path) => counts.has(path), isTooLarge });
    for (const paths of batches) {
      const args = [...FORMAT, ...flags, from, "--", ...paths];
      await follow(repository, args, parser, options.signal);
    }
    for (const file of parser.end()) files.set(file.path, file);
    for (const [path, print] of parser.prints) prints.set(path, print);
  };

  if (tracked.size > 0) await read(tracked, [], [[]]);
  const hidden = [...files.values()].filter((file) => looksLikeText(file, top))
    .map((file) => file.path);
  const again = hidden.slice(0, MAX_AGAIN);
  if (again.length > 0) {
    const names = again.map((path) => `:(top,literal)${path}`);
    await read(new Set(again), ["--text"], chunks(names, MAX_AT_ONCE));
  }
  const reader = new UntrackedReader(top, from.length === 64 ? "sha256" : "sha1");
  for (const path of options.files) {
    if (!untracked.has(path)) continue;
    const { file, print } = reader.read(path);
    files.set(path, file);
    prints.set(path, print);
  }
  const sorted = [...files.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  const change = {
    files: sorted,
    hash: hashOf(sorted, prints),
    head: await headOf(repository),
    base,
  };
  return hidden.length > again.length ? { ...change, incomplete: true } : change;
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
function looksLikeText(file: DiffFile, top: string): boolean {
  if (file.skipped !== "binary" || file.change === "deleted") return false;
  const place = `${top}/${file.path}`;
  if (sizeOf(place) < 0) return false;
  try {
    using opened = Deno.openSync(place);
    const start = new Uint8Array(LOOKED_AT);
    return !start.subarray(0, opened.readSync(start) ?? 0).includes(0);
  } catch {
    return false;
  }
}

/** The bytes of a plain file; -1 of anything else, and of nothing. */
function sizeOf(place: string): number {
  try {
    const info = Deno.lstatSync(place);
    return info.isFile ? info.size : -1;
  } catch {
    return -1;
  }
}

function hashOf(files: readonly DiffFile[], prints: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const { path, change } of files) {
    hash.update(`${JSON.stringify([path, change, prints.get(path) ?? ""])}\n`);
  }
  return hash.digest("hex");
}

async function headOf(repository: Repository): Promise<string | null> {
  const head = await repository.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  return head.ok ? new TextDecoder().decode(head.stdout).trim() : null;
}
