/** Reading `git status --porcelain=v2 --branch -z --no-renames`. */

import { decodePath, splitAtNul } from "./paths.ts";

/** Where HEAD is, and every path that differs from it. */
export interface Status {
  /** The commit; null in a repository without one. */
  head: string | null;
  /** The branch; null when HEAD is detached. */
  branch: string | null;
  /** Tracked paths that differ, staged or not; a rename gives both. */
  changed: string[];
  untracked: string[];
}

/** How many fields stand before the path, by the kind of line. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { "1": 8, "u": 10, "?": 1 };

/** Reads what git printed. Lines of kinds it does not know are skipped. */
export function parseStatus(output: Uint8Array): Status {
  const status: Status = { head: null, branch: null, changed: [], untracked: [] };
  for (const part of splitAtNul(output)) {
    const line = decodePath(part);
    if (line.startsWith("# branch.oid ")) {
      const commit = line.slice("# branch.oid ".length);
      status.head = commit === "(initial)" ? null : commit;
    } else if (line.startsWith("# branch.head ")) {
      const branch = line.slice("# branch.head ".length);
      status.branch = branch === "(detached)" ? null : branch;
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
