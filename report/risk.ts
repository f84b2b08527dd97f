/**
 * The risk floor of a change on disk, for people and for CI.
 *
 *     deno run --allow-read --allow-run=git --allow-env=HOME,PATH,INIT_CWD report/risk.ts [options]
 */

import { decodePath, splitAtNul } from "../lib/git/paths.ts";
import { GitError } from "../lib/git/run.ts";
import { DEFAULT_RISK_THRESHOLD } from "../risk_floor.ts";
import {
  callersFolder,
  numberFlag,
  readFlags,
  refusePositionals,
  runScript,
  UsageError,
} from "../lib/cli/flags.ts";
import { renderReport, reportOnPaths, reportOnRepository } from "./risk_report.ts";

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
  console.log(values.json ? JSON.stringify(report, null, 2) : renderReport(report));
  return values["exit-code"] && report.verdict.needs_review ? 3 : 0;
}

async function pathsFromStdin(): Promise<string[]> {
  const input = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
  const paths = input.includes(0)
    ? [...splitAtNul(input)].map(decodePath)
    : decodePath(input).split(/\r?\n/);
  return [...new Set(paths)].filter((path) => path.trim() !== "").sort();
}

if (import.meta.main) await runScript(HELP, main, [GitError]);
