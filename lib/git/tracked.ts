/** What of our own folder a repository brings along: nobody's records, and not to be believed. */

import { OWN_FOLDER } from "../store/own_folder.ts";
import { decodePath, splitAtNul } from "./paths.ts";
import { GitError, type Repository } from "./run.ts";

/** The paths in our folder that git tracks. */
export async function trackedFiles(repository: Repository): Promise<Set<string>> {
  const listing = await repository.run("ls-files", "-z", "--", OWN_FOLDER);
  if (!listing.ok) throw new GitError(listing.stderr.trim() || "git cannot list what it tracks");
  return new Set(Array.from(splitAtNul(listing.stdout), decodePath));
}
