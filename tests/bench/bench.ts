/**
 * All benchmarks, as ratios in one run.
 *
 *     deno run --allow-read --allow-write --allow-run --allow-env --allow-sys \
 *       --allow-net=127.0.0.1 tests/bench/bench.ts [NAME…] [--repo DIR]
 *
 * The last three are for the browser's driver, which looks around before it starts one.
 */

import { command } from "../../lib/cli/command.ts";
import { path, UsageError } from "../../lib/cli/flags.ts";
import { markdownTable } from "../../lib/page/doc.ts";
import { decodePath, splitAtNul } from "../../lib/git/paths.ts";
import { GitError, Repository } from "../../lib/git/run.ts";
import type { Figure } from "./measure.ts";
import { benchFleet } from "./fleet.ts";
import { benchCalibration } from "./calibration.ts";
import { benchGitHistory } from "./git_history.ts";
import { benchHook } from "./hook.ts";
import { benchJudgeHook } from "./judge_hook.ts";
import { benchTranscript } from "./judge_transcript.ts";
import { benchReport } from "./report.ts";
import { benchReportPage } from "./report_page.ts";
import { benchRiskFloor } from "./risk_floor.ts";
import { benchUnblock } from "./unblock.ts";

async function run({ repo }: { repo: string | undefined }, names: readonly string[]) {
  const benchmarks: Record<string, () => Promise<Figure[]>> = {
    "risk-floor": async () => {
      const tree = await readTree(repo ?? ".");
      console.error(
        `Classifying the ${tree.length} paths of ${repo ?? "this repository"} …`,
      );
      return await benchRiskFloor(tree);
    },
    "hook": async () => {
      console.error("Starting hooks in scratch repositories …");
      return await benchHook();
    },
    "judge": async () => {
      console.error("Judging a transcript of 50 MiB, and short ones as hooks do …");
      return [...await benchTranscript(), ...await benchJudgeHook()];
    },
    "unblock": async () => {
      console.error("Counting attempts as hooks do, and checking hostile text …");
      return await benchUnblock();
    },
    "report": async () => {
      console.error("Listing 100,000 sidecars, and filtering 10,000 runs in Chromium …");
      return [...await benchReport(), ...await benchReportPage()];
    },
    "fleet": async () => {
      console.error("Shipping 100,000 records to three servers, and reading them back …");
      return await benchFleet();
    },
    "git-history": async () => {
      console.error("Making and reading a history of 60,000 commits …");
      return await benchGitHistory();
    },
    "calibration": async () => {
      console.error("Reading up to ten million rows …");
      return await benchCalibration();
    },
  };
  for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
    const benchmark = benchmarks[name];
    if (!benchmark) throw new UsageError(`Unknown benchmark "${name}"`);
    report(await benchmark());
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
