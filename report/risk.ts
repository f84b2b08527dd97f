/**
 * The risk floor of a change on disk, for people and for CI.
 *
 *     deno task risk [options]
 */

import { command } from "../lib/cli/command.ts";
import { byDefault, callersFolder, flag, number, path, text } from "../lib/cli/flags.ts";
import { decodePath, splitAtNul } from "../lib/git/paths.ts";
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

if (import.meta.main) {
  await command({
    name: "risk",
    summary:
      "Classifies what changed in a git repository and says how much review it needs at least.",
    about: [
      "What changed is everything from the base to the working tree: committed, staged, unstaged " +
      "and untracked.",
    ],
    flags: {
      repo: path("DIR", "The repository, or a folder in it (default: here)"),
      base: text("REV", "Where the change begins: where HEAD and REV parted (default: HEAD)"),
      stdin: flag("Take paths from stdin, one a line or ended by NUL, and ask no repository"),
      threshold: byDefault(
        number("N", "The score from which on a review is needed, 0 to 1", { from: 0, to: 1 }),
        DEFAULT_RISK_THRESHOLD,
      ),
      json: flag("Print JSON instead of a table"),
      exitCode: flag("Exit 3 when a review is needed"),
    },
    apart: [["stdin", "base"], ["stdin", "repo"]],
    exits: { 3: "review needed (with --exit-code)" },
    errors: [GitError],
    async run({ repo, base, stdin, threshold, json, exitCode }) {
      const report = stdin
        ? reportOnPaths(await pathsFromStdin(), threshold)
        : await reportOnRepository(repo ?? callersFolder(), base ?? null, threshold);
      console.log(json ? JSON.stringify(report, null, 2) : riskText(report));
      return exitCode && report.verdict.needs_review ? 3 : 0;
    },
  });
}
