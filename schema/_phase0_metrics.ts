// The metrics of `phase0.v1`, apart from `phase0.ts` only so that each file stays short: types are
// erased, so this file is never loaded. A figure that is not defined for the data is null.

/** A lower and an upper bound. */
export type Bounds = [lower: number, upper: number];

/** The rows that claim high confidence. */
export interface HighMetrics {
  /** The least confidence that counts as high. */
  threshold: number;
  /** Rows at or above it. */
  n: number;
  /** The share of them that was right. */
  rate: number | null;
  /** That share minus the share of all rows. */
  lift: number | null;
  /** The area under the ROC curve among them. */
  auc: number | null;
  /** Its 95 % interval. */
  auc_ci95: Bounds | null;
}

/** What the rule for confidence looks at: bounds of which each holds at 95 % by itself. */
export interface OneSidedBounds {
  /** Of the area under the ROC curve. */
  auc: Bounds | null;
  /** Of the lift of the high rows. */
  lift: Bounds | null;
  /** Of the area under the ROC curve among the high rows. */
  high_auc: Bounds | null;
}

/** Does stated confidence tell right work from wrong? */
export interface CalibrationMetrics {
  /** The area under the ROC curve. */
  auc: number | null;
  /** Its 95 % interval: DeLong's, or Newcombe's where that is degenerate. */
  auc_ci95: Bounds | null;
  /** DeLong's variance. */
  delong_var: number | null;
  /** The two-sided p-value of no discrimination. */
  auc_p: number | null;
  /** Whether DeLong's variance is 0 or undefined though there is an area. */
  degenerate: boolean;
  /** The Brier score. */
  brier: number | null;
  /** Its part from miscalibration. */
  brier_mcb: number | null;
  /** Its part from discrimination. */
  brier_dsc: number | null;
  /** Its part from uncertainty. */
  brier_unc: number | null;
  /** The expected calibration error over ten bins of equal width. */
  ece10: number | null;
  /** The same over ten bins of equal mass. */
  ece10_equal_mass: number | null;
  /** The average precision. */
  average_precision: number | null;
  /** The area under the risk–coverage curve. */
  aurc: number | null;
  /** The share of rows that was right. */
  base_rate: number | null;
  /** The mean confidence. */
  mean_confidence: number | null;
  /** The rows that claim high confidence. */
  high: HighMetrics;
  /** The most confident 10, 20 and 50 %: their share of right over the base rate. */
  lift_at: { "10": number | null; "20": number | null; "50": number | null };
  /** One-sided 95 % bounds, which the rule looks at. */
  one_sided95: OneSidedBounds;
}

/** How often one kind of signal was found. */
export interface SignalCount {
  /** Commits that show it. */
  found: number;
  /** Those of them whose culprit is known. */
  linked: number;
}

/** A share of counted things. */
export interface CountedShare {
  /** How many. */
  count: number;
  /** Of how many. */
  of: number;
  /** The share; null of nothing. */
  share: number | null;
  /** Its 95 % interval (Wilson). */
  ci95: Bounds | null;
}

/** How many failures could only self-reflection have caught? */
export interface GitHistoryMetrics {
  /** Commits read. */
  commits: number;
  /** Commits that show a failure, by whichever signal, without what was cancelled. */
  signals: number;
  /** Those of them whose culprit is known by an explicit link. */
  linked: number;
  /** By kind of signal. */
  by_signal: {
    revert: SignalCount;
    fixes_trailer: SignalCount;
    introduced_by: SignalCount;
    hotfix: SignalCount;
    fix_after_feature: SignalCount;
  };
  /** Reverts that were themselves reverted, or whose change was made again. */
  cancelled: number;
  /** Fixes near a feature in the same file: in the window before, and mirrored as a control. */
  placebo: { window_days: number; before: CountedShare; after: CountedShare };
  /** Linked failures by the first gate that could have caught them. */
  buckets: {
    ci: number;
    ci_if_tested: number;
    review: number;
    self_reflection: number;
    unclassified: number;
  };
  /** The share that only self-reflection could catch: identified, and with what is unclassified. */
  bounds: { lower: CountedShare; upper: CountedShare };
  /** Days from culprit to signal. */
  lag_days: {
    n: number;
    p25: number | null;
    median: number | null;
    p75: number | null;
    p90: number | null;
    within_window: CountedShare;
  };
  /** What two people said about a sample of the linked failures; null without their labels. */
  labels: {
    n: number;
    kappa: number | null;
    corrected_share: number | null;
    ci95: Bounds | null;
  } | null;
}

/** How many finished tasks ever show whether they were right? */
export interface BoardHistoryMetrics {
  /** Finished tasks. */
  done: number;
  /** Those with a signal within the window. */
  detectable: number;
  /** Those without one that were not watched for the whole window. */
  censored: number;
  /** Those that could be watched for the whole window. */
  watched: number;
  /** Whether nothing in the data could have shown that a task was reopened or mended. */
  blind: boolean;
  /** The share with a signal by the end of the window (Kaplan–Meier). */
  rate: number | null;
  /** Its 95 % interval (log-log). */
  rate_ci95: Bounds | null;
  /** Tasks whose first signal says wrong. */
  wrong: number;
  /** Tasks whose first signal says correct. */
  correct: number;
  /** Tasks by each kind of signal they show within the window; one task may show several. */
  by_signal: {
    explicit_outcome: number;
    reopened: number;
    reverted: number;
    fix_commit: number;
    linked_bug: number;
    red_default_branch: number;
    green_default_branch: number;
  };
}

/** How one way to rank commits does. */
export interface RankingMetrics {
  /** What it ranks by. */
  name: string;
  /** The share of commits it flags, at its own threshold or, if it has none, at the floor's rate. */
  gate_rate: number | null;
  /** The share of the culprits among those. */
  gate_capture: number | null;
  /** The area under the ROC curve. */
  auc: number | null;
  /** Its 95 % interval. */
  auc_ci95: Bounds | null;
  /** The share of culprits among the commits it ranks highest, by the percentage gated. */
  capture: {
    "5": number | null;
    "10": number | null;
    "20": number | null;
    "50": number | null;
  };
}

/** Does the risk floor predict which commits fail? */
export interface FloorBacktestMetrics {
  /** Commits ranked. */
  commits: number;
  /** Those named by a later revert or fix. */
  culprits: number;
  /** Every ranking, the risk floor's own among them. */
  rankings: RankingMetrics[];
}
