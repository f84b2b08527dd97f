/** P1's report: what to hold against the answer, the figures in words, and the plots. */

import type { Section } from "../lib/page/doc.ts";
import type { Mark, Plot, Point } from "../lib/page/plot.ts";
import { count, percent, rounded, roundedRange } from "../lib/text/figures.ts";
import type { CalibrationMetrics } from "../schema/types.ts";
import { signed } from "./calibration_rule.ts";
import type { Corpus } from "./corpus/rows.ts";
import type { UsedThresholds } from "./registered.ts";
import type { ClusterBootstrap } from "./stats/cluster_bootstrap.ts";
import type { Interval } from "./stats/normal.ts";
import { wilson } from "./stats/proportions.ts";
import { atLeast, type RankedSample } from "./stats/ranked_sample.ts";
import { riskCoverageCurve, rocCurve } from "./stats/ranking.ts";
import { equalWidthBins, isotonicFit } from "./stats/reliability.ts";

/** What was measured. */
interface Seen {
  readonly metrics: CalibrationMetrics;
  readonly sample: RankedSample;
  readonly corpus: Corpus;
  readonly thresholds: UsedThresholds<"calibration">;
  /** Null if it was not asked for, or no row names its session. */
  readonly bootstrap: ClusterBootstrap | null;
}

/** What the reader should hold against the answer. */
export function caveats(
  { metrics, sample, corpus, thresholds }: Seen,
  given: { readonly clusters: boolean; readonly fromReflections?: string | undefined },
): string[] {
  const { auc, lift, high_auc } = metrics.one_sided95;
  const { namesSessions, clusters, clusterCount } = corpus;
  const rejected = corpus.rejections.list().reduce((sum, { count }) => sum + count, 0);
  const onlyHigh = auc !== null && auc[1] >= thresholds["min-auc"] &&
    lift !== null && lift[1] >= thresholds["min-lift"] &&
    high_auc !== null && high_auc[1] < thresholds["min-high-auc"];
  const oneValue = onlyHigh && atLeast(sample, metrics.high.threshold).values.length === 1;
  const alike = clusters !== null && clusterCount < sample.n && namesSessions;
  const all: readonly (readonly [holds: boolean, text: string])[] = [
    [
      rejected > 0 && 20 * rejected > sample.n,
      `${count(rejected)} rows were not used, against ${count(sample.n)} that were: if they ` +
      `differ from those used, the answer is about something else.`,
    ],
    [
      metrics.degenerate,
      `DeLong's variance is 0 or undefined for these rows, because the ranking is perfect or ` +
      `constant, or one kind has a single row; the AUC's intervals are Newcombe's.`,
    ],
    [
      sample.n > 0 && metrics.high.n === sample.n,
      `All rows have a confidence of ${metrics.high.threshold} or more: their lift is 0 by ` +
      `definition.`,
    ],
    [
      oneValue,
      `Only the AUC among confident work says no, and all of it states the same confidence: ` +
      `within such work it cannot tell right from wrong at all, whatever it does over its range.`,
    ],
    [
      onlyHigh && !oneValue,
      `Only the AUC among confident work says no. Range restriction alone can bring it there ` +
      `while confidence is of some use over its whole range; the rule was registered knowing that.`,
    ],
    [
      alike,
      `The ${count(sample.n)} rows come from ${count(clusterCount)} different sessions. Rows of ` +
      `one session are alike, and the verdict's intervals take all rows as independent: they may ` +
      `be too narrow.${given.clusters ? " See the figures by session." : ""}`,
    ],
    [
      clusters === null && namesSessions,
      `Rows name their session or repository; if several rows share one they are not independent, ` +
      `and the intervals may be too narrow. --clusters counts them and resamples by them.`,
    ],
    [
      given.clusters && !namesSessions && sample.n > 0,
      "--clusters had no effect: no row has a session_id or a repo.",
    ],
    [
      given.fromReflections !== undefined,
      `Only sidecars with an outcome count. If outcomes are known mostly for work that went wrong, ` +
      `or mostly for work that went well, the rows are no fair sample of the work.`,
    ],
    [
      given.fromReflections !== undefined,
      "Where several sidecars fit one outcome, the latest counts.",
    ],
  ];
  return all.filter(([holds]) => holds).map(([, text]) => text);
}

/** The figures, for a person who knows no statistics. */
export function sections(seen: Seen): Section[] {
  return seen.sample.n === 0
    ? []
    : [ranks(seen), confidentWork(seen), statedNumbers(seen), ...bySession(seen.bootstrap)];
}

const FIGURES = ["figure", "value", "meaning"];

function ranks({ metrics, sample }: Seen): Section {
  const { auc, auc_ci95, auc_p, average_precision, aurc, base_rate, lift_at } = metrics;
  const { n, positives, negatives, values } = sample;
  const p = auc_p === null ? "–" : auc_p < 0.0001 ? "under 0.0001" : auc_p.toFixed(4);
  return {
    title: "How well the order by confidence does",
    text: [
      "The AUC is how often a right piece of work was stated with more confidence than a wrong " +
      "one, if one of each is picked at random; a tie counts half. 1 is perfect, 0.5 is a coin " +
      "toss, below that the order is upside down.",
    ],
    table: {
      head: FIGURES,
      rows: [
        ["rows", count(n), `${count(positives)} right, ${count(negatives)} wrong`],
        ["different confidences", count(values.length), "few of them make many ties"],
        ["AUC", rounded(auc), `95 % interval ${roundedRange(auc_ci95)}`],
        ["p", p, "how likely an AUC this far from 0.5 is by chance alone"],
        ["average precision", rounded(average_precision), `${rounded(base_rate)} would be chance`],
        ["AURC", rounded(aurc), "mean share of errors as ever less confident work is accepted"],
        ...(["10", "20", "50"] as const).map((top) => [
          `lift at ${top} %`,
          rounded(lift_at[top]),
          `the most confident ${top} %: their share of right work over that of all`,
        ]),
      ],
    },
  };
}

function confidentWork({ metrics, sample, thresholds }: Seen): Section {
  const { high, base_rate, auc, one_sided95: { lift } } = metrics;
  const most = lift === null ? "–" : signed(lift[1]);
  return {
    title: `Work stated with confidence ${high.threshold} or more`,
    text: [
      `Among confident work alone, confidence varies less, and so even good confidence shows a ` +
      `smaller AUC there (range restriction): one that reaches 0.70 over the whole range was seen ` +
      `at 0.615, 0.597 and 0.588 in the top 50, 30 and 20 % by confidence. That is why it is held ` +
      `to ${thresholds["min-high-auc"]} and not to ${thresholds["min-auc"]}; read the two beside ` +
      `each other, not against each other.`,
    ],
    table: {
      head: FIGURES,
      rows: [
        ["rows", count(high.n), `${percent(high.n / sample.n)} of all`],
        ["right", percent(high.rate), `against ${percent(base_rate)} of all work`],
        [
          "lift",
          high.lift === null ? "–" : signed(high.lift),
          `the difference; at most ${most} (one-sided 95 % bound)`,
        ],
        ["AUC among them", rounded(high.auc), `95 % interval ${roundedRange(high.auc_ci95)}`],
        ["AUC of all work", rounded(auc), "for comparison, see above"],
      ],
    },
  };
}

function statedNumbers({ metrics, sample }: Seen): Section {
  const { mean_confidence: mean, base_rate: base, brier, brier_mcb, brier_dsc } = metrics;
  const gap = (mean ?? 0) - (base ?? 0);
  const points = `by ${Math.abs(100 * gap).toFixed(1)} percentage points`;
  const way = Math.abs(gap) < 0.005
    ? "on the whole neither too sure nor too unsure"
    : `too ${gap > 0 ? "sure" : "unsure"} ${points}`;
  return {
    title: "Can the number be taken at its word?",
    text: [
      `Of work stated with 80 % confidence, 80 % should be right. Mean confidence is ` +
      `${percent(mean)} and ${percent(base)} was right: ${way}. The verdict does not look at ` +
      `this: a number that is off can be corrected, one that does not rank cannot.`,
      `Brier score ${rounded(brier)} (0 is perfect) = ${rounded(brier_mcb)} miscalibration − ` +
      `${rounded(brier_dsc)} discrimination + ${rounded(metrics.brier_unc)} uncertainty. ` +
      `Expected calibration error ${rounded(metrics.ece10)} over ten bins of equal width, ` +
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
  };
}

function bySession(bootstrap: ClusterBootstrap | null): Section[] {
  if (bootstrap === null) return [];
  const { clusters, resamples, undefinedResamples, interval } = bootstrap;
  const text = [
    `Drawing whole sessions instead of rows (a row without a session goes by its repository, one ` +
    `without either by itself), ${count(resamples)} times, the AUC's 95 % interval is ` +
    `${roundedRange(interval)} over ${count(clusters)} sessions. If it is much wider than the ` +
    `one above, trust this one. The verdict does not look at it.`,
  ];
  if (clusters < 30) text.push("With so few sessions it is itself rough.");
  if (undefinedResamples > 0) {
    const draws = count(undefinedResamples);
    text.push(`${draws} draws had only right or only wrong rows and were left out.`);
  }
  return [{ title: "By session", text: [text.join(" ")] }];
}

const binName = (index: number): string => `${index / 10} to ${(index + 1) / 10}`;

/** The reliability diagram, the ROC curve and the risk–coverage curve. */
export function plots(metrics: CalibrationMetrics, sample: RankedSample): Plot[] {
  if (sample.n === 0) return [];
  const roc = rocPlot(metrics, sample);
  return [reliabilityPlot(sample), ...roc === null ? [] : [roc], riskCoveragePlot(sample)];
}

/** What a line is compared with. */
const dashed = (label: string, points: Point[]): Mark => (
  { kind: "line", tone: "muted", dashed: true, label, points }
);

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
        bars: bins.map(({ index, n }) => (
          { from: index / 10, to: (index + 1) / 10, top: n / sample.n }
        )),
      },
      dashed("taken at its word", [[0, 0], [1, 1]]),
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
      `${roundedRange(auc_ci95)}). The band is Wilson's 95 % interval of the share of right work ` +
      "at each point by itself, the share of wrong work taken as given.",
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
      dashed("coin toss", [[0, 0], [1, 1]]),
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
    caption: "From left to right, ever less confident work is accepted. A useful confidence " +
      `starts low and rises to ${percent(all)}, the share of all work that was wrong; a useless ` +
      "one stays on the dashed line.",
    x: { label: "share of work accepted, the surest first", ...SHARE },
    y: { label: "share of it that was wrong", from: 0, to: Math.min(1, Math.ceil(top * 10) / 10) },
    marks: [
      dashed("accepting at random", [[0, all], [1, all]]),
      { kind: "line", tone: "one", label: "accepting by confidence", points: curve },
    ],
  };
}
