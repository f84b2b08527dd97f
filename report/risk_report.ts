/** The risk floor of one change, path by path: as data, and as a person reads it. */

import {
  type ChangedLines,
  emptyTree,
  rangeOf,
  readChange,
  readLines,
  sizeOf,
} from "../lib/git/change.ts";
import { findTop, GitError, Repository } from "../lib/git/run.ts";
import { readStatus } from "../lib/git/status.ts";
import {
  classifyPath,
  evaluateRiskFloor,
  type ReviewSurface,
  type RiskFloorVerdict,
  SURFACES,
} from "../risk_floor.ts";
import { markdownTable } from "../lib/page/doc.ts";
import { visible } from "../lib/text/visible.ts";

/** The verdict on a change and what it rests on. */
export interface RiskReport {
  /** The commit the change is counted from; null where no repository was asked. */
  base: string | null;
  threshold: number;
  /** Lines that count towards the size; null where they are not known. */
  insertions: number | null;
  deletions: number | null;
  files: (ChangedLines & { surface: ReviewSurface; weight: number })[];
  verdict: RiskFloorVerdict;
}

const WEIGHTS = new Map<ReviewSurface, number>(SURFACES.map((rule) => [rule.surface, rule.weight]));

/** What stands in the way of reading a change stands in the way of a report on it. */
const STRICT = {
  error(line: string): never {
    throw new GitError(line);
  },
  step() {},
};

/** The report on the change in a repository, from a revision, or HEAD, to the working tree. */
export async function reportOnRepository(
  folder: string,
  revision: string | null,
  threshold: number,
): Promise<RiskReport> {
  const repository = Repository.at(await findTop(folder));
  const range = rangeOf({ base: revision, folder: null }, null);
  const change = await readChange(repository, await readStatus(repository), range, STRICT);
  const base = change.base ?? await emptyTree(repository);
  const files = await readLines(repository, change);
  return { ...report(files, sizeOf(files), threshold), base };
}

/** The report on mere paths, whose size is not known. */
export function reportOnPaths(paths: readonly string[], threshold: number): RiskReport {
  const files = paths.map((path) => ({ path, insertions: null, deletions: null }));
  return report(files, {}, threshold);
}

function report(
  files: readonly ChangedLines[],
  size: { insertions?: number; deletions?: number },
  threshold: number,
): RiskReport {
  return {
    base: null,
    threshold,
    insertions: size.insertions ?? null,
    deletions: size.deletions ?? null,
    files: files.map(({ path, insertions, deletions }) => {
      const surface = classifyPath(path);
      return { path, surface, weight: WEIGHTS.get(surface) ?? 0, insertions, deletions };
    }),
    verdict: evaluateRiskFloor(
      { filesChanged: files.map((file) => file.path), ...size },
      { threshold },
    ),
  };
}

/** The answer first, then why, then every path, heaviest first. */
export function renderReport(report: RiskReport): string {
  const { base, threshold, insertions, deletions, files, verdict } = report;
  const answer = verdict.needs_review ? "Review needed" : "No review needed by the floor";
  const text = [
    `${answer}: score ${verdict.score}, threshold ${threshold}`,
    visible(verdict.reason),
  ];
  if (files.length > 0) {
    const since = base === null ? "" : ` since ${base.slice(0, 12)} (+${insertions} -${deletions})`;
    const rows = files.toSorted((a, b) => b.weight - a.weight).map((file) => [
      file.surface,
      String(file.weight),
      file.insertions === null ? "" : `+${file.insertions} -${file.deletions}`,
      file.path,
    ]);
    text.push("", `${files.length} ${files.length === 1 ? "path" : "paths"} changed${since}`, "");
    text.push(markdownTable(["surface", "weight", "lines", "path"], rows));
  }
  return text.join("\n");
}
