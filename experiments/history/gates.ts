/**
 * What could have caught a failure: its reason in words, its paths, and the gates that look at them.
 */

import type { Failure } from "./failures.ts";
import type { History } from "./history.ts";
import { plainTitle, readUndo, subjectOf } from "./subjects.ts";

/** The gates a failure could have been caught by, the cheapest first. */
export const BUCKETS = ["ci", "ci_if_tested", "review", "self_reflection", "unclassified"] as const;

/** The name of a bucket. */
export type Bucket = (typeof BUCKETS)[number];

/** A failure as a gate sees it. */
interface Evidence {
  /** What the message says beyond naming the culprit. */
  readonly reason: string;
  /** Whether it touches nothing but tests, CI, lock files and settings of tools. */
  readonly onlyMachinery: boolean;
  /** Whether it brings tests along: a test path it does not delete and the culprit did not touch. */
  readonly bringsTests: boolean;
}

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

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|fixtures|testing)\/|[._-](?:test|spec)s?\.\w{1,8}$|(?:^|\/)test_[^/]*\.\w{1,8}$/i;
const MACHINERY =
  /^\.(?:github|gitlab|circleci|buildkite|ci)\/|(?:^|\/)(?:\.gitlab-ci\.yml|\.travis\.yml|appveyor\.yml|azure-pipelines\.yml|Jenkinsfile|package-lock\.json|pnpm-lock\.yaml|go\.sum|[^/]+\.lock|tsconfig[^/]*\.json|\.eslint[^/]*|\.prettier[^/]*|\.editorconfig|\.npmrc|renovate\.json5?|[^/]+\.config\.[cm]?[jt]s)$/i;
/** Who signed, where it is discussed, what it was picked from: no reason. */
const TRAILER =
  /^(?:[A-Za-z]+(?:-[A-Za-z]+)*-(?:by|id|to|on|from|for|url|link)|cc|link|fixes|closes|bug|issue|message-id|refs?): .*$|^\(cherry picked from .*$|^>.*$/gim;
/** What git and GitHub write of themselves; how the sentence goes on is the person's reason. */
const BOILERPLATE =
  /^[ \t]*(?:this\s+)?(?:partial(?:ly)?\s+)?reverts\s+(?:(?:commits?|prs?|pull requests?|merge requests?)\s+)?(?:[0-9a-f]{7,64}\b|(?:[\w.-]{1,60}\/[\w.-]{1,80})?#\d{1,9}\b|https?:\/\/[\w./-]{1,200}\/(?:pull|commit)\/\w+)(?:\s*\(["“'`][^\n]{0,500}?["”'`]\))?(?:,?\s+reversing\s+changes\s+made\s+to\s+[0-9a-f]{7,64})?\.?/gim;

/** Looks at a failure. */
export function evidenceOf({ commits, names }: History, failure: Failure): Evidence {
  const commit = commits[failure.at]!;
  const culprit = failure.culpritAt === null ? undefined : commits[failure.culpritAt];
  const paths = commit.paths.map((path) => names[path] ?? "");
  const before = new Set(culprit?.paths ?? []);
  const isNewTest = (path: string, n: number): boolean =>
    TEST.test(path) && commit.statuses[n] !== "D" &&
    // A revert takes its culprit's own tests back, and a merge does not say which those were.
    (failure.kind !== "revert" || (before.size > 0 && !before.has(commit.paths[n]!)));
  return {
    reason: reasonOf(commit.message, plainTitle(subjectOf(culprit?.message ?? ""))),
    onlyMachinery: paths.length > 0 &&
      paths.every((path) => TEST.test(path) || MACHINERY.test(path)),
    bringsTests: paths.some(isNewTest) && !paths.every((path) => TEST.test(path)),
  };
}

/** A message without the culprit's title, which a revert repeats, and without trailers. */
export function reasonOf(message: string, culpritTitle = ""): string {
  const subject = subjectOf(message);
  const body = message.slice(subject.length);
  const undo = readUndo(subject);
  const quoted = undo !== null && /["'`“]/.test(subject);
  const own = quoted
    ? subject.replace(/["'`“].*["'`”]/, "")
    : subject.replace(culpritTitle, () => "");
  return `${own}\n${body.replace(TRAILER, "").replace(BOILERPLATE, "")}`.trim();
}
