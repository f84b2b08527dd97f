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

import { resolve } from "node:path";
import { callersFolder, flag } from "../lib/cli/flags.ts";
import { openRepository } from "../lib/git/run.ts";
import type { Section } from "../lib/page/doc.ts";
import type { Colour, Plot, Point } from "../lib/page/plot.ts";
import { counted, percent, rounded, roundedRange } from "../lib/text/figures.ts";
import { DEFAULT_RISK_THRESHOLD, evaluateRiskFloor } from "../risk_floor.ts";
import type { Phase0Verdict } from "../schema/names.ts";
import type { FloorBacktestMetrics, RankingMetrics } from "../schema/types.ts";
import { type Input, runExperiment } from "./experiment.ts";
import type { Finding } from "./finding.ts";
import { choicesOf, gitDate, hasCommits, isShallow } from "./history/commits.ts";
import { findFailures } from "./history/failures.ts";
import { readHistory } from "./history/history.ts";
import { evaluateLiteral, type LineCounts, readLineCounts } from "./history/rivals.ts";
import type { UsedThresholds } from "./registered.ts";
import { aucInterval, estimateAuc } from "./stats/auc.ts";
import { seededRandom } from "./stats/random.ts";
import { atLeast, type RankedSample, rankSample } from "./stats/ranked_sample.ts";
import { liftAt, rocCurve } from "./stats/ranking.ts";

const FLAGS = {
  since: gitDate(
    "Only commits after it: 2024-01-31 (its first moment, UTC), 2024-01-31T12:00:00Z or " +
      '"6 months ago"',
  ),
  until: gitDate("Only commits before it"),
  firstParent: flag("Follow only the first parent of merges"),
  noLines: flag("Do not count lines: much faster, and works on clones without file contents"),
};

type Given = Input<"floor_backtest", typeof FLAGS>;

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
  readonly by: Exclude<keyof ScoredCommit, "sha"> | "chance";
  /** Whether it flags what reaches the floor's threshold; else as many commits as the floor does. */
  readonly flags?: true;
}

const CHANCE = "chance";
const FLOOR_WITH_SIZE = "risk floor + size";
const FILES = "files changed";

/** Every ranking that is compared. */
const RANKINGS: readonly Ranking[] = [
  { name: "substring table", tone: "two", by: "literal", flags: true },
  { name: "risk floor", tone: "four", by: "floor", flags: true },
  { name: FLOOR_WITH_SIZE, tone: "one", by: "floorWithSize", flags: true },
  { name: "lines changed", tone: "three", by: "lines" },
  { name: FILES, tone: "five", by: "files" },
  { name: CHANCE, tone: "muted", by: CHANCE },
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
  readonly commits: readonly ScoredCommit[];
  readonly culprits: ReadonlySet<string>;
  /** Commits that change nothing by themselves: merges, and empty ones. */
  readonly without: number;
  readonly caveats: readonly string[];
}

/** Reads the history, scores every commit that changes something, and finds the culprits. */
async function scoreHistory(
  { values: { since, until, firstParent, noLines }, args: [repo = "."], progress }: Given,
): Promise<Scored> {
  const repository = await openRepository(resolve(callersFolder(), repo));
  if (!await hasCommits(repository)) {
    return { commits: [], culprits: new Set(), without: 0, caveats: [] };
  }
  const range = {
    ...since === undefined ? {} : { since },
    ...until === undefined ? {} : { until },
    firstParent,
  };
  const say = (what: string) => (read: number) =>
    progress.say(() => `${what} ${counted(read, "commit")}`);
  const { commits, names } = await readHistory(repository, range, say("Read"));
  const lines = noLines
    ? null
    : await readLineCounts(repository, range, say("Counted the lines of"));
  const culprits = new Set(findFailures(commits).map(({ culprit }) => culprit));
  const changing = commits.filter(({ paths }) => paths.length > 0);
  return {
    commits: changing.map(({ sha, paths }) =>
      scoreCommit(
        sha,
        paths.map((number) => names[number]!),
        lines && (lines.get(sha) ?? { insertions: 0, deletions: 0 }),
      )
    ),
    culprits: new Set(changing.map(({ sha }) => sha).filter((sha) => culprits.has(sha))),
    without: commits.length - changing.length,
    caveats: [
      ...await isShallow(repository)
        ? ["The clone is shallow: culprits before its first commit are not seen."]
        : [],
      ...choicesOf(range),
    ],
  };
}

/** A ranking with the sample behind its figures. */
interface Ranked {
  readonly tone: Colour;
  readonly sample: RankedSample;
  readonly metrics: RankingMetrics;
}

/** Asks every ranking where the culprits stand. */
export function rankCommits(
  commits: readonly ScoredCommit[],
  culprits: ReadonlySet<string>,
  seed: number,
): Ranked[] {
  const outcomes = Uint8Array.from(commits, ({ sha }) => culprits.has(sha) ? 1 : 0);
  const random = seededRandom(seed);
  const ranked = RANKINGS.flatMap((ranking) => {
    const { by } = ranking;
    const scores = commits.map((commit) => by === CHANCE ? random.unit() : commit[by]);
    if (scores.includes(null)) return [];
    return [{ ...ranking, sample: rankSample(Float64Array.from(scores, Number), outcomes) }];
  });
  const floor = ranked.findLast(({ flags }) => flags);
  const usualRate = floor ? flagged(floor.sample).gate_rate : null;
  return ranked.map(({ name, tone, flags, sample }) => {
    const estimate = estimateAuc(sample);
    const gate = flags ? flagged(sample) : {
      gate_rate: usualRate,
      gate_capture: usualRate ? captureAt(sample, 100 * usualRate) : null,
    };
    const capture = Object.fromEntries(GATES.map((gate) => [gate, captureAt(sample, +gate)]));
    const area = { auc: estimate.auc, auc_ci95: aucInterval(estimate) };
    return { tone, sample, metrics: { name, ...gate, ...area, capture } as RankingMetrics };
  });
}

/** What reaches the threshold: its share of the commits and of the culprits. */
function flagged(sample: RankedSample): Pick<RankingMetrics, "gate_rate" | "gate_capture"> {
  const { n, positives } = atLeast(sample, DEFAULT_RISK_THRESHOLD);
  return {
    gate_rate: sample.n === 0 ? null : n / sample.n,
    gate_capture: sample.positives === 0 ? null : positives / sample.positives,
  };
}

/** The expected share of the culprits among the first so many percent, ties in any order. */
function captureAt(sample: RankedSample, percent: number): number | null {
  const top = liftAt(sample, percent);
  return top === null ? null : top.precision * top.k / sample.positives;
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
  const bound = judged && aucInterval(estimateAuc(judged.sample), 1);
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
  const [own, ofFiles] = [floor, rankings.find(({ name }) => name === FILES)].map((ranking) =>
    ranking?.auc == null ? "an unknown number" : Math.round(100 * ranking.auc)
  );
  return `Of a culprit and another commit, the ${floor.name} ranks the culprit higher in ${own} ` +
    `of 100 cases, a tie counted half (50 is chance, 100 perfect; ${among}); the number of ` +
    `changed files alone does in ${ofFiles}.`;
}

const COLUMNS = ["ranked by", "flagged", "caught", "AUC", "95 % interval"];

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
      head: [...COLUMNS, ...GATES.map((gate) => `${gate} %`)],
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
  const curveOf = (sample: RankedSample): Point[] => {
    const { n, positives, negatives } = sample;
    const reviewed = (wrong: number, right: number) => (wrong * negatives + right * positives) / n;
    return (rocCurve(sample, 200) ?? []).map(([wrong, right]) => [reviewed(wrong, right), right]);
  };
  const axis = { from: 0, to: 1, format: (value: number) => `${Math.round(100 * value)} %` };
  return {
    id: "capture",
    title: "How many culprits are caught for how much review?",
    caption: "Every line goes from the commits it ranks highest down to all of them. The higher " +
      "it bends over the dashed one, the better; on the dashed one it is no better than picking " +
      "at random. A straight piece is a group of commits that the ranking cannot tell apart.",
    x: { ...axis, label: "commits reviewed, the highest ranked first" },
    y: { ...axis, label: "culprits among them" },
    marks: ranked.map(({ tone, sample, metrics }) => ({
      kind: "line",
      tone,
      label: metrics.name,
      dashed: metrics.name === CHANCE,
      points: curveOf(sample),
    })),
  };
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
    measure: async (input) => findingOf(await scoreHistory(input), input.thresholds, input.seed),
  });
}
