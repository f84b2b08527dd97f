// A valid `phase0.v1` record of every experiment, with no figure missing.

import type { ExperimentName } from "../../schema/names.ts";
import type { Bounds, CountedShare, Phase0, Phase0Metrics } from "../../schema/types.ts";

const ci95: Bounds = [0.1, 0.9];
const share: CountedShare = { count: 1, of: 2, share: 0.5, ci95 };
const signal = { found: 2, linked: 1 };

const METRICS: Phase0Metrics = {
  calibration: {
    auc: 0.7,
    auc_ci95: ci95,
    delong_var: 0.01,
    auc_p: 0.02,
    degenerate: false,
    brier: 0.2,
    brier_mcb: 0.01,
    brier_dsc: 0.02,
    brier_unc: 0.21,
    ece10: 0.1,
    ece10_equal_mass: 0.1,
    average_precision: 0.8,
    aurc: 0.2,
    base_rate: 0.6,
    mean_confidence: 0.7,
    high: { threshold: 0.8, n: 9, rate: 0.7, lift: 0.1, auc: 0.6, auc_ci95: ci95 },
    lift_at: { "10": 1.2, "20": 1.1, "50": 1 },
    one_sided95: { auc: ci95, lift: ci95, high_auc: ci95 },
  },
  git_history: {
    commits: 100,
    signals: 5,
    linked: 4,
    by_signal: {
      revert: signal,
      fixes_trailer: signal,
      introduced_by: signal,
      hotfix: signal,
      fix_after_feature: signal,
    },
    cancelled: 1,
    placebo: { window_days: 7, before: share, after: share },
    buckets: { ci: 1, ci_if_tested: 1, review: 1, self_reflection: 1, unclassified: 0 },
    bounds: { lower: share, upper: share },
    lag_days: { n: 4, p25: 1, median: 2, p75: 3, p90: 4, within_window: share },
    labels: { n: 2, kappa: 0.5, corrected_share: 0.2, ci95 },
  },
  board_history: {
    done: 10,
    detectable: 3,
    censored: 2,
    watched: 8,
    blind: false,
    rate: 0.3,
    rate_ci95: ci95,
    wrong: 2,
    correct: 1,
    by_signal: {
      explicit_outcome: 1,
      reopened: 1,
      reverted: 0,
      fix_commit: 1,
      linked_bug: 0,
      red_default_branch: 0,
      green_default_branch: 0,
    },
  },
  floor_backtest: {
    commits: 100,
    culprits: 4,
    rankings: [{
      name: "files",
      gate_rate: 0.2,
      gate_capture: 0.3,
      auc: 0.6,
      auc_ci95: ci95,
      capture: { "5": 0.1, "10": 0.2, "20": 0.3, "50": 0.6 },
    }],
  },
};

/** A record of one experiment. */
export function samplePhase0<Name extends ExperimentName>(experiment: Name): Phase0 {
  return {
    schema: "phase0.v1",
    experiment,
    registered: {
      preregistered: true,
      kill: "it is so",
      pass: "it is not",
      insufficient: "nobody knows",
      thresholds: [{ name: "min-auc", registered: 0.6, used: 0.6 }],
    },
    verdict: "pass",
    why: "Because",
    n: 10,
    rejected: [{ reason: "not JSON", count: 2, first: [3, 9] }],
    metrics: structuredClone(METRICS[experiment]),
    caveats: ["Few rows"],
  } as Phase0;
}
