/** What git says of the files of a repository: where they differ from HEAD, and which it tracks. */

import { decodePath, splitAtNul } from "./paths.ts";
import { GitError, type GitResult, type Repository, STATUS } from "./run.ts";

/** Where HEAD is, and every path that differs from it. */
export interface Status {
  /** The commit; null in a repository without one. */
  head: string | null;
  /** The branch; null when HEAD is detached. */
  branch: string | null;
  /** The branch of a remote that the branch follows, such as `origin/main`; null without one. */
  upstream: string | null;
  /** How many commits that one lacks; null where git has never seen it, or there is none. */
  ahead: number | null;
  /** Tracked paths that differ, staged or not; a rename gives both. */
  changed: string[];
  untracked: string[];
}

/** How many fields stand before the path, by the kind of line. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { "1": 8, "u": 10, "?": 1 };

/** Asks git. */
export async function readStatus(repository: Repository): Promise<Status> {
  return statusOf(await repository.run(...STATUS));
}

/** What git answered to {@linkcode STATUS}. Lines of kinds that are not known are skipped. */
export function statusOf({ ok, stdout, stderr }: GitResult): Status {
  if (!ok) throw new GitError(stderr.trim() || "git cannot tell what changed");
  const status: Status = {
    head: null,
    branch: null,
    upstream: null,
    ahead: null,
    changed: [],
    untracked: [],
  };
  for (const part of splitAtNul(stdout)) {
    const line = decodePath(part);
    if (line.startsWith("# branch.oid ")) {
      const commit = line.slice("# branch.oid ".length);
      status.head = commit === "(initial)" ? null : commit;
    } else if (line.startsWith("# branch.head ")) {
      const branch = line.slice("# branch.head ".length);
      status.branch = branch === "(detached)" ? null : branch;
    } else if (line.startsWith("# branch.upstream ")) {
      status.upstream = line.slice("# branch.upstream ".length);
    } else if (line.startsWith("# branch.ab +")) {
      status.ahead = Number.parseInt(line.slice("# branch.ab +".length), 10);
    }
    const fields = FIELDS_BEFORE_PATH[line.charAt(0)];
    if (fields === undefined) continue;
    const path = afterFields(line, fields);
    if (line.startsWith("?")) status.untracked.push(path);
    else status.changed.push(path);
  }
  return status;
}

function afterFields(line: string, fields: number): string {
  let at = 0;
  for (let n = 0; n < fields; n++) at = line.indexOf(" ", at) + 1;
  return line.slice(at);
}

/** The paths that git tracks, in a folder or everywhere: what a clone has from the start. */
export async function trackedFiles(repository: Repository, folder = "."): Promise<Set<string>> {
  const listing = await repository.run("ls-files", "-z", "--", folder);
  if (!listing.ok) throw new GitError(listing.stderr.trim() || "git cannot list what it tracks");
  return new Set(Array.from(splitAtNul(listing.stdout), decodePath));
}
