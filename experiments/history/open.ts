/**
 * Opening what a person named as a repository.
 *
 * Needs what `lib/git/run.ts` needs.
 */

import { GitError, openRepository, type Repository } from "../../lib/git/run.ts";

/** The repository that a folder belongs to, or that it is; git cannot start in a file. */
export async function openFolder(folder: string): Promise<Repository> {
  if (isFile(folder)) {
    throw new GitError(`Cannot find a git repository in "${folder}": it is not a folder`);
  }
  return await openRepository(folder);
}

function isFile(path: string): boolean {
  try {
    return !Deno.statSync(path).isDirectory;
  } catch {
    return false; // Not there, or not to be looked at: git says which
  }
}
