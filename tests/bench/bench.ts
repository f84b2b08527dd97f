/** All benchmarks, as ratios in one run: `deno task bench [NAME…] [--repo DIR]`. */

import { command } from "../../lib/cli/command.ts";
import { path, UsageError } from "../../lib/cli/flags.ts";
import { markdownTable } from "../../lib/page/doc.ts";
import { decodePath, splitAtNul } from "../../lib/git/paths.ts";
import { GitError, Repository } from "../../lib/git/run.ts";
import type { Figure } from "./measure.ts";
import { benchFleet } from "./fleet.ts";
import { benchCalibration } from "./calibration.ts";
import { benchGitHistory } from "./git_history.ts";
import { benchAttempt, benchHook, benchJudgeHook } from "./hooks.ts";
import { benchTranscript } from "./judge_transcript.ts";
import { benchReport } from "./report.ts";
import { benchReportPage } from "./report_page.ts";
import { benchRiskFloor } from "./risk_floor.ts";
import { benchHostile } from "./unblock.ts";

/** Every benchmark, with what it does meanwhile. */
const BENCHMARKS: Readonly<
  Record<string, readonly [doing: string, ...measure: ((repo: string) => Promise<Figure[]>)[]]>
> = {
  "risk-floor": [
    "Classifying the paths of a tree",
    async (repo) => await benchRiskFloor(await readTree(repo)),
  ],
  "hook": ["Starting hooks in scratch repositories", benchHook],
  "judge": [
    "Judging a transcript of 50 MiB, and short ones as hooks do",
    benchTranscript,
    benchJudgeHook,
  ],
  "unblock": [
    "Counting attempts as hooks do, and checking hostile text",
    benchAttempt,
    benchHostile,
  ],
  "report": [
    "Listing 100,000 sidecars, and filtering 10,000 runs in Chromium",
    benchReport,
    benchReportPage,
  ],
  "fleet": ["Shipping 100,000 records to three servers, and reading them back", benchFleet],
  "git-history": ["Making and reading a history of 60,000 commits", benchGitHistory],
  "calibration": ["Reading up to ten million rows", benchCalibration],
};

async function run({ repo = "." }: { repo: string | undefined }, names: readonly string[]) {
  for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
    const benchmark = BENCHMARKS[name];
    if (!benchmark) throw new UsageError(`Unknown benchmark "${name}"`);
    const [doing, ...measures] = benchmark;
    console.error(`${doing} …`);
    const figures: Figure[] = [];
    for (const measure of measures) figures.push(...await measure(repo));
    report(figures);
  }
}

async function readTree(folder: string): Promise<string[]> {
  const listing = await new Repository(folder).run("ls-tree", "-r", "-z", "--name-only", "HEAD");
  if (!listing.ok) throw new GitError(`Cannot list "${folder}": ${listing.stderr.trim()}`);
  return [...splitAtNul(listing.stdout)].map(decodePath);
}

function report(figures: readonly Figure[]): void {
  const rows = figures.map((
    { what, ratio, target },
  ) => [what, `${ratio.toFixed(ratio < 0.2 ? 3 : 2)}x`, target]);
  console.log(markdownTable(["what", "ratio", "target"], rows));
}

if (import.meta.main) {
  await command({
    name: "bench",
    summary: "Measures speed as ratios between contenders that take turns in one run.",
    usage: ["[NAME…]"],
    about: [
      "Names: risk-floor, hook, judge, unblock, report, fleet, git-history, calibration (default: " +
      "all; report needs chromium, fleet nats-server, calibration python3-sklearn)",
    ],
    flags: {
      repo: path(
        "DIR",
        "The repository, or git directory, whose tree is classified (default: this one)",
      ),
    },
    most: Infinity,
    errors: [GitError],
    run,
  });
}
