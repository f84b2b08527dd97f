/** What is said of a history's failures: the verdict and why, the figures, and what speaks against. */

import type { Section } from "../../lib/page/doc.ts";
import { count, counted, percent, percentRange } from "../../lib/text/figures.ts";
import type { Phase0Verdict } from "../../schema/names.ts";
import type { GitHistoryMetrics } from "../../schema/types.ts";
import type { UsedThresholds } from "../registered.ts";
import { choicesOf, type CommitRange } from "./commits.ts";
import { GATES } from "./gates.ts";
import type { History } from "./history.ts";
import { MAX_PATHS } from "./log_parser.ts";
import type { GatedFailure, Measured } from "./measure.ts";
import { subjectOf } from "./subjects.ts";

/** The registered rule. */
export function decide(
  { linked, bounds: { lower, upper } }: Pick<GitHistoryMetrics, "linked" | "bounds">,
  { "min-share": line, "min-linked": least }: UsedThresholds<"git_history">,
): { verdict: Phase0Verdict; headline: string; why: string } {
  if (linked < least || lower.ci95 === null || upper.ci95 === null) {
    return {
      verdict: "insufficient",
      headline: "this history names too few culprits to say",
      why: `${counted(linked, "failure")} ${linked === 1 ? "has" : "have"} a known culprit, and ` +
        `at least ${count(least)} are needed to tell anything.`,
    };
  }
  const between = `Of ${counted(linked, "failure")} with a known culprit, ` +
    `${percent(lower.share)} show in words that only the author could have caught them, and ` +
    `${percent(upper.share)} could have been such`;
  const [least95, most95] = [lower.ci95[0], upper.ci95[1]];
  if (most95 < line) {
    return {
      verdict: "kill",
      headline: "too few failures needed the author's own reflection",
      why:
        `${between}; even the most that the second figure can be, ${percent(most95)}, is under ` +
        `${percent(line)}.`,
    };
  }
  if (least95 >= line) {
    return {
      verdict: "pass",
      headline: "enough failures needed the author's own reflection",
      why: `${between}; even the least that the first figure can be, ${percent(least95)}, is not ` +
        `under ${percent(line)}.`,
    };
  }
  return {
    verdict: "insufficient",
    headline: "the messages leave open how many failures needed the author's own reflection",
    why: `${between}; with chance, from ${percent(least95)} to ${percent(most95)}, and ` +
      `${percent(line)} lies in between.`,
  };
}

/** What to keep in mind with these figures. */
export function caveats(
  { metrics, linked, copies, mismatched, crowded }: Measured,
  shallow: boolean,
  range: CommitRange,
): string[] {
  const unverified = linked.filter(({ sharesPaths }) => sharesPaths === null).length;
  const empty = range.since === undefined && range.until === undefined
    ? "The repository has no commits."
    : "No commit lies between the dates given.";
  const most = count(MAX_PATHS);
  const notes: readonly (readonly [holds: boolean, text: string])[] = [
    [metrics.commits === 0, empty],
    [shallow, "This is a shallow clone: the older part of the history is missing."],
    ...choicesOf(range).map((text) => [true, text] as const),
    [
      true,
      "The buckets come from words in messages and from paths. No person has checked them on this " +
      "history unless labels are given: --audit N writes a sample for two people.",
    ],
    [
      true,
      "Only failures that a later commit names are seen. What no commit reverts or traces is not " +
      "here.",
    ],
    [true, "Times are those of the committer's clock; a rebase moves them."],
    [
      unverified > 0,
      `${
        counted(unverified, "link")
      } could not be checked for a path in common, because one side ` +
      "is a merge or an empty commit.",
    ],
    [
      mismatched > 0,
      `${counted(mismatched, "revert")} ${mismatched === 1 ? "names" : "name"} a commit that ` +
      `touches none of the same paths, and ${mismatched === 1 ? "is" : "are"} not linked.`,
    ],
    [copies === 1, "1 copy of a failure counts with the one it copies."],
    [copies > 1, `${count(copies)} copies of failures count with the ones they copy.`],
    [
      crowded > 0,
      `${counted(crowded, "commit")} ${crowded === 1 ? "touches" : "touch"} more than ${most} ` +
      `paths; only the first ${most} of them are looked at.`,
    ],
  ];
  return notes.filter(([holds]) => holds).map(([, text]) => text);
}

/** The figures. */
export function sectionsOf(
  metrics: GitHistoryMetrics,
  history: History,
  linked: readonly GatedFailure[],
): Section[] {
  return [
    bucketSection(metrics),
    signalSection(metrics),
    placeboSection(metrics),
    lagSection(metrics),
    ...metrics.labels === null ? [] : [labelSection(metrics.labels)],
    exampleSection(history, linked),
  ];
}

function bucketSection({ buckets, linked }: GitHistoryMetrics): Section {
  return {
    title: "Who could have caught them",
    text: [
      "Each failure with a known culprit goes to the first gate, from the cheapest on, that its " +
      "message and its paths point to.",
    ],
    table: {
      head: ["gate", "failures", "share", "when"],
      rows: GATES.map(({ bucket, what }) => [
        bucket,
        count(buckets[bucket]),
        percent(linked === 0 ? null : buckets[bucket] / linked),
        what,
      ]),
    },
  };
}

const SIGNALS: Readonly<Record<keyof GitHistoryMetrics["by_signal"], string>> = {
  revert: "revert",
  fixes_trailer: "Fixes: trailer",
  introduced_by: '"introduced in", "broken by", "regression from"',
  hotfix: "hotfix",
  fix_after_feature: "fix soon after a feature",
};

function signalSection({ commits, signals, by_signal, cancelled }: GitHistoryMetrics): Section {
  return {
    title: "What was found",
    text: [
      `${count(signals)} of ${counted(commits, "commit")} ${signals === 1 ? "shows" : "show"} a ` +
      "failure. Each counts once, in the first row that fits. Only those that name their culprit " +
      "count for the verdict; the last two rows never do.",
      cancelled === 1
        ? "1 revert was itself taken back and does not count."
        : `${count(cancelled)} reverts were themselves taken back and do not count.`,
    ],
    table: {
      head: ["signal", "commits", "with a known culprit"],
      rows: Object.entries(by_signal).map(([name, { found, linked }]) => [
        SIGNALS[name as keyof typeof by_signal],
        count(found),
        count(linked),
      ]),
    },
  };
}

function placeboSection({ placebo: { window_days, before, after } }: GitHistoryMetrics): Section {
  const days = counted(window_days, "day");
  return {
    title: "Why a fix soon after a feature says little",
    text: [
      `A feature in the ${days} after a fix cannot have caused it. If features come after fixes ` +
      "about as often as before them, a fix after a feature is mostly coincidence: busy files " +
      "see both.",
    ],
    table: {
      head: ["a feature touched one of the fix's files", "fixes", "of", "share", "95 % interval"],
      rows: Object.entries({ before, after }).map(([side, { count: fixes, of, share, ci95 }]) => [
        `in the ${days} ${side}`,
        count(fixes),
        count(of),
        percent(share),
        percentRange(ci95),
      ]),
    },
  };
}

function lagSection({ lag_days: lag, placebo }: GitHistoryMetrics): Section {
  const { share, ci95 } = lag.within_window;
  return {
    title: "How long it took",
    text: [
      "Days from the culprit to the commit that names it. A window of " +
      `${counted(placebo.window_days, "day")} sees ${percent(share)} of the failures (95 % ` +
      `interval ${percentRange(ci95)}).`,
    ],
    table: {
      head: ["a quarter within", "half within", "three quarters within", "nine of ten within"],
      rows: [[lag.p25, lag.median, lag.p75, lag.p90].map(days)],
    },
  };
}

function labelSection(labels: NonNullable<GitHistoryMetrics["labels"]>): Section {
  const kappa = labels.kappa === null ? "not defined" : labels.kappa.toFixed(2);
  return {
    title: "What two people say",
    text: [
      `Both labelled ${counted(labels.n, "failure")}. Kappa, their agreement beyond chance (1 is ` +
      `perfect, 0 is chance): ${kappa}.`,
      `By their labels, ${percent(labels.corrected_share)} needed self-reflection. The range ` +
      `${percentRange(labels.ci95)} goes from the least if both must say so to the most if one ` +
      "is enough, with the chance of the sample on both sides. The sample is random, so no " +
      "weights are needed. The verdict does not use it.",
    ],
  };
}

const EXAMPLES = 10;

function exampleSection({ commits }: History, linked: readonly GatedFailure[]): Section {
  const shown = Math.min(EXAMPLES, linked.length);
  // Spread over the whole history, and the same in every run.
  const rows = Array.from({ length: shown }, (_, n): string[] => {
    const failure = linked[Math.floor(n * linked.length / shown)]!;
    return [
      failure.sha.slice(0, 10),
      failure.kind,
      failure.culprit?.slice(0, 10) ?? "",
      days(failure.lagDays),
      failure.linkedBy ?? "",
      failure.bucket,
      subjectOf(commits[failure.at]!.message).slice(0, 70),
    ];
  });
  return {
    title: "Examples",
    text: shown === 0 ? ["There are none."] : ["Look some of them up: the heuristic is fallible."],
    table: {
      head: ["commit", "kind", "culprit", "days later", "linked by", "gate", "subject"],
      rows,
    },
  };
}

function days(value: number | null): string {
  return value === null ? "–" : value.toFixed(1);
}
