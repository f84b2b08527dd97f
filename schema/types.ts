/**
 * The records of this project as TypeScript types, and the names that they may hold. Generated from
 * the zod schemas in this folder by `deno task schema`; nothing here is written by hand.
 *
 * @module
 */

import type { ReviewSurface, RiskFloorVerdict } from "../risk_floor.ts";
import type {
  EscalationLayer,
  ExperimentName,
  FailureLayer,
  Floor,
  Mode,
  Phase0Verdict,
  RequirementKind,
  RequirementState,
  ReviewCategory,
  ReviewDepth,
  Role,
  Severity,
  SkipReason,
  StuckReason,
  UnblockOutput,
  VerdictSeverity,
  VetoName,
} from "./names.ts";

export type { ReviewSurface, RiskFloorVerdict };
export * from "./names.ts";

/** A lower and an upper bound. */
export type Bounds = [number, number];

/** One threshold of an experiment. */
export interface RegisteredThreshold {
  /** The name of the flag, without the dashes. */
  name: string;
  /** The value registered before any data. */
  registered: number;
  /** The value of this run. */
  used: number;
}

/** What an experiment was held to. */
export interface Registered {
  /** Whether every threshold was used as registered. */
  preregistered: boolean;
  /** When the experiment says no, in words. */
  kill: string;
  /** When the experiment says yes, in words. */
  pass: string;
  /** When it says neither, whatever else holds, in words. */
  insufficient: string;
  /** Every number that the verdict hangs on. */
  thresholds: RegisteredThreshold[];
}

/** Rows that could not be used, for one reason. */
export interface RejectedRows {
  /** What was wrong with the rows. */
  reason: string;
  /** How many. */
  count: number;
  /** Where the first of them are: line numbers, or positions in a list, from 1. */
  first: number[];
}

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
  /** Of the area among the high rows. */
  high_auc: Bounds | null;
}

/** Does stated confidence tell right work from wrong? */
export interface CalibrationMetrics {
  /** The area under the ROC curve. */
  auc: number | null;
  /** Its 95 % interval: DeLong's, or Newcombe's where degenerate. */
  auc_ci95: Bounds | null;
  /** The variance of the area. */
  delong_var: number | null;
  /** The two-sided p-value of no discrimination. */
  auc_p: number | null;
  /** Whether DeLong's variance is 0 or undefined though there is an area. */
  degenerate: boolean;
  /** The mean squared distance between confidence and outcome. */
  brier: number | null;
  /** The Brier score's part from miscalibration. */
  brier_mcb: number | null;
  /** The Brier score's part from discrimination. */
  brier_dsc: number | null;
  /** The Brier score's part from uncertainty. */
  brier_unc: number | null;
  /** The expected calibration error over ten bins of equal width. */
  ece10: number | null;
  /** The same over ten bins of equal mass. */
  ece10_equal_mass: number | null;
  /** The area under precision and recall. */
  average_precision: number | null;
  /** The area under the risk–coverage curve. */
  aurc: number | null;
  /** The share of rows that was right. */
  base_rate: number | null;
  /** The mean of the stated confidences. */
  mean_confidence: number | null;
  /** The rows that claim high confidence. */
  high: HighMetrics;
  /** The share of right among the most confident, over the base rate. */
  lift_at: {
    /** Among the most confident 10 %. */
    "10": number | null;
    /** Among the most confident 20 %. */
    "20": number | null;
    /** Among the most confident 50 %. */
    "50": number | null;
  };
  /** Bounds of which each holds at 95 % by itself; the rule looks at these. */
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
  /** Wilson's 95 % interval of the share. */
  ci95: Bounds | null;
}

/** How many failures could only self-reflection have caught? */
export interface GitHistoryMetrics {
  /** Commits read. */
  commits: number;
  /** Commits that show a failure, without what was cancelled. */
  signals: number;
  /** Those whose culprit is known by an explicit link. */
  linked: number;
  /** Commits by kind of signal. */
  by_signal: {
    /** Reverts. */
    revert: SignalCount;
    /** Fixes: trailers. */
    fixes_trailer: SignalCount;
    /** Introduced in or by a commit. */
    introduced_by: SignalCount;
    /** Hotfixes. */
    hotfix: SignalCount;
    /** Fixes soon after a feature in the same file. */
    fix_after_feature: SignalCount;
  };
  /** Reverts that were reverted, or whose change was made again. */
  cancelled: number;
  /** Fixes near a feature in the same file, before and mirrored. */
  placebo: {
    /** How many days count as soon. */
    window_days: number;
    /** Fixes with a feature in the window before. */
    before: CountedShare;
    /** The control: fixes with a feature in the window after. */
    after: CountedShare;
  };
  /** Linked failures by the first gate that could have caught them. */
  buckets: {
    /** CI could. */
    ci: number;
    /** CI could, had a test existed. */
    ci_if_tested: number;
    /** A reviewer could, from the diff. */
    review: number;
    /** Positively, only the doer could. */
    self_reflection: number;
    /** Nothing tells. */
    unclassified: number;
  };
  /** The share that only self-reflection could catch. */
  bounds: {
    /** What was positively identified. */
    lower: CountedShare;
    /** The same with everything unclassified. */
    upper: CountedShare;
  };
  /** Days from culprit to signal. */
  lag_days: {
    /** How many lags are known. */
    n: number;
    /** A quarter is not longer. */
    p25: number | null;
    /** Half is not longer. */
    median: number | null;
    /** Three quarters are not longer. */
    p75: number | null;
    /** Nine tenths are not longer. */
    p90: number | null;
    /** Failures seen within the window. */
    within_window: CountedShare;
  };
  /** What two people said about a sample; null without their labels. */
  labels: {
    /** Failures that both labelled. */
    n: number;
    /** Cohen's agreement of the two beyond chance. */
    kappa: number | null;
    /** The share for self-reflection by their labels. */
    corrected_share: number | null;
    /** The 95 % interval of that share. */
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
  /** Tasks by each kind of signal they show within the window. */
  by_signal: {
    /** Tasks that state their outcome. */
    explicit_outcome: number;
    /** Tasks that were reopened. */
    reopened: number;
    /** Tasks whose commit was reverted. */
    reverted: number;
    /** Tasks named by a later fix. */
    fix_commit: number;
    /** Tasks to which a later bug is linked. */
    linked_bug: number;
    /** Tasks after whose merge CI failed. */
    red_default_branch: number;
    /** Tasks after whose merge CI passed. */
    green_default_branch: number;
  };
}

/** How one way to rank commits does. */
export interface RankingMetrics {
  /** What it ranks by. */
  name: string;
  /** The share of commits it flags, at its own threshold or at the floor's rate. */
  gate_rate: number | null;
  /** The share of the culprits among those. */
  gate_capture: number | null;
  /** The area under the ROC curve. */
  auc: number | null;
  /** Its 95 % interval. */
  auc_ci95: Bounds | null;
  /** The share of culprits among the commits ranked highest. */
  capture: {
    /** Gating 5 % of the commits. */
    "5": number | null;
    /** Gating 10 % of the commits. */
    "10": number | null;
    /** Gating 20 % of the commits. */
    "20": number | null;
    /** Gating 50 % of the commits. */
    "50": number | null;
  };
}

/** Does the risk floor predict which commits fail? */
export interface FloorBacktestMetrics {
  /** Commits ranked. */
  commits: number;
  /** Those named by a later revert or fix. */
  culprits: number;
  /** Every way to rank commits, the risk floor's own among them. */
  rankings: RankingMetrics[];
}

/** The metrics of each experiment. */
export interface Phase0Metrics {
  /** Of stated confidence. */
  calibration: CalibrationMetrics;
  /** Of a repository's commits. */
  git_history: GitHistoryMetrics;
  /** Of a board's tasks. */
  board_history: BoardHistoryMetrics;
  /** Of the risk floor. */
  floor_backtest: FloorBacktestMetrics;
}

/**
 * A `phase0.v1` record of one experiment. It names the thresholds that were registered before any
 * data was seen and those that were used; where the two differ, it opens no gate.
 */
export interface Phase0Of<Name extends ExperimentName> {
  /** Name and version of the format. */
  schema: "phase0.v1";
  /** Which experiment. */
  experiment: Name;
  /** What the experiment was held to. */
  registered: Registered;
  /** The answer. */
  verdict: Phase0Verdict;
  /** Why, for a person who knows no statistics. */
  why: string;
  /** How many observations the answer rests on. */
  n: number;
  /** What could not be used, by reason. */
  rejected: RejectedRows[];
  /** The figures; one that is not defined is null. */
  metrics: Phase0Metrics[Name];
  /** What the reader should hold against the answer. */
  caveats: string[];
}

/** A `phase0.v1` record. */
export type Phase0 =
  | Phase0Of<"calibration">
  | Phase0Of<"git_history">
  | Phase0Of<"board_history">
  | Phase0Of<"floor_backtest">;

/** One fault of a text that should follow the protocol: what kind, in words, and where. */
export interface Violation {
  /** A name that does not change, for programs. */
  code: string;
  /** What is wrong, for people. */
  message: string;
  /** The field, section or mark that it is about. */
  where: string;
  /** The line in the text, from 1; null where it is about something that is not there. */
  line: number | null;
}

/** A field that the form does not have, kept as it was written. */
export interface ExtraField {
  /** How it is called. */
  name: string;
  /** What it says, a line each. */
  values: string[];
}

/**
 * What an `<ESCALATION>` says. Every text is one line and not empty, every list has an item; that
 * its status is `blocked` goes without saying.
 */
export interface EscalationPayload {
  /** The attempt that it was given up in, from 1. */
  attempt: number;
  /** What the work was about. */
  task_scope: string;
  /** Where the fault is suspected. */
  suspected_failure_layer: EscalationLayer[];
  /** What was tried. */
  what_was_tried: string[];
  /** What came of it. */
  what_did_not_work: string[];
  /** What was verified before giving up. */
  forced_context_checked: string[];
  /** What still appears to be true. */
  current_invariants: string[];
  /** What the next one needs: the task, the snapshot, the signal that blocks. */
  handoff_artifacts: string[];
  /** What is asked of the level above. */
  request: string[];
  /** Fields that the form does not have; missing where there are none. */
  extra?: ExtraField[] | undefined;
}

/**
 * An `escalation.v1` record: one per end of a turn in which an `<ESCALATION>` was said or had to
 * be. A payload that is not valid is kept where it could be read; nothing is handed over on it.
 */
export interface EscalationRecord {
  /** Name and version of the format. */
  schema: "escalation.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or unknown. */
  agent: string;
  /** The session, or unknown. */
  session_id: string;
  /** When the record was written: ISO-8601 in UTC with seconds, ending in Z. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change so far; null if it could not be read. */
  diff_hash: string | null;
  /** Who gave up. */
  role: Role;
  /** Whether what was said follows every rule. */
  valid: boolean;
  /** The attempt that it was said in, from 1; null where that is not known. */
  attempt: number | null;
  /** What was said; null where it could not be read whole. */
  payload: EscalationPayload | null;
  /** What is wrong with it. */
  violations: Violation[];
  /** What is worth knowing and no fault; missing where there is nothing. */
  notes?: Violation[] | undefined;
  /** The name of the file with the packet for the next one; null where none was built. */
  handoff: string | null;
  /** Whether something that the record should hold was missing or unreadable. */
  degraded: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
}

/** The compact report that an answer begins with. */
export interface UnblockReport {
  /** The layer at fault. */
  failure_layer: FailureLayer;
  /** What was seen. */
  observations: string[];
  /** What is believed now, materially different from what was tried. */
  new_hypothesis: string;
  /** The name of the output that follows, as it was written. */
  action: string;
  /** Fields that the form does not have; missing where there are none. */
  extra?: ExtraField[] | undefined;
}

/** What sends the task back to the coder. */
export interface RetryPacket {
  /** What is believed now, materially different from what was tried. */
  new_hypothesis: string;
  /** The layer at fault. */
  failure_layer: FailureLayer;
  /** The paths to look at again. */
  files_to_recheck: string[];
  /** What has to be verified before any edit. */
  forced_checklist: string[];
  /** What must stay as it is. */
  constraints: string[];
  /** What was tried and did not work. */
  what_not_to_retry: string[];
  /** The decisions that constrain this. */
  decision_memory_notes: string[];
  /** Fields that the form does not have; missing where there are none. */
  extra?: ExtraField[] | undefined;
}

/** Who is next. */
export interface NextStep {
  /** Who goes on; none where there is nothing to do. */
  step: "coder" | "reflection" | "person" | "none";
  /** Why, for a person to read. */
  why: string;
}

/**
 * An `unblock.v1` record: one per answer, also where it breaks the protocol; then nothing is sent
 * to its author.
 */
export interface UnblockRecord {
  /** Name and version of the format. */
  schema: "unblock.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or unknown. */
  agent: string;
  /** The session, or unknown. */
  session_id: string;
  /** When the record was written: ISO-8601 in UTC with seconds, ending in Z. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change so far; null if it could not be read. */
  diff_hash: string | null;
  /** Who answered. */
  role: Role;
  /** The attempt that it was said in, from 1; null where that is not known. */
  attempt: number | null;
  /** The mode of that attempt; null where that is not known. */
  mode: Mode | null;
  /** What the answer comes down to; null where that cannot be told. */
  output: UnblockOutput | null;
  /** The compact report; null where there is none, or none that can be read whole. */
  report: UnblockReport | null;
  /** What goes back to the coder; null where nothing does, or it cannot be read whole. */
  packet: RetryPacket | null;
  /** A hash of the packet's content, by which it is known again; null without a packet. */
  packet_hash: string | null;
  /** Whether what was said follows every rule. */
  valid: boolean;
  /** What is wrong with it. */
  violations: Violation[];
  /** What is worth knowing and no fault; missing where there is nothing. */
  notes?: Violation[] | undefined;
  /** Who is next; null where that was not asked. */
  next: NextStep | null;
  /** Whether something that the record should hold was missing or unreadable. */
  degraded: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
}

/** The single most likely way in which the work is wrong. */
export interface MostLikelyWrong {
  /** Where the work would be wrong. */
  surface: ReviewSurface;
  /** How the work would be wrong, in the agent's words. */
  description: string;
}

/** What only the agent can say. A field that is null or absent was not supplied. */
export interface SelfReport {
  /**
   * Self-reported: how sure the agent is of its work, from 0 to 1; null or absent if not supplied.
   */
  confidence?: number | null | undefined;
  /**
   * Self-reported: the single most likely way in which the work is wrong; null or absent if not
   * supplied.
   */
  most_likely_wrong?: MostLikelyWrong | null | undefined;
  /**
   * Self-reported: what the agent knows that the diff does not show; null or absent if nothing or
   * not supplied.
   */
  known_not_in_diff?: string | null | undefined;
}

/** How capture was switched on; with `off` nothing is captured. */
export type ReflectionMode = "off" | "solo" | "orchestrated";

/** How a record came to be. */
export interface Provenance {
  /** What wrote the record. */
  source: "stop-hook";
  /** Which capture of the session this is, from 1. */
  reflection_attempt: number;
  /** Whether something the record should hold was missing or unreadable. */
  degraded: boolean;
  /** The mode of capture that was on. */
  reflection_mode: ReflectionMode;
}

/** A `reflection.v1` record as a reader accepts it. */
export interface Reflection {
  /** Name and version of the format. */
  schema: "reflection.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or unknown. */
  agent: string;
  /** The session that ended, or unknown. */
  session_id: string;
  /** When the record was written: ISO-8601 in UTC with seconds, ending in Z. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /**
   * Self-reported: how sure the agent is of its work, from 0 to 1; null or absent if not supplied.
   */
  confidence?: number | null | undefined;
  /**
   * Self-reported: the single most likely way in which the work is wrong; null or absent if not
   * supplied.
   */
  most_likely_wrong?: MostLikelyWrong | null | undefined;
  /**
   * Self-reported: what the agent knows that the diff does not show; null or absent if nothing or
   * not supplied.
   */
  known_not_in_diff?: string | null | undefined;
  /** The least review the change needs; CI, tests and people stand above it. */
  risk: RiskFloorVerdict;
  /** The paths that changed, relative to the repository. */
  files_changed: string[];
  /** How the record came to be. */
  provenance: Provenance;
}

/**
 * A `run.v1` record: what a run's records are joined by. The capture writes one beside every
 * `reflection.v1` record, with the same timestamp and the same file name up to its ending. Readers
 * pass over fields that they do not know: later versions may add some.
 */
export interface CapturedRun {
  /** Name and version of the format. */
  schema: "run.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or unknown. */
  agent: string;
  /** The session, or unknown. */
  session_id: string;
  /** When the record was written: ISO-8601 in UTC with seconds, ending in Z. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change so far; null where the capture did not read it. */
  diff_hash: string | null;
  /** The file name of the reflection that was captured with it. */
  reflection: string;
  /** The commit that the run began at; null where it is not known, or there was none. */
  base: string | null;
}

/** One finding. */
export interface ReviewIssue {
  /** How bad it is. */
  severity: Severity;
  /** What it is about. */
  category: ReviewCategory;
  /** What is wrong. */
  description: string;
  /** What follows from it; null if that was not said. */
  impact: string | null;
  /** What to do about it; null if that was not said. */
  recommendation: string | null;
  /** The path, relative to the repository; null if no file is meant. */
  file: string | null;
  /** The line in the file as it is now, from 1. */
  line: number | null;
  /** Whether a deterministic check found it, or a reviewer. */
  source: "floor" | "model";
}

/** A path of the change that was not read, and why. */
export interface LeftOut {
  /** The path, relative to the repository. */
  path: string;
  /** Why it was left out. */
  reason: string;
}

/** What a model charged for, in tokens. */
export interface TokenUsage {
  /** Tokens that it read. */
  input_tokens: number;
  /** Tokens that it wrote. */
  output_tokens: number;
}

/**
 * A `review.v1` record. Findings of the floor are deterministic and there with or without a model;
 * those of a model are added to them and never take one away.
 */
export interface Review {
  /** Name and version of the format. */
  schema: "review.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or unknown. */
  agent: string;
  /** The session, or unknown. */
  session_id: string;
  /** When the record was written: ISO-8601 in UTC with seconds, ending in Z. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change that was reviewed; null if it is not known. */
  diff_hash: string | null;
  /** How much was read and asked. */
  depth: ReviewDepth;
  /** The model that was asked, as it calls itself; null if none was. */
  model: string | null;
  /** What was found, the heaviest first. */
  issues: ReviewIssue[];
  /** What is good about the change. */
  strengths: string[];
  /** The whole in a sentence or two. */
  summary: string | null;
  /** The paths that were read. */
  files_reviewed: string[];
  /** The paths that were not read. */
  files_left_out: LeftOut[];
  /** What the model charged for; null if it did not say, or none was asked. */
  usage: TokenUsage | null;
  /** What that costs; null if it is not known. */
  cost_usd: number | null;
  /** How long the review took, in milliseconds. */
  duration_ms: number;
  /** What a reviewer wrote and could not be read as a finding. */
  unparsed: string[];
  /** Whether something that the review should have had was missing. */
  degraded: boolean;
  /** Why there is no whole review; null if there is one. */
  failure: string | null;
}

/** One fact that a verdict rests on. */
export interface VerdictEvidence {
  /** The rule that used it, or model. */
  rule: string;
  /** What was seen. */
  fact: string;
  /** The turn it comes from, from 0; null where it is not of one turn. */
  turn: number | null;
}

/** Where something was seen: a tool call, a line of a file, or both. */
export interface EvidencePointer {
  /** The turn of the call, from 0; null where it is not of a call. */
  turn: number | null;
  /** The client's id of the tool call; null where it is not of a call. */
  call: string | null;
  /** The file; null where it is not about one. */
  path: string | null;
  /** The line in the file, from 1. */
  line: number | null;
}

/** One thing that the person declared done to mean, and whether it is so. */
export interface RequirementAnswer {
  /** What kind it is. */
  kind: RequirementKind;
  /** As the person declared it, such as check `npm test`. */
  name: string;
  /** Whether it is met. */
  state: RequirementState;
  /** Whether it can mean something here; where not, state is cannot_tell. */
  applies: boolean;
  /** How bad it is where it is not met. */
  severity: VerdictSeverity;
  /** What shows it, in a sentence. */
  evidence: string;
  /** What the agent can do to meet it, in a sentence. */
  settle: string;
  /** Where it was seen; null where it is of no place. */
  at: EvidencePointer | null;
}

/** A fact worth a person's look. It is never said to the agent. */
export interface Observation {
  /** Which observation it is. */
  name: string;
  /** What was seen, in a sentence. */
  evidence: string;
  /** Where it was seen; null where it is of no place. */
  at: EvidencePointer | null;
}

/** A reason not to send the agent back, whatever is missing. */
export interface Veto {
  /** Which it is. */
  name: VetoName;
  /** What was seen, in a sentence. */
  evidence: string;
}

/** The judgement itself, without who and when. */
export interface Verdict {
  /** Whether the task is done; null where no requirement and no model tells. */
  complete: boolean | null;
  /** How bad what is missing is. */
  severity: VerdictSeverity;
  /** The whole in a sentence or two. */
  feedback: string;
  /** What is missing. */
  missing: string[];
  /** What to do about it, concretely. */
  next_actions: string[];
  /** Whether only a person can go on. */
  requires_human_action: boolean;
  /** What it rests on. */
  evidence: VerdictEvidence[];
}

/** What the silence of an agent means. */
export interface StuckVerdict {
  /** Whether it will not go on by itself. */
  stuck: boolean;
  /** Why it is silent. */
  reason: StuckReason;
  /** How sure that is. */
  confidence: number;
  /** Whether it should be told to go on. */
  shouldNudge: boolean;
  /** What to tell it; null where it is to be left alone. */
  nudgeMessage: string | null;
}

/** What became of a verdict. */
export interface VerdictOutcome {
  /** Whether the agent was sent back. */
  decision: "pushed" | "let_go" | "handed_over" | "observed" | "skipped";
  /** The feedback of this task so far, this one included. */
  attempt: number;
  /** No more than this many. */
  max_attempts: number;
}

/**
 * A `verdict.v1` record: one per end of a turn, also where nothing was judged, and one more where
 * the client says that nothing happens any more.
 */
export interface VerdictRecord {
  /** Name and version of the format. */
  schema: "verdict.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or unknown. */
  agent: string;
  /** The session, or unknown. */
  session_id: string;
  /** When the record was written: ISO-8601 in UTC with seconds, ending in Z. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one, or where nothing was done. */
  head: string | null;
  /** A hash of the change so far; null where nothing was done, or it could not be read. */
  diff_hash: string | null;
  /** What was asked, as the judge understood it; null if not known. */
  task: string | null;
  /** The judgement; null where nothing was judged. */
  verdict: Verdict | null;
  /**
   * What the person's requirements alone come to; absent where nothing was judged, and in old
   * records.
   */
  floor?: Floor | undefined;
  /** What the person declared, and whether it is so; absent in old records. */
  requirements?: RequirementAnswer[] | undefined;
  /** What a person may want to look at; absent in old records. */
  observations?: Observation[] | undefined;
  /** What forbade sending the agent back; absent in old records. */
  vetoes?: Veto[] | undefined;
  /** Why nothing was judged, or why an incomplete task was let go; null otherwise. */
  skipped: SkipReason | null;
  /** What kind of silence it is, where the client said that the agent is silent; null otherwise. */
  stuck: StuckVerdict | null;
  /** What became of it. */
  outcome: VerdictOutcome;
  /** The model that was asked, as it calls itself; null if none was. */
  model: string | null;
  /** What the model charged for; null if it did not say, or none was asked. */
  usage: TokenUsage | null;
  /** What that costs; null if it is not known. */
  cost_usd: number | null;
  /** How long the judging took, in milliseconds. */
  duration_ms: number;
  /** Whether something that the judge should have had was missing. */
  degraded: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
}
