/**
 * The risk floor of a change on disk, for people and for CI.
 *
 *     deno task risk [options]
 */

import { decodePath, splitAtNul } from "../lib/git/paths.ts";
import {
  callersFolder,
  numberFlag,
  readFlags,
  refusePositionals,
  runScript,
  UsageError,
} from "../lib/cli/flags.ts";
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
  DEFAULT_RISK_THRESHOLD,
  evaluateRiskFloor,
  type ReviewSurface,
  type RiskFloorVerdict,
  SURFACES,
} from "../risk_floor.ts";
import { terminalText } from "../lib/page/doc.ts";
import { counted } from "../lib/text/figures.ts";

const HELP =
  `Classifies what changed in a git repository and says how much review it needs at least.

Usage: deno task risk [options]

What changed is everything from the base to the working tree: committed, staged, unstaged and
untracked.

Options:
  --repo DIR      The repository, or a folder in it (default: here)
  --base REV      Where the change begins: where HEAD and REV parted (default: HEAD)
  --stdin         Take paths from stdin, one a line or ended by NUL, and ask no repository
  --threshold N   The score from which on a review is needed, 0 to 1 (default: ${DEFAULT_RISK_THRESHOLD})
  --json          Print JSON instead of a table
  --exit-code     Exit 3 when a review is needed
  --help          Print this text

Exit: 0 done, 1 failed, 2 wrong usage, 3 review needed (with --exit-code)`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    repo: { type: "string" },
    base: { type: "string" },
    stdin: { type: "boolean" },
    threshold: { type: "string" },
    json: { type: "boolean" },
    "exit-code": { type: "boolean" },
  });
  refusePositionals(positionals);
  const threshold = values.threshold === undefined
    ? DEFAULT_RISK_THRESHOLD
    : numberFlag("threshold", values.threshold, 0, 1);
  if (values.stdin && (values.base !== undefined || values.repo !== undefined)) {
    throw new UsageError("--stdin asks no repository: it goes with neither --base nor --repo");
  }
  const report = values.stdin
    ? reportOnPaths(await pathsFromStdin(), threshold)
    : await reportOnRepository(values.repo ?? callersFolder(), values.base ?? null, threshold);
  console.log(values.json ? JSON.stringify(report, null, 2) : riskText(report));
  return values["exit-code"] && report.verdict.needs_review ? 3 : 0;
}

async function pathsFromStdin(): Promise<string[]> {
  const input = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
  const paths = input.includes(0)
    ? [...splitAtNul(input)].map(decodePath)
    : decodePath(input).split(/\r?\n/);
  return [...new Set(paths)].filter((path) => path.trim() !== "").sort();
}

/** The verdict on a change and what it rests on. */
interface RiskReport {
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
function reportOnPaths(paths: readonly string[], threshold: number): RiskReport {
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

/** The answer first, then why, then every path, heaviest first: as a terminal shows it. */
export function riskText(report: RiskReport): string {
  const { base, threshold, insertions, deletions, files, verdict } = report;
  const answer = verdict.needs_review ? "Review needed" : "No review needed by the floor";
  const since = base === null ? "" : ` since ${base.slice(0, 12)} (+${insertions} -${deletions})`;
  const rows = files.toSorted((a, b) => b.weight - a.weight).map((file) => [
    file.surface,
    String(file.weight),
    file.insertions === null ? "" : `+${file.insertions} -${file.deletions}`,
    file.path,
  ]);
  return terminalText({
    title: `${answer}: score ${verdict.score}, threshold ${threshold}`,
    lead: [verdict.reason],
    sections: rows.length === 0 ? [] : [{
      text: [`${counted(rows.length, "path")} changed${since}`],
      table: { head: ["surface", "weight", "lines", "path"], rows },
    }],
  });
}

if (import.meta.main) await runScript(HELP, main, [GitError]);
