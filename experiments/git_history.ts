/**
 * P2: how many failures in a repository's history could only the agent's own reflection have caught?
 *
 * Usage:
 *
 *     deno run --allow-read --allow-run=git --allow-env=HOME,PATH experiments/git_history.ts [REPO] \
 *       [--since DATE] [--until DATE] [--window 7] [--first-parent] [--audit N] [--labels FILE]
 *
 * Requirements: deno, git 2.31 or later; no network. Permissions: --allow-read, --allow-run=git,
 * --allow-env=HOME,PATH, plus --allow-write=FILE with --html FILE or with --audit-out FILE
 * (audit.jsonl if not named).
 *
 * How findings on real histories changed the first design:
 * - A fix soon after a feature is mostly coincidence: on four real histories as many fixes have a
 *   feature in the same file in the week after as in the week before. It is reported, always beside
 *   that control, and decides nothing. Only explicit links do: reverts, `Fixes:` trailers, and
 *   "introduced in".
 * - What no gate explains is not thereby for self-reflection: as a leftover, that bucket held from
 *   20 to 88 %. Now it must be named positively, the rest is `unclassified`, and the answer is a
 *   pair of bounds. The experiment says no only if even the upper one is too small.
 * - One `git log --raw` without renames: it reads no file's content, so it is fast, and works on a
 *   partial clone.
 *
 * Policy: one commit counts once, as a revert, a trailer, "introduced in", a hotfix or a fix soon
 * after a feature, in this order. Buckets count linked failures, so they add up to `linked`; a
 * hotfix and a fix soon after a feature have no culprit and are in no bucket. `fixup!`, `squash!`
 * and `amend!` are no signals; `test: fix flaky` is no fix of the work, unless it names a culprit.
 */

import { callersFolder, flag, number, path } from "../lib/cli/flags.ts";
import { readText } from "../lib/cli/io.ts";
import { resolve } from "node:path";
import { isGenerated } from "../lib/git/paths.ts";
import type { Phase0Verdict } from "../schema/names.ts";
import type { CountedShare, GitHistoryMetrics, SignalCount } from "../schema/types.ts";
import { correctedShare, drawAudit, readLabels } from "./history/audit.ts";
import { choicesOf, type CommitRange, gitDate, hasCommits, isShallow } from "./history/commits.ts";
import { type Failure, traceFailures } from "./history/failures.ts";
import { type Evidence, evidenceOf } from "./history/gates.ts";
import { type History, NO_HISTORY, readHistory } from "./history/history.ts";
import { MAX_PATHS } from "./history/log_parser.ts";
import { openRepository } from "../lib/git/run.ts";
import { lagPlot, monthsPlot } from "./history/plots.ts";
import { fixesNearFeatures } from "./history/near_features.ts";
import { isHotfix, subjectOf } from "./history/subjects.ts";
import type { UsedThresholds } from "./registered.ts";
import { type Input, runExperiment } from "./experiment.ts";
import { type Finding, Rejections } from "./finding.ts";
import type { Section } from "../lib/page/doc.ts";
import { count, counted, percent, percentRange } from "../lib/text/figures.ts";
import { wilson } from "./stats/proportions.ts";
import { UserError } from "../lib/text/errors.ts";

/** The gates a failure could have been caught by, the cheapest first. */
export const BUCKETS = ["ci", "ci_if_tested", "review", "self_reflection", "unclassified"] as const;

/** The name of a bucket. */
export type Bucket = (typeof BUCKETS)[number];

interface Gate {
  readonly bucket: Bucket;
  readonly what: string;
  readonly catches: (failure: Evidence) => boolean;
}

const saysIn = (words: RegExp) => ({ reason }: Evidence): boolean => words.test(reason);

const ABOUT_CI = new RegExp(
  [
    /\b(?:br(?:eak|oke)\w*|fail\w*|red|unbreak|fix\w*)\W+(?:\w+\W+){0,3}?(?:builds?|ci|main|master|trunk|tests?|presubmits?|e2e)\b/,
    /\b(?:builds?|ci|tests?|main|master|trunk|presubmits?|e2e)\W+(?:\w+\W+){0,3}?(?:br(?:eak|oke)\w*|fail\w*|red|flak\w*)\b/,
    /\bflak(?:e|es|ed|ey|y|iness|ing)\b|\blint(?:er|ing|s)?\b|\btype[ -]?(?:check\w*|errors?)\b/,
    /\bcompil(?:e|er|ation)\W+(?:errors?|fail\w*)\b|\b(?:does|did|do|will|won)(?:n't| not|'t) (?:compile|build)\b/,
  ].map(({ source }) => source).join("|"),
  "i",
);
const VISIBLE_IN_THE_DIFF =
  /\b(?:typos?|misspell\w*|null|nil|nullptr|undefined|leak\w*|races?|racy|deadlock\w*|missing (?:await|return|break|check|import|argument|lock|case)|off[- ]by[- ]one|wrong (?:argument|order|variable|type|name|value|path|sign)|uninitiali[sz]ed|use[- ]after[- ]free|double free|overflow\w*|out[- ]of[- ]bounds|inverted|swapped|copy[- ]?(?:and[- ])?paste\w*)\b/i;
const ONLY_THE_AUTHOR_COULD_KNOW =
  /\b(?:assum(?:e|es|ed|ing|ptions?)|forg(?:et|ot|otten)|overlooked|untested|(?:not|never) (?:been |fully |properly )?tested|without testing|in prod(?:uction)?|environments?(?! var)|edge[- ]cases?|corner[- ]cases?|follow[- ]?ups?|did(?:n't| not) (?:reali[sz]e|consider|account|anticipate|think))\b/i;

/** The pre-registered heuristic: the first gate that catches a failure has it. */
export const GATES: readonly Gate[] = [
  {
    bucket: "ci",
    what: "the message speaks of the build, lint, types, flaky tests or a red main branch, or " +
      "only tests, CI, lock files and settings are touched",
    catches: (failure) => failure.onlyMachinery || saysIn(ABOUT_CI)(failure),
  },
  {
    bucket: "ci_if_tested",
    what: "the fix adds tests: had they been there, CI would have caught it",
    catches: ({ bringsTests }) => bringsTests,
  },
  {
    bucket: "review",
    what: "the message names a fault that can be seen in the diff: a typo, null, a leak, a race, " +
      "a missing await, a wrong argument",
    catches: saysIn(VISIBLE_IN_THE_DIFF),
  },
  {
    bucket: "self_reflection",
    what: "the message names what only the author could know: assumed, forgot, untested, only in " +
      "production, environment, edge case, follow-up",
    catches: saysIn(ONLY_THE_AUTHOR_COULD_KNOW),
  },
  { bucket: "unclassified", what: "none of these", catches: () => true },
];

/** The first gate that could have caught a failure. */
export function bucketOf(failure: Evidence): Bucket {
  return GATES.find(({ catches }) => catches(failure))?.bucket ?? "unclassified";
}

type Thresholds = UsedThresholds<"git_history">;

/** The registered rule. */
export function decide(
  { linked, bounds: { lower, upper } }: Pick<GitHistoryMetrics, "linked" | "bounds">,
  thresholds: Thresholds,
): { verdict: Phase0Verdict; headline: string; why: string } {
  const { "min-share": line, "min-linked": least } = thresholds;
  if (linked < least || lower.ci95 === null || upper.ci95 === null) {
    return {
      verdict: "insufficient",
      headline: "this history names too few culprits to say",
      why: `${count(linked)} ${
        linked === 1 ? "failure has" : "failures have"
      } a known culprit, and at least ${count(least)} are needed to tell anything.`,
    };
  }
  const between =
    `Of ${counted(linked, "failure")} with a known culprit, ${percent(lower.share)} show ` +
    `in words that only the author could have caught them, and ${
      percent(upper.share)
    } could have ` +
    `been such`;
  if (upper.ci95[1] < line) {
    return {
      verdict: "kill",
      headline: "too few failures needed the author's own reflection",
      why:
        `${between}; even the most that the second figure can be, ${percent(upper.ci95[1])}, is ` +
        `under ${percent(line)}.`,
    };
  }
  if (lower.ci95[0] >= line) {
    return {
      verdict: "pass",
      headline: "enough failures needed the author's own reflection",
      why:
        `${between}; even the least that the first figure can be, ${percent(lower.ci95[0])}, is ` +
        `not under ${percent(line)}.`,
    };
  }
  return {
    verdict: "insufficient",
    headline: "the messages leave open how many failures needed the author's own reflection",
    why:
      `${between}; with chance, from ${percent(lower.ci95[0])} to ${percent(upper.ci95[1])}, and ` +
      `${percent(line)} lies in between.`,
  };
}

/** A failure with the gate that could have caught it. */
export interface GatedFailure extends Failure {
  readonly bucket: Bucket;
  /** When it showed, in seconds since 1970. */
  readonly time: number;
}

/** Everything that is counted, and the linked failures themselves, newest first. */
export interface Measured {
  readonly metrics: GitHistoryMetrics;
  readonly linked: readonly GatedFailure[];
  readonly copies: number;
  readonly mismatched: number;
  /** Commits with more paths than are looked at. */
  readonly crowded: number;
}

/** Measures a history. Pure. */
export function measureHistory(history: History, windowDays: number): Measured {
  const { commits } = history;
  const { failures, cancelled, copies, mismatched } = traceFailures(commits);
  const linked = failures.filter(({ culprit }) => culprit !== null)
    .map((failure): GatedFailure => ({
      ...failure,
      bucket: bucketOf(evidenceOf(history, failure)),
      time: commits[failure.at]!.time,
    }));
  const seen = new Set(failures.map(({ at }) => at));
  const found = (kind: Failure["kind"]): SignalCount => ({
    found: failures.filter((failure) => failure.kind === kind).length,
    linked: linked.filter((failure) => failure.kind === kind).length,
  });
  const hotfixes = commits.flatMap(({ message }, at) =>
    !seen.has(at) && isHotfix(subjectOf(message)) ? [at] : []
  );
  for (const at of hotfixes) seen.add(at);
  const near = fixesNearFeatures(
    commits,
    windowDays,
    // Every second change touches a lock file: meeting there says nothing at all.
    (path) => !isGenerated(history.names[path] ?? ""),
  );
  const soon = near.before.filter((at) => !seen.has(at));
  const tally = (bucket: Bucket): number =>
    linked.filter((failure) => failure.bucket === bucket).length;
  const buckets = {
    ci: tally("ci"),
    ci_if_tested: tally("ci_if_tested"),
    review: tally("review"),
    self_reflection: tally("self_reflection"),
    unclassified: tally("unclassified"),
  };
  const lags = linked.flatMap(({ lagDays }) => lagDays ?? []).sort((a, b) => a - b);
  const metrics: GitHistoryMetrics = {
    commits: commits.length,
    signals: seen.size + soon.length,
    linked: linked.length,
    by_signal: {
      revert: found("revert"),
      fixes_trailer: found("fixes_trailer"),
      introduced_by: found("introduced_by"),
      hotfix: { found: hotfixes.length, linked: 0 },
      fix_after_feature: { found: soon.length, linked: 0 },
    },
    cancelled,
    placebo: {
      window_days: windowDays,
      before: shareOf(near.before.length, near.fixes),
      after: shareOf(near.after, near.fixes),
    },
    buckets,
    bounds: {
      lower: shareOf(buckets.self_reflection, linked.length),
      upper: shareOf(buckets.self_reflection + buckets.unclassified, linked.length),
    },
    lag_days: {
      n: lags.length,
      p25: quantile(lags, 0.25),
      median: quantile(lags, 0.5),
      p75: quantile(lags, 0.75),
      p90: quantile(lags, 0.9),
      within_window: shareOf(lags.filter((lag) => lag <= windowDays).length, lags.length),
    },
    labels: null,
  };
  return { metrics, linked, copies, mismatched, crowded: history.crowded };
}

function shareOf(successes: number, trials: number): CountedShare {
  const interval = wilson({ successes, trials });
  return {
    count: successes,
    of: trials,
    share: trials === 0 ? null : successes / trials,
    ci95: interval === null ? null : [interval[0], interval[1]],
  };
}

/** Between the two values nearest to it; null of nothing. */
function quantile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

const FLAGS = {
  since: gitDate(
    "Only commits after it: 2024-01-31 (its first moment, UTC), 2024-01-31T12:00:00Z or " +
      '"6 months ago"',
  ),
  until: gitDate("Only commits before it"),
  firstParent: flag("Follow only the first parent of merges, which then count as one change"),
  audit: number("N", "Write a random sample of N failures for two people to label", {
    ...{ from: 1, to: 100_000, whole: true },
  }),
  auditOut: path("FILE", "Where to (default: audit.jsonl); needs --allow-write=FILE"),
  labels: path("FILE", "Read the labelled sample back"),
};

type Given = Input<"git_history", typeof FLAGS>;

async function measure(input: Given): Promise<Finding<"git_history">> {
  const { since, until, firstParent, audit, auditOut, labels } = input.values;
  const range: CommitRange = {
    firstParent,
    ...since === undefined ? {} : { since },
    ...until === undefined ? {} : { until },
  };
  const here = callersFolder();
  const auditFile = auditOut ?? resolve(here, "audit.jsonl");
  if (audit !== undefined) refuseToOverwrite(auditFile);
  const labelled = labels === undefined ? null : readText(labels);
  const repository = await openRepository(resolve(here, input.args[0] ?? "."));
  const history = await hasCommits(repository)
    ? await readHistory(repository, range, (n) => input.progress.say(() => `${count(n)} commits`))
    : NO_HISTORY;
  const measured = measureHistory(history, input.thresholds.window);
  const rejections = new Rejections();
  const labels95 = labelled === null ? null : labelMetrics(labelled, measured.linked, rejections);
  if (audit !== undefined) {
    writeAudit(history, measured.linked, { size: audit, file: auditFile }, input.seed);
  }
  const metrics = { ...measured.metrics, labels: labels95 };
  return {
    ...decide(metrics, input.thresholds),
    n: metrics.linked,
    rejected: rejections.list(),
    metrics,
    caveats: caveats(measured, await isShallow(repository), range),
    sections: [
      bucketSection(metrics),
      signalSection(metrics),
      placeboSection(metrics),
      lagSection(metrics),
      ...labels95 === null ? [] : [labelSection(labels95)],
      exampleSection(history, measured.linked),
    ],
    plots: () =>
      measured.linked.length === 0
        ? []
        : [monthsPlot(measured.linked), lagPlot(measured.linked, input.thresholds.window)],
  };
}

function labelMetrics(
  text: string,
  linked: readonly Failure[],
  rejections: Rejections,
): NonNullable<GitHistoryMetrics["labels"]> {
  const { agreement, share, ci95 } = correctedShare(
    readLabels(text, linked, BUCKETS, rejections),
    "self_reflection",
  );
  return { n: agreement.n, kappa: agreement.kappa, corrected_share: share, ci95 };
}

function refuseToOverwrite(file: string): void {
  try {
    Deno.lstatSync(file);
  } catch {
    return;
  }
  throw new UserError(`Cannot write "${file}": it exists; labels in it would be lost`);
}

function writeAudit(
  history: History,
  linked: readonly Failure[],
  { size, file }: { size: number; file: string },
  seed: number,
): void {
  const rows = drawAudit(history, linked, size, seed);
  const text = rows.map((row) => JSON.stringify(row) + "\n").join("");
  try {
    Deno.writeTextFileSync(file, text, { createNew: true });
  } catch (error) {
    throw new UserError(`Cannot write "${file}": ${(error as Error).message}`);
  }
  console.error(
    `${count(rows.length)} of ${counted(linked.length, "failure")} ${
      rows.length === 1 ? "is" : "are"
    } in "${file}". Two people, each ` +
      `without looking at the other's, put one of ${
        BUCKETS.join(", ")
      } into label_a and label_b; ` +
      `then --labels reads it back.`,
  );
}

/** What to keep in mind with these figures. */
export function caveats(
  { metrics, linked, copies, mismatched, crowded }: Measured,
  shallow: boolean,
  range: CommitRange,
): string[] {
  const unverified = linked.filter(({ sharesPaths }) => sharesPaths === null).length;
  const notes = [
    "The buckets come from words in messages and from paths. No person has checked them on this " +
    "history unless labels are given: --audit N writes a sample for two people.",
    "Only failures that a later commit names are seen. What no commit reverts or traces is not here.",
    "Times are those of the committer's clock; a rebase moves them.",
  ];
  notes.unshift(...choicesOf(range));
  if (shallow) notes.unshift("This is a shallow clone: the older part of the history is missing.");
  if (metrics.commits === 0) {
    notes.unshift(
      range.since === undefined && range.until === undefined
        ? "The repository has no commits."
        : "No commit lies between the dates given.",
    );
  }
  if (unverified > 0) {
    notes.push(
      `${
        counted(unverified, "link")
      } could not be checked for a path in common, because one side is ` +
        `a merge or an empty commit.`,
    );
  }
  if (mismatched > 0) {
    notes.push(
      `${count(mismatched)} ${mismatched === 1 ? "revert names" : "reverts name"} a commit that ` +
        `touches none of the same paths, and ${mismatched === 1 ? "is" : "are"} not linked.`,
    );
  }
  if (copies > 0) {
    notes.push(
      copies === 1
        ? "1 copy of a failure counts with the one it copies."
        : `${count(copies)} copies of failures count with the ones they copy.`,
    );
  }
  if (crowded > 0) {
    notes.push(
      `${counted(crowded, "commit")} ${crowded === 1 ? "touches" : "touch"} more than ` +
        `${count(MAX_PATHS)} paths; only the first ${count(MAX_PATHS)} of them are looked at.`,
    );
  }
  return notes;
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

function signalSection({ commits, signals, by_signal, cancelled }: GitHistoryMetrics): Section {
  return {
    title: "What was found",
    text: [
      `${count(signals)} of ${counted(commits, "commit")} ${
        signals === 1 ? "shows" : "show"
      } a failure. Each counts once, in the ` +
      `first row that fits. Only those that name their culprit count for the verdict; the last ` +
      `two rows never do.`,
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

const SIGNALS: Readonly<Record<keyof GitHistoryMetrics["by_signal"], string>> = {
  revert: "revert",
  fixes_trailer: "Fixes: trailer",
  introduced_by: '"introduced in", "broken by", "regression from"',
  hotfix: "hotfix",
  fix_after_feature: "fix soon after a feature",
};

function placeboSection({ placebo: { window_days, before, after } }: GitHistoryMetrics): Section {
  const days = counted(window_days, "day");
  return {
    title: "Why a fix soon after a feature says little",
    text: [
      `A feature in the ${days} after a fix cannot have caused it. If features come after fixes ` +
      `about as often as before them, a fix after a feature is mostly coincidence: busy files ` +
      `see both.`,
    ],
    table: {
      head: ["a feature touched one of the fix's files", "fixes", "of", "share", "95 % interval"],
      rows: [[`in the ${days} before`, before] as const, [`in the ${days} after`, after] as const]
        .map(([when, share]) => [
          when,
          count(share.count),
          count(share.of),
          percent(share.share),
          percentRange(share.ci95),
        ]),
    },
  };
}

function lagSection({ lag_days: lag, placebo }: GitHistoryMetrics): Section {
  const { share, ci95 } = lag.within_window;
  return {
    title: "How long it took",
    text: [
      `Days from the culprit to the commit that names it. A window of ${
        counted(placebo.window_days, "day")
      } sees ${percent(share)} of the failures (95 % interval ${percentRange(ci95)}).`,
    ],
    table: {
      head: ["a quarter within", "half within", "three quarters within", "nine of ten within"],
      rows: [[lag.p25, lag.median, lag.p75, lag.p90].map(days)],
    },
  };
}

function labelSection(labels: NonNullable<GitHistoryMetrics["labels"]>): Section {
  return {
    title: "What two people say",
    text: [
      `Both labelled ${counted(labels.n, "failure")}. Kappa, their agreement beyond chance (1 is ` +
      `perfect, 0 is chance): ${labels.kappa === null ? "not defined" : labels.kappa.toFixed(2)}.`,
      `By their labels, ${percent(labels.corrected_share)} needed self-reflection. The range ` +
      `${
        percentRange(labels.ci95)
      } goes from the least if both must say so to the most if one is ` +
      `enough, with the chance of the sample on both sides. The sample is random, so no weights ` +
      `are needed. The verdict does not use it.`,
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

if (import.meta.main) {
  await runExperiment({
    name: "git_history",
    summary:
      "Counts the failures in a git history and which of them only their author could have caught.",
    usage: ["[REPO]"],
    about: [
      "REPO is a work tree or a git directory (default: here). Files are never read, only commits " +
      "and which paths they touch.",
    ],
    flags: FLAGS,
    most: 1,
    needs: { auditOut: "audit" },
    measure,
  });
}
