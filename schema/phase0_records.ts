/**
 * The zod schemas of `phase0.v1`, what one experiment found. A figure that is not defined for the
 * data is null.
 */

import { z } from "zod";
import {
  count,
  declared,
  field,
  group,
  object,
  objectType,
  oneOf,
  ordinal,
  text,
  texts,
  typed,
  yesOrNo,
} from "./fields.ts";
import { type ExperimentName, EXPERIMENTS, PHASE0_VERDICTS } from "./names.ts";

const figure = (description: string, title?: string) =>
  field(description, z.number().nullable(), title);

const twoBounds = declared(
  "Bounds",
  "A lower and an upper bound.",
  z.tuple([z.number(), z.number()]),
);
const bounds = (description: string, title?: string) =>
  field(description, twoBounds.nullable(), title);

const registered = objectType("Registered", "What an experiment was held to.", {
  preregistered: yesOrNo("Whether every threshold was used as registered", "Pre-registered"),
  kill: text("When the experiment says no, in words"),
  pass: text("When the experiment says yes, in words"),
  insufficient: text("When it says neither, whatever else holds, in words"),
  thresholds: field(
    "Every number that the verdict hangs on",
    z.array(objectType("RegisteredThreshold", "One threshold of an experiment.", {
      name: text("The name of the flag, without the dashes"),
      registered: field("The value registered before any data", z.number()),
      used: field("The value of this run", z.number()),
    })),
  ),
});

const rejected = z.array(
  objectType("RejectedRows", "Rows that could not be used, for one reason.", {
    reason: text("What was wrong with the rows"),
    count: count("How many"),
    first: field(
      "Where the first of them are: line numbers, or positions in a list, from 1",
      z.array(ordinal),
    ),
  }),
);

const high = objectType("HighMetrics", "The rows that claim high confidence.", {
  threshold: field("The least confidence that counts as high", z.number()),
  n: count("Rows at or above it", "Rows"),
  rate: figure("The share of them that was right"),
  lift: figure("That share minus the share of all rows"),
  auc: figure("The area under the ROC curve among them", "AUC"),
  auc_ci95: bounds("Its 95 % interval", "AUC, interval"),
});

const calibrationMetrics = objectType(
  "CalibrationMetrics",
  "Does stated confidence tell right work from wrong?",
  {
    auc: figure("The area under the ROC curve", "AUC"),
    auc_ci95: bounds(
      "Its 95 % interval: DeLong's, or Newcombe's where degenerate",
      "AUC, interval",
    ),
    delong_var: figure("The variance of the area", "DeLong's variance"),
    auc_p: figure("The two-sided p-value of no discrimination", "P-value"),
    degenerate: yesOrNo("Whether DeLong's variance is 0 or undefined though there is an area"),
    brier: figure("The mean squared distance between confidence and outcome", "Brier score"),
    brier_mcb: figure("The Brier score's part from miscalibration", "Miscalibration"),
    brier_dsc: figure("The Brier score's part from discrimination", "Discrimination"),
    brier_unc: figure("The Brier score's part from uncertainty", "Uncertainty"),
    ece10: figure("The expected calibration error over ten bins of equal width", "ECE"),
    ece10_equal_mass: figure("The same over ten bins of equal mass", "ECE, equal mass"),
    average_precision: figure("The area under precision and recall"),
    aurc: figure("The area under the risk–coverage curve", "AURC"),
    base_rate: figure("The share of rows that was right"),
    mean_confidence: figure("The mean of the stated confidences"),
    high: field("The rows that claim high confidence", high),
    lift_at: group("The share of right among the most confident, over the base rate", {
      "10": figure("Among the most confident 10 %"),
      "20": figure("Among the most confident 20 %"),
      "50": figure("Among the most confident 50 %"),
    }),
    one_sided95: field(
      "Bounds of which each holds at 95 % by itself; the rule looks at these",
      objectType(
        "OneSidedBounds",
        "What the rule for confidence looks at: bounds of which each holds at 95 % by itself.",
        {
          auc: bounds("Of the area under the ROC curve", "AUC"),
          lift: bounds("Of the lift of the high rows"),
          high_auc: bounds("Of the area among the high rows", "High AUC"),
        },
      ),
      "One-sided bounds",
    ),
  },
);

const signalCount = objectType("SignalCount", "How often one kind of signal was found.", {
  found: count("Commits that show it"),
  linked: count("Those of them whose culprit is known"),
});
const signal = (description: string) => field(description, signalCount, "Signal");

const countedShare = objectType("CountedShare", "A share of counted things.", {
  count: count("How many"),
  of: count("Of how many"),
  share: figure("The share; null of nothing"),
  ci95: bounds("Wilson's 95 % interval of the share", "Interval"),
});
const share = (description: string, title?: string) => field(description, countedShare, title);

const gitHistoryMetrics = objectType(
  "GitHistoryMetrics",
  "How many failures could only self-reflection have caught?",
  {
    commits: count("Commits read"),
    signals: count("Commits that show a failure, without what was cancelled"),
    linked: count("Those whose culprit is known by an explicit link"),
    by_signal: group("Commits by kind of signal", {
      revert: signal("Reverts"),
      fixes_trailer: signal("Fixes: trailers"),
      introduced_by: signal("Introduced in or by a commit"),
      hotfix: signal("Hotfixes"),
      fix_after_feature: signal("Fixes soon after a feature in the same file"),
    }),
    cancelled: count("Reverts that were reverted, or whose change was made again"),
    placebo: group("Fixes near a feature in the same file, before and mirrored", {
      window_days: field("How many days count as soon", z.number(), "Window"),
      before: share("Fixes with a feature in the window before"),
      after: share("The control: fixes with a feature in the window after"),
    }),
    buckets: group("Linked failures by the first gate that could have caught them", {
      ci: count("CI could", "CI"),
      ci_if_tested: count("CI could, had a test existed", "CI, had it a test"),
      review: count("A reviewer could, from the diff"),
      self_reflection: count("Positively, only the doer could", "Self-reflection"),
      unclassified: count("Nothing tells"),
    }),
    bounds: group("The share that only self-reflection could catch", {
      lower: share("What was positively identified"),
      upper: share("The same with everything unclassified"),
    }),
    lag_days: field(
      "Days from culprit to signal",
      object({
        n: count("How many lags are known", "Failures"),
        p25: figure("A quarter is not longer", "Quarter"),
        median: figure("Half is not longer"),
        p75: figure("Three quarters are not longer", "Three quarters"),
        p90: figure("Nine tenths are not longer", "Nine tenths"),
        within_window: share("Failures seen within the window", "Within the window"),
      }),
      "Lag",
    ),
    labels: field(
      "What two people said about a sample; null without their labels",
      object({
        n: count("Failures that both labelled", "Failures"),
        kappa: figure("Cohen's agreement of the two beyond chance"),
        corrected_share: figure("The share for self-reflection by their labels"),
        ci95: bounds("The 95 % interval of that share", "Interval"),
      }).nullable(),
    ),
  },
);

const boardHistoryMetrics = objectType(
  "BoardHistoryMetrics",
  "How many finished tasks ever show whether they were right?",
  {
    done: count("Finished tasks"),
    detectable: count("Those with a signal within the window"),
    censored: count("Those without one that were not watched for the whole window"),
    watched: count("Those that could be watched for the whole window"),
    blind: yesOrNo(
      "Whether nothing in the data could have shown that a task was reopened or mended",
    ),
    rate: figure("The share with a signal by the end of the window (Kaplan–Meier)"),
    rate_ci95: bounds("Its 95 % interval (log-log)", "Rate, interval"),
    wrong: count("Tasks whose first signal says wrong"),
    correct: count("Tasks whose first signal says correct"),
    by_signal: group("Tasks by each kind of signal they show within the window", {
      explicit_outcome: count("Tasks that state their outcome"),
      reopened: count("Tasks that were reopened"),
      reverted: count("Tasks whose commit was reverted"),
      fix_commit: count("Tasks named by a later fix"),
      linked_bug: count("Tasks to which a later bug is linked"),
      red_default_branch: count("Tasks after whose merge CI failed", "Red branch"),
      green_default_branch: count("Tasks after whose merge CI passed", "Green branch"),
    }),
  },
);

const floorBacktestMetrics = objectType(
  "FloorBacktestMetrics",
  "Does the risk floor predict which commits fail?",
  {
    commits: count("Commits ranked"),
    culprits: count("Those named by a later revert or fix"),
    rankings: field(
      "Every way to rank commits, the risk floor's own among them",
      z.array(objectType("RankingMetrics", "How one way to rank commits does.", {
        name: text("What it ranks by"),
        gate_rate: figure(
          "The share of commits it flags, at its own threshold or at the floor's rate",
        ),
        gate_capture: figure("The share of the culprits among those"),
        auc: figure("The area under the ROC curve", "AUC"),
        auc_ci95: bounds("Its 95 % interval", "AUC, interval"),
        capture: group("The share of culprits among the commits ranked highest", {
          "5": figure("Gating 5 % of the commits"),
          "10": figure("Gating 10 % of the commits"),
          "20": figure("Gating 20 % of the commits"),
          "50": figure("Gating 50 % of the commits"),
        }),
      })),
    ),
  },
);

objectType("Phase0Metrics", "The metrics of each experiment.", {
  calibration: field("Of stated confidence", calibrationMetrics),
  git_history: field("Of a repository's commits", gitHistoryMetrics),
  board_history: field("Of a board's tasks", boardHistoryMetrics),
  floor_backtest: field("Of the risk floor", floorBacktestMetrics),
});

const recordOf = <Experiment extends z.ZodType, Metrics extends z.ZodType>(
  experiment: Experiment,
  metrics: Metrics,
) =>
  object({
    schema: field("Name and version of the format", z.literal("phase0.v1")),
    experiment: field("Which experiment", experiment),
    registered: field("What the experiment was held to", registered),
    verdict: field("The answer", oneOf("Phase0Verdict", PHASE0_VERDICTS)),
    why: text("Why, for a person who knows no statistics"),
    n: count("How many observations the answer rests on", "Observations"),
    rejected: field("What could not be used, by reason", rejected),
    metrics: field("The figures; one that is not defined is null", metrics),
    caveats: texts("What the reader should hold against the answer"),
  });

declared(
  "Phase0Of<Name extends ExperimentName>",
  "A `phase0.v1` record of one experiment. It names the thresholds that were registered before any " +
    "data was seen and those that were used; where the two differ, it opens no gate.",
  recordOf(oneOf("Name", EXPERIMENTS), typed("Phase0Metrics[Name]", z.unknown())),
);

const phase0Of = <const Name extends ExperimentName, Metrics extends z.ZodType>(
  name: Name,
  metrics: Metrics,
) => typed(`Phase0Of<"${name}">`, recordOf(z.literal(name), metrics));

/** The schema of `Phase0`. */
export const phase0 = declared(
  "Phase0",
  "A `phase0.v1` record.",
  z.discriminatedUnion("experiment", [
    phase0Of("calibration", calibrationMetrics),
    phase0Of("git_history", gitHistoryMetrics),
    phase0Of("board_history", boardHistoryMetrics),
    phase0Of("floor_backtest", floorBacktestMetrics),
  ]).meta({
    title: "phase0.v1",
    description: "What one experiment found, and the conditions it was held to",
  }),
);
