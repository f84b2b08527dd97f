/**
 * The zod schemas of `phase0.v1`, what one experiment found. A figure that is not defined for the
 * data is null.
 */

import { z } from "zod";
import { count, declared, field, text, texts, typed, yesOrNo } from "./fields.ts";
import { type ExperimentName, EXPERIMENTS, PHASE0_VERDICTS } from "./names.ts";

const figure = (title: string, description: string) =>
  field(title, description, z.number().nullable());

const twoBounds = declared(
  "Bounds",
  "A lower and an upper bound.",
  z.tuple([z.number(), z.number()]),
);
const bounds = (title: string, description: string) =>
  field(title, description, twoBounds.nullable());

const registered = declared(
  "Registered",
  "What an experiment was held to.",
  z.strictObject({
    preregistered: yesOrNo("Pre-registered", "Whether every threshold was used as registered"),
    kill: text("Kill", "When the experiment says no, in words"),
    pass: text("Pass", "When the experiment says yes, in words"),
    insufficient: text("Insufficient", "When it says neither, whatever else holds, in words"),
    thresholds: field(
      "Thresholds",
      "Every number that the verdict hangs on",
      z.array(declared(
        "RegisteredThreshold",
        "One threshold of an experiment.",
        z.strictObject({
          name: text("Name", "The name of the flag, without the dashes"),
          registered: field("Registered", "The value registered before any data", z.number()),
          used: field("Used", "The value of this run", z.number()),
        }),
      )),
    ),
  }),
);

const rejected = z.array(
  declared(
    "RejectedRows",
    "Rows that could not be used, for one reason.",
    z.strictObject({
      reason: text("Reason", "What was wrong with the rows"),
      count: count("Count", "How many"),
      first: field(
        "First",
        "Where the first of them are: line numbers, or positions in a list, from 1",
        z.array(z.int().min(1)),
      ),
    }),
  ),
);

const high = declared(
  "HighMetrics",
  "The rows that claim high confidence.",
  z.strictObject({
    threshold: field("Threshold", "The least confidence that counts as high", z.number()),
    n: count("Rows", "Rows at or above it"),
    rate: figure("Rate", "The share of them that was right"),
    lift: figure("Lift", "That share minus the share of all rows"),
    auc: figure("AUC", "The area under the ROC curve among them"),
    auc_ci95: bounds("AUC, interval", "Its 95 % interval"),
  }),
);

const calibrationMetrics = declared(
  "CalibrationMetrics",
  "Does stated confidence tell right work from wrong?",
  z.strictObject({
    auc: figure("AUC", "The area under the ROC curve"),
    auc_ci95: bounds(
      "AUC, interval",
      "Its 95 % interval: DeLong's, or Newcombe's where degenerate",
    ),
    delong_var: figure("DeLong's variance", "The variance of the area"),
    auc_p: figure("P-value", "The two-sided p-value of no discrimination"),
    degenerate: yesOrNo(
      "Degenerate",
      "Whether DeLong's variance is 0 or undefined though there is an area",
    ),
    brier: figure("Brier score", "The mean squared distance between confidence and outcome"),
    brier_mcb: figure("Miscalibration", "The Brier score's part from miscalibration"),
    brier_dsc: figure("Discrimination", "The Brier score's part from discrimination"),
    brier_unc: figure("Uncertainty", "The Brier score's part from uncertainty"),
    ece10: figure("ECE", "The expected calibration error over ten bins of equal width"),
    ece10_equal_mass: figure("ECE, equal mass", "The same over ten bins of equal mass"),
    average_precision: figure("Average precision", "The area under precision and recall"),
    aurc: figure("AURC", "The area under the risk–coverage curve"),
    base_rate: figure("Base rate", "The share of rows that was right"),
    mean_confidence: figure("Mean confidence", "The mean of the stated confidences"),
    high: field("High", "The rows that claim high confidence", high),
    lift_at: field(
      "Lift at",
      "The share of right among the most confident, over the base rate",
      z.strictObject({
        "10": figure("10 %", "Among the most confident 10 %"),
        "20": figure("20 %", "Among the most confident 20 %"),
        "50": figure("50 %", "Among the most confident 50 %"),
      }),
    ),
    one_sided95: field(
      "One-sided bounds",
      "Bounds of which each holds at 95 % by itself; the rule looks at these",
      declared(
        "OneSidedBounds",
        "What the rule for confidence looks at: bounds of which each holds at 95 % by itself.",
        z.strictObject({
          auc: bounds("AUC", "Of the area under the ROC curve"),
          lift: bounds("Lift", "Of the lift of the high rows"),
          high_auc: bounds("High AUC", "Of the area among the high rows"),
        }),
      ),
    ),
  }),
);

const signalCount = declared(
  "SignalCount",
  "How often one kind of signal was found.",
  z.strictObject({
    found: count("Found", "Commits that show it"),
    linked: count("Linked", "Those of them whose culprit is known"),
  }),
);
const signal = (description: string) => field("Signal", description, signalCount);

const countedShare = declared(
  "CountedShare",
  "A share of counted things.",
  z.strictObject({
    count: count("Count", "How many"),
    of: count("Of", "Of how many"),
    share: figure("Share", "The share; null of nothing"),
    ci95: bounds("Interval", "Wilson's 95 % interval of the share"),
  }),
);
const share = (title: string, description: string) => field(title, description, countedShare);

const gitHistoryMetrics = declared(
  "GitHistoryMetrics",
  "How many failures could only self-reflection have caught?",
  z.strictObject({
    commits: count("Commits", "Commits read"),
    signals: count("Signals", "Commits that show a failure, without what was cancelled"),
    linked: count("Linked", "Those whose culprit is known by an explicit link"),
    by_signal: field(
      "By signal",
      "Commits by kind of signal",
      z.strictObject({
        revert: signal("Reverts"),
        fixes_trailer: signal("Fixes: trailers"),
        introduced_by: signal("Introduced in or by a commit"),
        hotfix: signal("Hotfixes"),
        fix_after_feature: signal("Fixes soon after a feature in the same file"),
      }),
    ),
    cancelled: count("Cancelled", "Reverts that were reverted, or whose change was made again"),
    placebo: field(
      "Placebo",
      "Fixes near a feature in the same file, before and mirrored",
      z.strictObject({
        window_days: field("Window", "How many days count as soon", z.number()),
        before: share("Before", "Fixes with a feature in the window before"),
        after: share("After", "The control: fixes with a feature in the window after"),
      }),
    ),
    buckets: field(
      "Buckets",
      "Linked failures by the first gate that could have caught them",
      z.strictObject({
        ci: count("CI", "CI could"),
        ci_if_tested: count("CI, had it a test", "CI could, had a test existed"),
        review: count("Review", "A reviewer could, from the diff"),
        self_reflection: count("Self-reflection", "Positively, only the doer could"),
        unclassified: count("Unclassified", "Nothing tells"),
      }),
    ),
    bounds: field(
      "Bounds",
      "The share that only self-reflection could catch",
      z.strictObject({
        lower: share("Lower", "What was positively identified"),
        upper: share("Upper", "The same with everything unclassified"),
      }),
    ),
    lag_days: field(
      "Lag",
      "Days from culprit to signal",
      z.strictObject({
        n: count("Failures", "How many lags are known"),
        p25: figure("Quarter", "A quarter is not longer"),
        median: figure("Median", "Half is not longer"),
        p75: figure("Three quarters", "Three quarters are not longer"),
        p90: figure("Nine tenths", "Nine tenths are not longer"),
        within_window: share("Within the window", "Failures seen within the window"),
      }),
    ),
    labels: field(
      "Labels",
      "What two people said about a sample; null without their labels",
      z.strictObject({
        n: count("Failures", "Failures that both labelled"),
        kappa: figure("Kappa", "Cohen's agreement of the two beyond chance"),
        corrected_share: figure("Corrected share", "The share for self-reflection by their labels"),
        ci95: bounds("Interval", "The 95 % interval of that share"),
      }).nullable(),
    ),
  }),
);

const boardHistoryMetrics = declared(
  "BoardHistoryMetrics",
  "How many finished tasks ever show whether they were right?",
  z.strictObject({
    done: count("Done", "Finished tasks"),
    detectable: count("Detectable", "Those with a signal within the window"),
    censored: count("Censored", "Those without one that were not watched for the whole window"),
    watched: count("Watched", "Those that could be watched for the whole window"),
    blind: yesOrNo(
      "Blind",
      "Whether nothing in the data could have shown that a task was reopened or mended",
    ),
    rate: figure("Rate", "The share with a signal by the end of the window (Kaplan–Meier)"),
    rate_ci95: bounds("Rate, interval", "Its 95 % interval (log-log)"),
    wrong: count("Wrong", "Tasks whose first signal says wrong"),
    correct: count("Correct", "Tasks whose first signal says correct"),
    by_signal: field(
      "By signal",
      "Tasks by each kind of signal they show within the window",
      z.strictObject({
        explicit_outcome: count("Explicit outcome", "Tasks that state their outcome"),
        reopened: count("Reopened", "Tasks that were reopened"),
        reverted: count("Reverted", "Tasks whose commit was reverted"),
        fix_commit: count("Fix commit", "Tasks named by a later fix"),
        linked_bug: count("Linked bug", "Tasks to which a later bug is linked"),
        red_default_branch: count("Red branch", "Tasks after whose merge CI failed"),
        green_default_branch: count("Green branch", "Tasks after whose merge CI passed"),
      }),
    ),
  }),
);

const floorBacktestMetrics = declared(
  "FloorBacktestMetrics",
  "Does the risk floor predict which commits fail?",
  z.strictObject({
    commits: count("Commits", "Commits ranked"),
    culprits: count("Culprits", "Those named by a later revert or fix"),
    rankings: field(
      "Rankings",
      "Every way to rank commits, the risk floor's own among them",
      z.array(declared(
        "RankingMetrics",
        "How one way to rank commits does.",
        z.strictObject({
          name: text("Name", "What it ranks by"),
          gate_rate: figure(
            "Gate rate",
            "The share of commits it flags, at its own threshold or at the floor's rate",
          ),
          gate_capture: figure("Gate capture", "The share of the culprits among those"),
          auc: figure("AUC", "The area under the ROC curve"),
          auc_ci95: bounds("AUC, interval", "Its 95 % interval"),
          capture: field(
            "Capture",
            "The share of culprits among the commits ranked highest",
            z.strictObject({
              "5": figure("5 %", "Gating 5 % of the commits"),
              "10": figure("10 %", "Gating 10 % of the commits"),
              "20": figure("20 %", "Gating 20 % of the commits"),
              "50": figure("50 %", "Gating 50 % of the commits"),
            }),
          ),
        }),
      )),
    ),
  }),
);

declared(
  "Phase0Metrics",
  "The metrics of each experiment.",
  z.strictObject({
    calibration: field("Calibration", "Of stated confidence", calibrationMetrics),
    git_history: field("Git history", "Of a repository's commits", gitHistoryMetrics),
    board_history: field("Board history", "Of a board's tasks", boardHistoryMetrics),
    floor_backtest: field("Floor backtest", "Of the risk floor", floorBacktestMetrics),
  }),
);

const recordOf = <Experiment extends z.ZodType, Metrics extends z.ZodType>(
  experiment: Experiment,
  metrics: Metrics,
) =>
  z.strictObject({
    schema: field("Schema", "Name and version of the format", z.literal("phase0.v1")),
    experiment: field("Experiment", "Which experiment", experiment),
    registered: field("Registered", "What the experiment was held to", registered),
    verdict: field("Verdict", "The answer", typed("Phase0Verdict", z.enum(PHASE0_VERDICTS))),
    why: text("Why", "Why, for a person who knows no statistics"),
    n: count("Observations", "How many observations the answer rests on"),
    rejected: field("Rejected", "What could not be used, by reason", rejected),
    metrics: field("Metrics", "The figures; one that is not defined is null", metrics),
    caveats: texts("Caveats", "What the reader should hold against the answer"),
  });

declared(
  "Phase0Of<Name extends ExperimentName>",
  "A `phase0.v1` record of one experiment. It names the thresholds that were registered before any " +
    "data was seen and those that were used; where the two differ, it opens no gate.",
  recordOf(typed("Name", z.enum(EXPERIMENTS)), typed("Phase0Metrics[Name]", z.unknown())),
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
