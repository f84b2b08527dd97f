/**
 * What the risk floor is measured against: how many lines a commit changed, and the plain table of
 * substrings that the floor replaced.
 */

import { decodePath, isGenerated } from "../../lib/git/paths.ts";
import { GitError, type Repository } from "../../lib/git/run.ts";
import { type CommitRange, logArguments } from "./commits.ts";
import { NulFields } from "./log_parser.ts";

/** Lines of one commit; those of lock files and generated files do not count, as in the floor. */
export interface LineCounts {
  insertions: number;
  deletions: number;
}

/**
 * The lines of every commit that changed any, by its sha. Git has to read every version of every
 * file for that, which takes many times as long as the log alone and fails where a clone lacks them.
 */
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
  const fields = new NulFields();
  let current: LineCounts = { insertions: 0, deletions: 0 };
  for await (const chunk of log.stdout) {
    for (const field of fields.push(chunk)) {
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

/** Per row its weight and which paths have it, the heaviest first; the first match wins. */
const ROWS: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [1, /auth|login|session|token|permission|rbac|credential|secret/i],
  [0.9, /migration|prisma|schema|\.sql|entity|repository|seed/i],
  [0.85, /docker|\.woodpecker|compose|traefik|deploy|helm|k8s|terraform/i],
  [0.6, /package\.json|tsconfig|turbo\.json|pnpm-|\.config\.|eslint|vite/i],
  [0.4, /\.tsx|\.css|components\/|apps\/web\//i],
  [0.2, /\.spec\.|\.test\.|__tests__\//i],
  [0.1, /\.md|docs\//i],
];

/** Does what an evaluation must do with the plain table: the largest weight, and its files. */
export function evaluateLiteral(paths: readonly string[]): { score: number; files: string[] } {
  let score = 0;
  let files: string[] = [];
  for (const path of paths) {
    const weight = ROWS.find(([, pattern]) => pattern.test(path))?.[0] ?? 0;
    if (weight > score) {
      score = weight;
      files = [path];
    } else if (weight === score) {
      files.push(path);
    }
  }
  return { score, files };
}
