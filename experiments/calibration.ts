/**
 * P1: does stated confidence tell right work from wrong?
 *
 * Usage:
 *
 *     deno run --allow-read experiments/calibration.ts FILE.jsonl|- [options]
 *
 * Requirements: Deno; rows `{"confidence": 0.8, "correct": true}`, one JSON object a line, with
 * `session_id` and `repo` if known. Offline; ten million rows take less than 1 GiB.
 *
 * Permissions: --allow-read for what it reads, plus --allow-write=FILE with --html FILE.
 *
 * What was learned since the design was seeded, and what it changed here:
 * - Two answers became three. A small sample that shows nothing does not show that there is nothing,
 *   so KILL asks for an upper bound under the threshold, PASS for a lower bound over chance, and
 *   whatever lies between is INSUFFICIENT. An AUC under one half is inverted, and kills too.
 * - "About chance on the high subset" got a threshold of its own, 0.55 instead of 0.60. Within a
 *   narrow range of confidence every AUC shrinks towards one half; both are reported, and why.
 * - DeLong's interval has no width for a perfect or a constant ranking. There it is Newcombe's, and
 *   the record says `degenerate`. Models state few different values, so ties count half everywhere.
 * - No resampling by default: p-values are exact or normal. `--clusters` resamples by session, as
 *   rows of one session are not independent; the verdict does not look at it.
 *
 * @module
 */

import { callersFolder, flag, text, UsageError } from "../lib/cli/flags.ts";
import { openInput } from "../lib/cli/io.ts";
import { resolve } from "node:path";
import type { Phase0Verdict } from "../schema/names.ts";
import type { Bounds, CalibrationMetrics } from "../schema/types.ts";
import { bootstrapByCluster, type ClusterBootstrap } from "./stats/cluster_bootstrap.ts";
import { joinOutcomes, readOutcomes, readSidecars, type Sidecar } from "./corpus/reflections.ts";
import { type Corpus, readRows } from "./corpus/rows.ts";
import type { UsedThresholds } from "./registered.ts";
import { type Input, runExperiment } from "./experiment.ts";
import { type Finding, Rejections } from "./finding.ts";
import type { Section } from "../lib/page/doc.ts";
import type { Plot, Point } from "../lib/page/plot.ts";
import { count, percent, rounded, roundedRange } from "../lib/text/figures.ts";
import { aucInterval, estimateAuc } from "./stats/auc.ts";
import { brierScore } from "./stats/brier.ts";
import { riskCoverageCurve, rocCurve } from "./stats/curves.ts";
import { calibrationError, equalMassBins, equalWidthBins } from "./stats/ece.ts";
import { highSubset, liftInterval } from "./stats/high_subset.ts";
import type { Interval } from "./stats/level.ts";
import { aucPValue } from "./stats/mann_whitney.ts";
import { isotonicFit } from "./stats/pav.ts";
import { wilson } from "./stats/proportions.ts";
import {
  atLeast,
  baseRate,
  meanConfidence,
  type RankedSample,
  rankSample,
} from "./stats/ranked_sample.ts";
import { areaUnderRiskCoverage, averagePrecision, liftAt } from "./stats/ranking.ts";

const FLAGS = {
  fromReflections: text(
    "DIR",
    "Take confidence from the reflection.v1 records in DIR: a repository, a folder of records, or " +
      "the address of an engine (nats://host:4222)",
  ),
  outcomes: text(
    "FILE",
    'What came of the work: {"session_id" or "task_ref": "…", "correct": true}',
  ),
  clusters: flag(
    "Also resample by session (or repository) for an interval that holds when rows of one session " +
      "are alike; takes time, and no part in the verdict",
  ),
};

type Thresholds = UsedThresholds<"calibration">;

/** Refuses a command line that says nothing to read, or two things. */
function check({ values, args: [file] }: Input<"calibration", typeof FLAGS>): void {
  const { fromReflections: folder, outcomes } = values;
  if (folder !== undefined && file !== undefined) {
    throw new UsageError(`"${file}" and --from-reflections do not go together`);
  }
  if ((folder === undefined) !== (outcomes === undefined)) {
    throw new UsageError("--from-reflections and --outcomes need each other");
  }
  if (folder === undefined && file === undefined) throw new UsageError("No file given");
}

async function measure(
  input: Input<"calibration", typeof FLAGS>,
): Promise<Finding<"calibration">> {
  const { thresholds, seed, progress, values } = input;
  const corpus = await readCorpus(input);
  progress.say(() => "ranking …");
  const sample = rankSample(corpus.confidences, corpus.outcomes);
  const metrics = calibrationMetrics(sample, thresholds.high);
  const clusters = corpus.clusters;
  const bootstrap = values.clusters && clusters !== null && corpus.namesSessions
    ? bootstrapByCluster({ ...corpus, clusters, sample }, {
      seed,
      progress: (done) => progress.say(() => `resample ${done} of 1000`),
    })
    : null;
  return {
    ...judge(metrics, { right: sample.positives, wrong: sample.negatives }, thresholds),
    n: sample.n,
    rejected: corpus.rejections.list(),
    metrics,
    caveats: caveats(metrics, sample, corpus, input),
    sections: [
      ...ranks(metrics, sample),
      ...confidentWork(metrics, sample, thresholds),
      ...statedNumbers(metrics, sample),
      ...bySession(bootstrap),
    ],
    plots: () => plots(metrics, sample),
  };
}

async function readCorpus(
  { values, args: [name], progress }: Input<"calibration", typeof FLAGS>,
): Promise<Corpus> {
  const place = (path: string) => path === "-" ? path : resolve(callersFolder(), path);
  const { fromReflections: folder, outcomes, clusters } = values;
  if (folder === undefined || outcomes === undefined) {
    const path = place(name!);
    using file = closing(openInput(path));
    return readRows(file.input, path, {
      clusters,
      progress: (rows) => progress.say(() => `${count(rows)} rows read`),
    });
  }
  const rejections = new Rejections();
  const sidecars = await readSidecarsAt(folder, rejections);
  using file = closing(openInput(place(outcomes)));
  return joinOutcomes(sidecars, readOutcomes(file.input, outcomes, rejections), rejections);
}

async function readSidecarsAt(place: string, rejections: Rejections): Promise<Sidecar[]> {
  // What checks records is loaded only where there are some: rows need none of it.
  const { openPlaces } = await import("../lib/records/open.ts");
  const { openFleet } = await import("../fleet/open.ts");
  const source = await openPlaces([place], callersFolder(), openFleet);
  try {
    return await readSidecars(source, rejections);
  } finally {
    await source.close();
  }
}

function closing(input: ReturnType<typeof openInput>) {
  return { input, [Symbol.dispose]: () => input.close() };
}

/** All figures of a sample. */
export function calibrationMetrics(sample: RankedSample, threshold: number): CalibrationMetrics {
  const area = estimateAuc(sample);
  const score = brierScore(sample);
  const high = highSubset(sample, threshold);
  // If every row is high there is nothing to compare with: a lift of 0 that is sure, and says nothing.
  const lift = high.n === sample.n ? null : liftInterval(sample, high, { sides: 1 });
  return {
    auc: area.auc,
    auc_ci95: bounds(aucInterval(area)),
    delong_var: area.variance,
    auc_p: aucPValue(sample),
    degenerate: area.degenerate,
    brier: score?.brier ?? null,
    brier_mcb: score?.mcb ?? null,
    brier_dsc: score?.dsc ?? null,
    brier_unc: score?.unc ?? null,
    ece10: calibrationError(equalWidthBins(sample)),
    ece10_equal_mass: calibrationError(equalMassBins(sample)),
    average_precision: averagePrecision(sample),
    aurc: areaUnderRiskCoverage(sample),
    base_rate: baseRate(sample),
    mean_confidence: meanConfidence(sample),
    high: {
      threshold,
      n: high.n,
      rate: high.rate,
      lift: high.lift,
      auc: high.auc.auc,
      auc_ci95: bounds(aucInterval(high.auc)),
    },
    lift_at: {
      "10": liftAt(sample, 10)?.lift ?? null,
      "20": liftAt(sample, 20)?.lift ?? null,
      "50": liftAt(sample, 50)?.lift ?? null,
    },
    one_sided95: {
      auc: bounds(aucInterval(area, { sides: 1 })),
      lift: bounds(lift),
      high_auc: bounds(aucInterval(high.auc, { sides: 1 })),
    },
  };
}

function bounds(interval: Interval | null): Bounds | null {
  return interval === null ? null : [interval[0], interval[1]];
}

/** How many rows there are of each kind. */
export interface Tally {
  readonly right: number;
  readonly wrong: number;
}

/** A verdict in words. */
export interface Judgement {
  readonly verdict: Phase0Verdict;
  readonly headline: string;
  readonly why: string;
}

/**
 * The registered rule: too few of the rarer kind or anything undefined is insufficient, whatever
 * else holds; then kill; then pass; whatever is left is insufficient too.
 */
export function judge(metrics: CalibrationMetrics, tally: Tally, used: Thresholds): Judgement {
  const unknown = {
    verdict: "insufficient",
    headline: "too little data to say whether stated confidence tells right work from wrong",
  } as const;
  const few = tooFew(tally, used["min-rarer"]);
  if (few !== null) return { ...unknown, why: few };
  const { auc, auc_ci95, high, one_sided95: { auc: bound, lift, high_auc } } = metrics;
  if (
    auc === null || auc_ci95 === null || bound === null || high.lift === null || lift === null ||
    high.auc === null || high_auc === null
  ) {
    return { ...unknown, why: whatIsUndefined(metrics, tally) };
  }
  const inverted = auc < 0.5
    ? " Confidence is inverted: wrong work was stated with more confidence than right work."
    : "";
  const confident = `work stated with confidence ${high.threshold} or more`;
  const kills = [
    bound[1] < used["min-auc"] &&
    `the AUC is ${auc.toFixed(3)} and at most ${beside(bound[1], used["min-auc"])} ` +
      `(one-sided 95 % bound), under the ${used["min-auc"]} that was asked for; 0.5 is a coin toss`,
    lift[1] < used["min-lift"] &&
    `the lift of ${confident} is ${signed(high.lift)} and at most ` +
      `${signed(lift[1], used["min-lift"])} (one-sided 95 % bound), under the ` +
      `${signed(used["min-lift"])} that was asked for`,
    high_auc[1] < used["min-high-auc"] &&
    `the AUC among ${confident} is ${high.auc.toFixed(3)} and at most ` +
      `${beside(high_auc[1], used["min-high-auc"])} (one-sided 95 % bound), under the ` +
      `${used["min-high-auc"]} that was asked for (of all work it is ${auc.toFixed(3)})`,
  ].filter((reason) => reason !== false);
  if (kills.length > 0) {
    return {
      verdict: "kill",
      headline: auc < 0.5
        ? "stated confidence is inverted: the surer, the more often wrong"
        : bound[1] < used["min-auc"]
        ? "stated confidence does not tell right work from wrong well enough to steer by"
        : "stated confidence cannot be relied on where it is high, which is where it would be used",
      why: sentence(kills.join("; also, ")) + inverted,
    };
  }
  const misses = [
    !(auc > used["min-auc"]) &&
    `the AUC is ${beside(auc, used["min-auc"])}, not over ${used["min-auc"]}, but may be as high ` +
      `as ${bound[1].toFixed(3)}`,
    !(high.lift > used["min-lift"]) &&
    `the lift of ${confident} is ${signed(high.lift, used["min-lift"])}, not over ` +
      `${signed(used["min-lift"])}, but may be as high as ${signed(lift[1])}`,
    !(auc_ci95[0] > 0.5) &&
    `the lower end of the AUC's 95 % interval is ${
        beside(auc_ci95[0], 0.5)
      }, so that a coin toss ` +
      `(0.5) is not ruled out`,
  ].filter((reason) => reason !== false);
  if (misses.length > 0) {
    return {
      verdict: "insufficient",
      headline: "the data neither show nor rule out that stated confidence tells right from wrong",
      why: sentence(misses.join("; and ")) + inverted,
    };
  }
  return {
    verdict: "pass",
    headline: "stated confidence tells right work from wrong",
    why:
      `The AUC is ${beside(auc, used["min-auc"])} (95 % interval ${
        roundedRange(auc_ci95)
      }), over ` +
      `${used["min-auc"]}: of a right and a wrong piece of work, the right one was stated with ` +
      `more confidence in ${
        (100 * auc).toFixed(0)
      } of 100 cases (a tie counts half); and ${confident} was right ` +
      `${percent(high.rate)} of the time, against ${percent(metrics.base_rate)} of all work.`,
  };
}

function tooFew({ right, wrong }: Tally, least: number): string | null {
  if (right + wrong === 0) return "There is no usable row.";
  const rarer = Math.min(right, wrong);
  if (rarer >= least) return null;
  const kind = right < wrong ? "right" : "wrong";
  return `Only ${count(rarer)} of ${count(right + wrong)} rows ${rarer === 1 ? "was" : "were"} ` +
    `${kind}; at least ${count(least)} right and ${count(least)} wrong ones were asked for, ` +
    `because with fewer any figure may be luck.`;
}

function whatIsUndefined({ auc, high }: CalibrationMetrics, { right, wrong }: Tally): string {
  if (auc === null) {
    return `All ${count(right + wrong)} rows were ${right > 0 ? "right" : "wrong"}, so there is ` +
      `nothing that confidence could tell apart.`;
  }
  if (high.n === 0) {
    return `No row has a confidence of ${high.threshold} or more, so nothing can be said about ` +
      `confident work.`;
  }
  if (high.n === right + wrong) {
    return `Every row has a confidence of ${high.threshold} or more, so there is no other work to ` +
      `compare confident work with.`;
  }
  return `All ${count(high.n)} rows with a confidence of ${high.threshold} or more were ` +
    `${high.rate === 1 ? "right" : "wrong"}, so the AUC among them, which the rule asks for, is ` +
    `not defined.`;
}

/** What the reader should hold against the answer. */
function caveats(
  metrics: CalibrationMetrics,
  sample: RankedSample,
  corpus: Corpus,
  { values, thresholds }: Input<"calibration", typeof FLAGS>,
): string[] {
  const list: string[] = [];
  const rejected = corpus.rejections.list().reduce((sum, { count }) => sum + count, 0);
  if (rejected > 0 && 20 * rejected > sample.n) {
    list.push(
      `${count(rejected)} rows were not used, against ${
        count(sample.n)
      } that were: if they differ ` +
        `from those used, the answer is about something else.`,
    );
  }
  if (metrics.degenerate) {
    list.push(
      `DeLong's variance is 0 or undefined for these rows, because the ranking is perfect or ` +
        `constant, or one kind has a single row; the AUC's intervals are Newcombe's.`,
    );
  }
  if (sample.n > 0 && metrics.high.n === sample.n) {
    list.push(
      `All rows have a confidence of ${metrics.high.threshold} or more: their lift is 0 by definition.`,
    );
  }
  const { auc, lift, high_auc } = metrics.one_sided95;
  const onlyHigh = auc !== null && auc[1] >= thresholds["min-auc"] &&
    lift !== null && lift[1] >= thresholds["min-lift"] &&
    high_auc !== null && high_auc[1] < thresholds["min-high-auc"];
  const oneValue = atLeast(sample, metrics.high.threshold).values.length === 1;
  if (onlyHigh) {
    list.push(
      oneValue
        ? `Only the AUC among confident work says no, and all of it states the same confidence: ` +
          `within such work it cannot tell right from wrong at all, whatever it does over its range.`
        : `Only the AUC among confident work says no. Range restriction alone can bring it there ` +
          `while confidence is of some use over its whole range; the rule was registered knowing that.`,
    );
  }
  if (corpus.clusters !== null && corpus.clusterCount < sample.n && corpus.namesSessions) {
    list.push(
      `The ${count(sample.n)} rows come from ${count(corpus.clusterCount)} different sessions. ` +
        `Rows of one session are alike, and the verdict's intervals take all rows as independent: ` +
        `they may be too narrow.` + (values.clusters ? " See the figures by session." : ""),
    );
  } else if (corpus.clusters === null && corpus.namesSessions) {
    list.push(
      `Rows name their session or repository; if several rows share one they are not independent, ` +
        `and the intervals may be too narrow. --clusters counts them and resamples by them.`,
    );
  }
  if (values.clusters && !corpus.namesSessions && sample.n > 0) {
    list.push("--clusters had no effect: no row has a session_id or a repo.");
  }
  if (values.fromReflections !== undefined) {
    list.push(
      `Only sidecars with an outcome count. If outcomes are known mostly for work that went wrong, ` +
        `or mostly for work that went well, the rows are no fair sample of the work.`,
      `Where several sidecars fit one outcome, the latest counts.`,
    );
  }
  return list;
}

function ranks(metrics: CalibrationMetrics, sample: RankedSample): Section[] {
  if (sample.n === 0) return [];
  const { auc, auc_ci95, auc_p, average_precision, aurc, base_rate, lift_at } = metrics;
  return [{
    title: "How well the order by confidence does",
    text: [
      "The AUC is how often a right piece of work was stated with more confidence than a wrong " +
      "one, if one of each is picked at random; a tie counts half. 1 is perfect, 0.5 is a coin " +
      "toss, below that the order is upside down.",
    ],
    table: {
      head: ["figure", "value", "meaning"],
      rows: [
        [
          "rows",
          count(sample.n),
          `${count(sample.positives)} right, ${count(sample.negatives)} wrong`,
        ],
        ["different confidences", count(sample.values.length), "few of them make many ties"],
        ["AUC", rounded(auc), `95 % interval ${roundedRange(auc_ci95)}`],
        ["p", small(auc_p), "how likely an AUC this far from 0.5 is by chance alone"],
        ["average precision", rounded(average_precision), `${rounded(base_rate)} would be chance`],
        ["AURC", rounded(aurc), "mean share of errors as ever less confident work is accepted"],
        ...(["10", "20", "50"] as const).map((top) => [
          `lift at ${top} %`,
          rounded(lift_at[top]),
          `the most confident ${top} %: their share of right work over that of all`,
        ]),
      ],
    },
  }];
}

function confidentWork(
  { high, base_rate, auc, one_sided95 }: CalibrationMetrics,
  sample: RankedSample,
  used: Thresholds,
): Section[] {
  if (sample.n === 0) return [];
  return [{
    title: `Work stated with confidence ${high.threshold} or more`,
    text: [
      `Among confident work alone, confidence varies less, and so even good confidence shows a ` +
      `smaller AUC there (range restriction): one that reaches 0.70 over the whole range was seen ` +
      `at 0.615, 0.597 and 0.588 in the top 50, 30 and 20 % by confidence. That is why it is held ` +
      `to ${used["min-high-auc"]} and not to ${used["min-auc"]}; read the two beside each other, ` +
      `not against each other.`,
    ],
    table: {
      head: ["figure", "value", "meaning"],
      rows: [
        ["rows", count(high.n), `${percent(high.n / sample.n)} of all`],
        ["right", percent(high.rate), `against ${percent(base_rate)} of all work`],
        [
          "lift",
          high.lift === null ? "–" : signed(high.lift),
          `the difference; at most ${
            one_sided95.lift === null ? "–" : signed(one_sided95.lift[1])
          } (one-sided 95 % bound)`,
        ],
        ["AUC among them", rounded(high.auc), `95 % interval ${roundedRange(high.auc_ci95)}`],
        ["AUC of all work", rounded(auc), "for comparison, see above"],
      ],
    },
  }];
}

function statedNumbers(metrics: CalibrationMetrics, sample: RankedSample): Section[] {
  if (sample.n === 0) return [];
  const { mean_confidence: mean, base_rate: base } = metrics;
  const gap = (mean ?? 0) - (base ?? 0);
  const way = Math.abs(gap) < 0.005
    ? "on the whole neither too sure nor too unsure"
    : gap > 0
    ? `too sure by ${(100 * gap).toFixed(1)} percentage points`
    : `too unsure by ${(-100 * gap).toFixed(1)} percentage points`;
  return [{
    title: "Can the number be taken at its word?",
    text: [
      `Of work stated with 80 % confidence, 80 % should be right. Mean confidence is ` +
      `${percent(mean)} and ${
        percent(base)
      } was right: ${way}. The verdict does not look at this: ` +
      `a number that is off can be corrected, one that does not rank cannot.`,
      `Brier score ${rounded(metrics.brier)} (0 is perfect) = ${rounded(metrics.brier_mcb)} ` +
      `miscalibration − ${rounded(metrics.brier_dsc)} discrimination + ` +
      `${rounded(metrics.brier_unc)} uncertainty. Expected calibration error ` +
      `${rounded(metrics.ece10)} over ten bins of equal width, ` +
      `${rounded(metrics.ece10_equal_mass)} of equal mass.`,
    ],
    table: {
      head: ["confidence", "rows", "mean confidence", "right"],
      rows: equalWidthBins(sample).map(({ index, n, confidence, accuracy }) => [
        binName(index),
        count(n),
        percent(confidence),
        percent(accuracy),
      ]),
    },
  }];
}

function bySession(bootstrap: ClusterBootstrap | null): Section[] {
  if (bootstrap === null) return [];
  const { clusters, resamples, undefinedResamples, interval } = bootstrap;
  return [{
    title: "By session",
    text: [
      `Drawing whole sessions instead of rows (a row without a session goes by its repository, one ` +
      `without either by itself), ${count(resamples)} times, the AUC's 95 % interval is ` +
      `${roundedRange(interval)} over ${
        count(clusters)
      } sessions. If it is much wider than the one above, ` +
      `trust this one. The verdict does not look at it.` +
      (clusters < 30 ? " With so few sessions it is itself rough." : "") +
      (undefinedResamples > 0
        ? ` ${count(undefinedResamples)} draws had only right or only wrong rows and were left out.`
        : ""),
    ],
  }];
}

/** The reliability diagram, the ROC curve and the risk–coverage curve. */
export function plots(metrics: CalibrationMetrics, sample: RankedSample): Plot[] {
  if (sample.n === 0) return [];
  const roc = rocPlot(metrics, sample);
  return [reliabilityPlot(sample), ...roc === null ? [] : [roc], riskCoveragePlot(sample)];
}

const SHARE = { from: 0, to: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] } as const;

function reliabilityPlot(sample: RankedSample): Plot {
  const bins = equalWidthBins(sample);
  const largest = Math.max(...bins.map(({ n }) => n));
  const counts = bins.map(({ index, n }) => `${binName(index)}: ${count(n)}`).join("; ");
  return {
    id: "reliability",
    title: "Is work right as often as it was stated to be?",
    caption: "On the dashed line, confidence can be taken at its word; below it, work was stated " +
      "too surely. Each dot is a tenth of the scale, its area the number of rows; the bars show " +
      "each tenth's share of all rows. The line through them is the best recalibration that keeps the " +
      `order (CORP). Rows per tenth: ${counts}.`,
    x: { label: "stated confidence", ...SHARE },
    y: { label: "share that was right", ...SHARE },
    marks: [
      {
        kind: "bars",
        tone: "muted",
        label: "share of all rows",
        bars: bins.map(({ index, n }) => ({
          from: index / 10,
          to: (index + 1) / 10,
          top: n / sample.n,
        })),
      },
      {
        kind: "line",
        tone: "muted",
        dashed: true,
        label: "taken at its word",
        points: [[0, 0], [1, 1]],
      },
      { kind: "line", tone: "two", label: "recalibrated (CORP)", points: recalibration(sample) },
      {
        kind: "dots",
        tone: "one",
        label: "tenths of the scale",
        points: bins.map(({ confidence, accuracy }) => [confidence, accuracy]),
        sizes: bins.map(({ n }) => n / largest),
      },
    ],
  };
}

/** Each block of equal share, from its first confidence to its last. */
function recalibration(sample: RankedSample): Point[] {
  const { ends, counts, hits } = isotonicFit(sample);
  const points: Point[] = [];
  // A plot cannot show more blocks than it has pixels.
  const stride = Math.ceil(ends.length / 1000);
  for (let block = 0; block < ends.length; block += stride) {
    const share = hits[block]! / counts[block]!;
    const first = sample.values[block === 0 ? 0 : ends[block - 1]!]!;
    const last = sample.values[ends[block]! - 1]!;
    points.push([first, share]);
    if (last > first) points.push([last, share]);
  }
  return points;
}

function rocPlot({ auc, auc_ci95 }: CalibrationMetrics, sample: RankedSample): Plot | null {
  const curve = rocCurve(sample);
  if (curve === null) return null;
  const band = curve.map(([x, share]): [number, Interval] => [
    x,
    wilson({ successes: Math.round(share * sample.positives), trials: sample.positives }) ??
      [0, 1],
  ]);
  return {
    id: "roc",
    title: "Does more confidence mean more often right?",
    caption: "Going from the most confident work down: the share of all right work met so far, " +
      "against the share of all wrong work. The higher the line bends over the dashed one (a coin " +
      `toss), the better; the area under it is the AUC, ${rounded(auc)} (95 % interval ` +
      `${
        roundedRange(auc_ci95)
      }). The band is Wilson's 95 % interval of the share of right work at each ` +
      "point by itself, the share of wrong work taken as given.",
    x: { label: "share of wrong work that is included", ...SHARE },
    y: { label: "share of right work that is included", ...SHARE },
    marks: [
      {
        kind: "band",
        tone: "one",
        label: "95 % band, point by point",
        lower: band.map(([x, [low]]) => [x, low]),
        upper: band.map(([x, [, high]]) => [x, high]),
      },
      { kind: "line", tone: "muted", dashed: true, label: "coin toss", points: [[0, 0], [1, 1]] },
      { kind: "line", tone: "one", label: "stated confidence", points: curve },
    ],
  };
}

function riskCoveragePlot(sample: RankedSample): Plot {
  const curve = riskCoverageCurve(sample);
  const all = sample.negatives / sample.n;
  const top = Math.max(...curve.map(([, risk]) => risk), 0.1);
  return {
    id: "risk-coverage",
    title: "How much goes wrong if only the surest work is accepted?",
    caption:
      "From left to right, ever less confident work is accepted. A useful confidence starts " +
      `low and rises to ${
        percent(all)
      }, the share of all work that was wrong; a useless one stays ` +
      "on the dashed line.",
    x: { label: "share of work accepted, the surest first", ...SHARE },
    y: { label: "share of it that was wrong", from: 0, to: Math.min(1, Math.ceil(top * 10) / 10) },
    marks: [
      {
        kind: "line",
        tone: "muted",
        dashed: true,
        label: "accepting at random",
        points: [[0, all], [1, all]],
      },
      { kind: "line", tone: "one", label: "accepting by confidence", points: curve },
    ],
  };
}

const binName = (index: number): string => `${index / 10} to ${(index + 1) / 10}`;
const small = (p: number | null): string =>
  p === null ? "–" : p < 0.0001 ? "under 0.0001" : p.toFixed(4);
const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1) + ".";
const signed = (value: number, limit?: number): string =>
  (value >= 0 ? "+" : "−") + beside(Math.abs(value), limit);

/** Three decimals, or as many as it takes to see on which side of a limit a figure is. */
function beside(value: number, limit?: number): string {
  let digits = 3;
  while (digits < 17 && value !== limit && Number(value.toFixed(digits)) === limit) digits++;
  return value.toFixed(digits);
}

if (import.meta.main) {
  await runExperiment({
    name: "calibration",
    summary: "P1: does stated confidence tell right work from wrong?",
    usage: ["FILE.jsonl|-", "--from-reflections DIR --outcomes FILE.jsonl|-"],
    about: [
      'FILE has one JSON object a line: {"confidence": 0.8, "correct": true}, optionally with ' +
      "session_id and repo. Confidence is a number from 0 to 1, correct is true or false; other " +
      "keys are allowed. A dash stands for standard input.",
    ],
    flags: FLAGS,
    most: 1,
    check,
    measure,
  });
}
