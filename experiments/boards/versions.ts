/**
 * The versions of files in a repository, oldest first, along the first parents only.
 *
 * What happens on a branch is history only once it is merged: going through all branches would see
 * a task finished on one and open on another, again and again. The log reads no file's content; the
 * versions come from one `git cat-file` that answers as it is asked, one version in memory at a time.
 */

import { decodePath, splitAtNul } from "../../lib/git/paths.ts";
import { GitError, type Repository } from "../../lib/git/run.ts";
import { readCommits } from "../history/commits.ts";
import { readObjects } from "./objects.ts";

/** A file as a commit left it. */
export interface Version {
  /** From 1, the oldest first. */
  readonly number: number;
  readonly total: number;
  readonly path: string;
  /** When it was committed. */
  readonly at: number;
  /** Null: the file was deleted. `undefined`: it is too large, its object is missing, or it is no file. */
  readonly bytes: Uint8Array | null | undefined;
}

/** Which version: a commit and a path in it. */
interface Address {
  readonly sha: string;
  readonly path: string;
  readonly at: number;
  readonly deleted: boolean;
}

/** Reads all versions of the files under a path; an empty path is the whole repository. */
export async function* readVersions(repository: Repository, path: string): AsyncGenerator<Version> {
  const addresses: Address[] = [];
  const paths = path === "" ? [] : [path];
  for await (const commit of readCommits(repository, { firstParent: true, paths })) {
    const { sha, time, paths, statuses } = commit;
    const changes = paths.map((path, n) => ({ path, deleted: statuses[n] === "D" }));
    // Turned round below: a file that is moved goes before it comes.
    changes.sort((a, b) => Number(a.deleted) - Number(b.deleted));
    for (const change of changes) addresses.push({ sha, at: time * 1000, ...change });
  }
  addresses.reverse();
  const objects = readObjects(
    repository,
    addresses.filter(isAskable).map(({ sha, path }) => `${sha}:${path}`),
  );
  for (const [n, address] of addresses.entries()) {
    const bytes = address.deleted
      ? null
      : isAskable(address)
      ? (await objects.next()).value ?? undefined
      : undefined;
    const { path, at } = address;
    yield { number: n + 1, total: addresses.length, path, at, bytes };
  }
  await objects.return(undefined);
}

/** The files under a path in the newest commit. */
export async function* readFiles(
  repository: Repository,
  path: string,
): AsyncGenerator<{ path: string; bytes: Uint8Array | undefined }> {
  const listing = await repository.run(
    ...["--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD", "--"],
    ...path === "" ? [] : [path],
  );
  if (!listing.ok) throw new GitError(`Cannot list "${path}": ${listing.stderr.trim()}`);
  const paths = [...splitAtNul(listing.stdout)].map(decodePath);
  const asked = paths.filter(isLine);
  const objects = readObjects(repository, asked.map((path) => `HEAD:${path}`));
  for (const path of paths) {
    yield { path, bytes: isLine(path) ? (await objects.next()).value ?? undefined : undefined };
  }
  await objects.return(undefined);
}

function isAskable({ path, deleted }: Address): boolean {
  return !deleted && isLine(path);
}

/** The protocol asks for one object a line. */
function isLine(path: string): boolean {
  return !path.includes("\n");
}
