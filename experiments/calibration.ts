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

import { resolve } from "node:path";
import { callersFolder, flag, text, UsageError } from "../lib/cli/flags.ts";
import { openInput } from "../lib/cli/io.ts";
import { count } from "../lib/text/figures.ts";
import type { CalibrationMetrics } from "../schema/types.ts";
import { caveats, plots, sections } from "./calibration_report.ts";
import { judge } from "./calibration_rule.ts";
import { joinOutcomes, readOutcomes, readSidecars } from "./corpus/reflections.ts";
import { type Corpus, readRows } from "./corpus/rows.ts";
import { type Input, runExperiment } from "./experiment.ts";
import { type Finding, Rejections } from "./finding.ts";
import { aucInterval, aucPValue, estimateAuc } from "./stats/auc.ts";
import { bootstrapByCluster } from "./stats/cluster_bootstrap.ts";
import { baseRate, meanConfidence, type RankedSample, rankSample } from "./stats/ranked_sample.ts";
import {
  areaUnderRiskCoverage,
  averagePrecision,
  highSubset,
  liftAt,
  liftInterval,
} from "./stats/ranking.ts";
import {
  brierScore,
  calibrationError,
  equalMassBins,
  equalWidthBins,
} from "./stats/reliability.ts";

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

type Given = Input<"calibration", typeof FLAGS>;

/** Refuses a command line that says nothing to read, or two things. */
function check({ values, args: [file] }: Given): void {
  const { fromReflections: folder, outcomes } = values;
  if (folder !== undefined && file !== undefined) {
    throw new UsageError(`"${file}" and --from-reflections do not go together`);
  }
  if ((folder === undefined) !== (outcomes === undefined)) {
    throw new UsageError("--from-reflections and --outcomes need each other");
  }
  if (folder === undefined && file === undefined) throw new UsageError("No file given");
}

async function measure(input: Given): Promise<Finding<"calibration">> {
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
  const seen = { metrics, sample, corpus, thresholds, bootstrap };
  return {
    ...judge(metrics, { right: sample.positives, wrong: sample.negatives }, thresholds),
    n: sample.n,
    rejected: corpus.rejections.list(),
    metrics,
    caveats: caveats(seen, values),
    sections: sections(seen),
    plots: () => plots(metrics, sample),
  };
}

async function readCorpus({ values, args: [file], progress }: Given): Promise<Corpus> {
  const { fromReflections, outcomes, clusters } = values;
  const rejections = new Rejections();
  const sidecars = fromReflections === undefined
    ? null
    : await sidecarsAt(fromReflections, rejections);
  const name = file ?? outcomes!;
  const input = openInput(name === "-" ? name : resolve(callersFolder(), name));
  try {
    if (sidecars !== null) {
      return joinOutcomes(sidecars, readOutcomes(input, name, rejections), rejections);
    }
    const say = (rows: number) => progress.say(() => `${count(rows)} rows read`);
    return readRows(input, name, { clusters, progress: say });
  } finally {
    input.close();
  }
}

async function sidecarsAt(place: string, rejections: Rejections) {
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

/** All figures of a sample. */
export function calibrationMetrics(sample: RankedSample, threshold: number): CalibrationMetrics {
  const area = estimateAuc(sample);
  const score = brierScore(sample);
  const high = highSubset(sample, threshold);
  // If every row is high there is nothing to compare with: a lift of 0 that is sure, and says nothing.
  const lift = high.n === sample.n ? null : liftInterval(sample, high, 1);
  return {
    auc: area.auc,
    auc_ci95: aucInterval(area),
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
      ...{ threshold, n: high.n, rate: high.rate, lift: high.lift },
      ...{ auc: high.auc.auc, auc_ci95: aucInterval(high.auc) },
    },
    lift_at: {
      "10": liftAt(sample, 10)?.lift ?? null,
      "20": liftAt(sample, 20)?.lift ?? null,
      "50": liftAt(sample, 50)?.lift ?? null,
    },
    one_sided95: { auc: aucInterval(area, 1), lift, high_auc: aucInterval(high.auc, 1) },
  };
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
