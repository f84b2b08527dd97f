/**
 * Is the risk floor any good at telling which commits will fail?
 *
 * Looks back over a repository's history: a culprit is a commit that a later one names explicitly,
 * as the one it reverts or fixes. Every commit is ranked by the risk floor, by the plain table of
 * substrings that it replaced, by its size and by chance, and each ranking is asked how many
 * culprits stand at its top. Explicit links only: blame would be wrong about half of the time and
 * flatters large commits.
 *
 * A surface speaks of consequence: what is at stake when such a file is wrong. Whether it also
 * speaks of likelihood is what this measures, and so far the answer is no, or hardly.
 *
 * Usage:
 *
 *     deno run --allow-read --allow-run=git --allow-env=HOME,PATH experiments/floor_backtest.ts \
 *       [REPO] [--since DATE] [--until DATE] [--first-parent] [--no-lines] [--json] [--html FILE]
 *
 * Requirements: git, and a clone with its files' history (without it: `--no-lines`).
 * Permissions: as above, plus `--allow-write=FILE` with `--html FILE`. No network.
 */

import { callersFolder, flag } from "../lib/cli/flags.ts";
import { resolve } from "node:path";
import { DEFAULT_RISK_THRESHOLD, evaluateRiskFloor } from "../risk_floor.ts";
import type { Phase0Verdict } from "../schema/names.ts";
import type { FloorBacktestMetrics, RankingMetrics } from "../schema/types.ts";
import { choicesOf, gitDate, hasCommits, isShallow } from "./history/commits.ts";
import { findFailures } from "./history/failures.ts";
import { readHistory } from "./history/history.ts";
import { openRepository } from "../lib/git/run.ts";
import { evaluateLiteral, type LineCounts, readLineCounts } from "./history/rivals.ts";
import type { UsedThresholds } from "./registered.ts";
import { type Input, runExperiment } from "./experiment.ts";
import type { Finding } from "./finding.ts";
import type { Section } from "../lib/page/doc.ts";
import type { Colour, Plot, Point } from "../lib/page/plot.ts";
import { counted, percent, rounded, roundedRange } from "../lib/text/figures.ts";
import { aucInterval, estimateAuc } from "./stats/auc.ts";
import { rocCurve } from "./stats/curves.ts";
import { seededRandom } from "./stats/random.ts";
import { atLeast, type RankedSample, rankSample } from "./stats/ranked_sample.ts";
import { liftAt } from "./stats/ranking.ts";

const FLAGS = {
  since: gitDate(
    "Only commits after it: 2024-01-31 (its first moment, UTC), 2024-01-31T12:00:00Z or " +
      '"6 months ago"',
  ),
  until: gitDate("Only commits before it"),
  firstParent: flag("Follow only the first parent of merges"),
  noLines: flag("Do not count lines: much faster, and works on clones without file contents"),
};

/** The shares of commits at which the rankings are compared, in percent. */
const GATES = ["5", "10", "20", "50"] as const;

/** The numbers that a commit is ranked by. */
export interface ScoredCommit {
  readonly sha: string;
  readonly literal: number;
  readonly floor: number;
  /** Null if lines were not counted. */
  readonly floorWithSize: number | null;
  readonly lines: number | null;
  readonly files: number;
}

/** One way to rank commits. */
interface Ranking {
  readonly name: string;
  readonly tone: Colour;
  score(commit: ScoredCommit): number | null;
  /** From which score on it flags a commit; without one, it flags as many as the floor does. */
  readonly threshold?: number;
}

const CHANCE = "chance";
const FLOOR = "risk floor";
const FLOOR_WITH_SIZE = "risk floor + size";

/** Every ranking that is compared. */
const RANKINGS: readonly Ranking[] = [
  {
    name: "substring table",
    tone: "two",
    score: ({ literal }) => literal,
    threshold: DEFAULT_RISK_THRESHOLD,
  },
  { name: FLOOR, tone: "four", score: ({ floor }) => floor, threshold: DEFAULT_RISK_THRESHOLD },
  {
    name: FLOOR_WITH_SIZE,
    tone: "one",
    score: ({ floorWithSize }) => floorWithSize,
    threshold: DEFAULT_RISK_THRESHOLD,
  },
  { name: "lines changed", tone: "three", score: ({ lines }) => lines },
  { name: "files changed", tone: "five", score: ({ files }) => files },
];

/** Scores one commit, by its paths and, where they were counted, its lines. */
export function scoreCommit(
  sha: string,
  filesChanged: string[],
  size: LineCounts | null,
): ScoredCommit {
  return {
    sha,
    literal: evaluateLiteral(filesChanged).score,
    floor: evaluateRiskFloor({ filesChanged }).score,
    floorWithSize: size && evaluateRiskFloor({ filesChanged, ...size }).score,
    lines: size && size.insertions + size.deletions,
    files: filesChanged.length,
  };
}

/** What the history gave. */
interface Scored {
  readonly commits: ScoredCommit[];
  readonly culprits: Set<string>;
  /** Commits that change nothing by themselves: merges, and empty ones. */
  readonly without: number;
  readonly caveats: string[];
}

/** Reads the history, scores every commit that changes something, and finds the culprits. */
async function scoreHistory(
  { values, args: [repo = "."], progress }: Input<"floor_backtest", typeof FLAGS>,
): Promise<Scored> {
  const repository = await openRepository(resolve(callersFolder(), repo));
  const scored: Scored = { commits: [], culprits: new Set(), without: 0, caveats: [] };
  if (!await hasCommits(repository)) return scored;
  if (await isShallow(repository)) {
    scored.caveats.push("The clone is shallow: culprits before its first commit are not seen.");
  }
  const range = {
    ...values.since === undefined ? {} : { since: values.since },
    ...values.until === undefined ? {} : { until: values.until },
    firstParent: values.firstParent,
  };
  scored.caveats.push(...choicesOf(range));
  const { commits, names } = await readHistory(
    repository,
    range,
    (read) => progress.say(() => `Read ${counted(read, "commit")}`),
  );
  const lines = values.noLines ? null : await readLineCounts(
    repository,
    range,
    (read) => progress.say(() => `Counted the lines of ${counted(read, "commit")}`),
  );
  for (const { culprit } of findFailures(commits)) {
    if (culprit !== null) scored.culprits.add(culprit);
  }
  let without = 0;
  for (const { sha, paths } of commits) {
    if (paths.length === 0) {
      without++;
      scored.culprits.delete(sha);
      continue;
    }
    const size = lines && (lines.get(sha) ?? { insertions: 0, deletions: 0 });
    scored.commits.push(scoreCommit(sha, paths.map((number) => names[number]!), size));
  }
  return { ...scored, without };
}

/** A ranking with the sample behind its figures. */
interface Ranked {
  readonly tone: Colour;
  readonly sample: RankedSample;
  readonly metrics: RankingMetrics;
}

/** Asks every ranking, and chance, where the culprits stand. */
export function rankCommits(
  commits: readonly ScoredCommit[],
  culprits: ReadonlySet<string>,
  seed: number,
): Ranked[] {
  const outcomes = Uint8Array.from(commits, ({ sha }) => culprits.has(sha) ? 1 : 0);
  const random = seededRandom(seed);
  const all: Ranking[] = [...RANKINGS, {
    name: "chance",
    tone: "muted",
    score: () => random.unit(),
  }];
  const ranked: { ranking: Ranking; sample: RankedSample }[] = [];
  for (const ranking of all) {
    const scores = commits.map((commit) => ranking.score(commit));
    if (scores.includes(null)) continue;
    ranked.push({ ranking, sample: rankSample(Float64Array.from(scores, Number), outcomes) });
  }
  const floor = ranked.findLast(({ ranking }) => ranking.threshold !== undefined);
  const usualRate = floor ? flagged(floor.sample, floor.ranking.threshold).rate : null;
  return ranked.map(({ ranking: { name, tone, threshold }, sample }) => {
    const own = threshold === undefined ? null : flagged(sample, threshold);
    return {
      tone,
      sample,
      metrics: {
        name,
        gate_rate: own ? own.rate : usualRate,
        gate_capture: own
          ? own.capture
          : usualRate === null || usualRate === 0
          ? null
          : captureAt(sample, 100 * usualRate),
        ...areaOf(sample),
        capture: {
          "5": captureAt(sample, 5),
          "10": captureAt(sample, 10),
          "20": captureAt(sample, 20),
          "50": captureAt(sample, 50),
        },
      },
    };
  });
}

/** What stands at or above a threshold: its share of the commits and of the culprits. */
function flagged(
  sample: RankedSample,
  threshold: number = DEFAULT_RISK_THRESHOLD,
): { rate: number | null; capture: number | null } {
  const { n, positives } = atLeast(sample, threshold);
  return {
    rate: sample.n === 0 ? null : n / sample.n,
    capture: sample.positives === 0 ? null : positives / sample.positives,
  };
}

/** The expected share of the culprits among the first so many percent, ties in any order. */
function captureAt(sample: RankedSample, percent: number): number | null {
  const top = liftAt(sample, percent);
  return top === null ? null : top.precision * top.k / sample.positives;
}

function areaOf(sample: RankedSample): Pick<RankingMetrics, "auc" | "auc_ci95"> {
  const estimate = estimateAuc(sample);
  const interval = aucInterval(estimate);
  return { auc: estimate.auc, auc_ci95: interval && [...interval] };
}

/** The registered rule. */
export function decide(
  { auc, auc_ci95 }: Pick<RankingMetrics, "auc" | "auc_ci95">,
  upper: number | null,
  culprits: number,
  used: UsedThresholds<"floor_backtest">,
): Phase0Verdict {
  if (culprits < used["min-culprits"] || auc === null || auc_ci95 === null || upper === null) {
    return "insufficient";
  }
  if (upper < used["min-auc"]) return "kill";
  return auc > used["min-auc"] && auc_ci95[0] > 0.5 ? "pass" : "insufficient";
}

const HEADLINES: Readonly<Record<Phase0Verdict, string>> = {
  kill: "the risk floor does not predict which commits fail; it speaks of consequence only",
  pass: "the risk floor ranks commits that fail higher than others",
  insufficient: "this history cannot tell whether the risk floor predicts failures",
};

/** Puts the answer together. */
export function findingOf(
  { commits, culprits, without, caveats }: Scored,
  thresholds: UsedThresholds<"floor_backtest">,
  seed: number,
): Finding<"floor_backtest"> {
  const ranked = rankCommits(commits, culprits, seed);
  const judged = ranked.find(({ metrics }) => metrics.name === FLOOR_WITH_SIZE) ?? null;
  const bound = judged && aucInterval(estimateAuc(judged.sample), { sides: 1 });
  const verdict = judged === null
    ? "insufficient"
    : decide(judged.metrics, bound?.[1] ?? null, culprits.size, thresholds);
  const rankings = ranked.map(({ metrics }) => metrics);
  const metrics = { commits: commits.length, culprits: culprits.size, rankings };
  return {
    verdict,
    headline: HEADLINES[verdict],
    why: explain(metrics, judged?.metrics ?? null, thresholds),
    n: commits.length,
    rejected: [],
    metrics,
    caveats: [
      ...caveats,
      "Only failures that a later commit names explicitly count; most are never named.",
      "Commits near the end of the history have had less time to be found wrong.",
      "A surface says what is at stake, not what is likely: a floor at chance here still asks for " +
      "review where being wrong costs most.",
      ...without === 0 ? [] : [
        `${counted(without, "commit")} without changes of their own, merges mostly, are left out.`,
      ],
    ],
    sections: [comparison(rankings)],
    plots: () => commits.length === 0 || culprits.size === 0 ? [] : [capturePlot(ranked)],
  };
}

function explain(
  { commits, culprits, rankings }: FloorBacktestMetrics,
  floor: RankingMetrics | null,
  used: UsedThresholds<"floor_backtest">,
): string {
  const among = `${counted(culprits, "culprit")} among ${counted(commits, "commit")}`;
  if (culprits < used["min-culprits"]) {
    return `There are ${among}; at least ${used["min-culprits"]} are needed.`;
  }
  if (floor === null) {
    return `Lines were not counted, and what is judged is the floor with size (${among}).`;
  }
  const files = rankings.find(({ name }) => name === "files changed");
  return `Of a culprit and another commit, the ${floor.name} ranks the culprit higher in ` +
    `${perHundred(floor.auc)} of 100 cases, a tie counted half (50 is chance, 100 perfect; ` +
    `${among}); the number of ` +
    `changed files alone does in ${perHundred(files?.auc ?? null)}.`;
}

function comparison(rankings: readonly RankingMetrics[]): Section {
  return {
    title: "Where the culprits stand",
    text: [
      "Each line ranks all commits in its own way. Flagged is the share of commits that it would " +
      "send to review, and caught the share of the culprits among those; size and chance have no " +
      "line of their own and flag as many as the floor. The last four columns compare all of them " +
      "at equal cost: the share of the culprits caught if the first 5, 10, 20 or 50 % are reviewed.",
    ],
    table: {
      head: [
        "ranked by",
        "flagged",
        "caught",
        "AUC",
        "95 % interval",
        ...GATES.map((g) => `${g} %`),
      ],
      rows: rankings.map(({ name, gate_rate, gate_capture, auc, auc_ci95, capture }) => [
        name,
        percent(gate_rate),
        percent(gate_capture),
        rounded(auc),
        roundedRange(auc_ci95),
        ...GATES.map((gate) => percent(capture[gate])),
      ]),
    },
  };
}

/** The share of culprits caught against the share of commits reviewed, from the top down. */
function capturePlot(ranked: readonly Ranked[]): Plot {
  const axis = { from: 0, to: 1, format: (value: number) => `${Math.round(100 * value)} %` };
  return {
    id: "capture",
    title: "How many culprits are caught for how much review?",
    caption:
      "Every line goes from the commits it ranks highest down to all of them. The higher it " +
      "bends over the dashed one, the better; on the dashed one it is no better than picking at " +
      "random. A straight piece is a group of commits that the ranking cannot tell apart.",
    x: { ...axis, label: "commits reviewed, the highest ranked first" },
    y: { ...axis, label: "culprits among them" },
    marks: ranked.map(({ tone, sample, metrics }) => ({
      kind: "line",
      tone,
      label: metrics.name,
      dashed: metrics.name === CHANCE,
      points: captureCurve(sample),
    })),
  };
}

function captureCurve(sample: RankedSample): Point[] {
  const { n, positives, negatives } = sample;
  return (rocCurve(sample, { limit: 200 }) ?? []).map(([wrong, right]) => [
    (wrong * negatives + right * positives) / n,
    right,
  ]);
}

function perHundred(share: number | null): string {
  return share === null ? "an unknown number" : String(Math.round(100 * share));
}

if (import.meta.main) {
  await runExperiment({
    name: "floor_backtest",
    summary: "Looks back over a repository: does the risk floor predict which commits fail?",
    usage: ["[REPO]"],
    about: [
      "REPO is a work tree or a git directory (default: here). A culprit is a commit that a later " +
      "one names as what it reverts or fixes.",
    ],
    flags: FLAGS,
    most: 1,
    async measure(input) {
      return findingOf(await scoreHistory(input), input.thresholds, input.seed);
    },
  });
}
