/** Where a change begins. */

import { decodePath } from "./paths.ts";
import { GitError, type Repository } from "./run.ts";

/** The tree that has nothing in it: what a repository's first commit is compared with. */
export async function emptyTree(repository: Repository): Promise<string> {
  return await repository.text("hash-object", "-t", "tree", "--stdin");
}

/**
 * Where HEAD left a revision, so that other people's work there does not count as ours; the
 * revision itself where the two have nothing in common, and null where it is no commit.
 */
export async function partingPoint(
  repository: Repository,
  revision: string,
): Promise<string | null> {
  const commit = await commitOf(repository, revision);
  if (commit === null) return null;
  const parting = await repository.run("merge-base", commit, "HEAD");
  return parting.ok ? decodePath(parting.stdout).trim() : commit;
}

/**
 * The commit that a change is counted from.
 *
 * @param revision A revision, or undefined for HEAD.
 * @returns A commit; the empty tree in a repository that has none yet.
 */
export async function resolveBase(
  repository: Repository,
  revision: string | undefined,
): Promise<string> {
  if (revision === undefined) {
    return await commitOf(repository, "HEAD") ?? await emptyTree(repository);
  }
  const base = await partingPoint(repository, revision);
  if (base === null) throw new GitError(`Cannot resolve base "${revision}" to a commit`);
  return base;
}

async function commitOf(repository: Repository, revision: string): Promise<string | null> {
  const verify = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
  const commit = await repository.run(...verify, `${revision}^{commit}`);
  return commit.ok ? decodePath(commit.stdout).trim() : null;
}
