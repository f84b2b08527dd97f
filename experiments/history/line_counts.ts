/**
 * How many lines each commit changed. Git has to read every version of every file for that, which
 * takes many times as long as the log alone and fails where a clone lacks them: only for who needs
 * it. Lines of lock files and generated files do not count, as in the risk floor.
 */

import { decodePath, isGenerated, splitAtNul } from "../../lib/git/paths.ts";
import { GitError, type Repository } from "../../lib/git/run.ts";
import { type CommitRange, logArguments } from "./commits.ts";

/** Lines of one commit. */
export interface LineCounts {
  insertions: number;
  deletions: number;
}

/** The lines of every commit that changed any, by its sha. */
export async function readLineCounts(
  repository: Repository,
  range: CommitRange,
  progress: (commits: number) => void,
): Promise<Map<string, LineCounts>> {
  const args = logArguments(range).map((arg) =>
    arg === "--raw" ? "--numstat" : arg.startsWith("--format=") ? "--format=tformat:%H" : arg
  );
  const log = await repository.stream(args);
  const counts = new Map<string, LineCounts>();
  let current: LineCounts = { insertions: 0, deletions: 0 };
  for await (const fields of wholeFields(log.stdout)) {
    for (const field of fields) {
      const text = decodePath(field).replace(/^\n/, "");
      const [added = "", deleted, ...path] = text.split("\t");
      if (deleted === undefined) {
        counts.set(added, current = { insertions: 0, deletions: 0 });
      } else if (!isGenerated(path.join("\t"))) {
        // A binary file has "-" for its lines.
        current.insertions += Number(added) || 0;
        current.deletions += Number(deleted) || 0;
      }
    }
    progress(counts.size);
  }
  const { ok, stderr } = await log.ended;
  if (!ok) {
    throw new GitError(`Cannot count the lines of the history: ${stderr.trim()}; try --no-lines`);
  }
  return counts;
}

/** The fields that are whole with each piece of output; the last one may come in parts. */
async function* wholeFields(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let pending = new Uint8Array(0);
  for await (const chunk of stream) {
    const last = chunk.lastIndexOf(0);
    const joined = new Uint8Array(pending.length + chunk.length);
    joined.set(pending);
    joined.set(chunk, pending.length);
    const end = last < 0 ? 0 : pending.length + last + 1;
    if (end > 0) yield [...splitAtNul(joined.subarray(0, end))];
    pending = joined.slice(end);
  }
  if (pending.length > 0) yield [pending];
}
