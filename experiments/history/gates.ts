/**
 * What the gates look at in a failure: its reason in words, and its paths.
 *
 * @module
 */

import { plainTitle, readUndo, subjectOf } from "./subjects.ts";
import type { Failure } from "./failures.ts";
import type { History } from "./history.ts";

/** A failure as a gate sees it. */
export interface Evidence {
  /** What the message says beyond naming the culprit. */
  readonly reason: string;
  /** Whether it touches nothing but tests, CI, lock files and settings of tools. */
  readonly onlyMachinery: boolean;
  /** Whether it brings tests along: a test path it does not delete and the culprit did not touch. */
  readonly bringsTests: boolean;
}

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|fixtures|testing)\/|[._-](?:test|spec)s?\.\w{1,8}$|(?:^|\/)test_[^/]*\.\w{1,8}$/i;
const MACHINERY =
  /^\.(?:github|gitlab|circleci|buildkite|ci)\/|(?:^|\/)(?:\.gitlab-ci\.yml|\.travis\.yml|appveyor\.yml|azure-pipelines\.yml|Jenkinsfile|package-lock\.json|pnpm-lock\.yaml|go\.sum|[^/]+\.lock|tsconfig[^/]*\.json|\.eslint[^/]*|\.prettier[^/]*|\.editorconfig|\.npmrc|renovate\.json5?|[^/]+\.config\.[cm]?[jt]s)$/i;
/** Who signed, where it is discussed, what it was picked from: nobody's reason. */
const TRAILER =
  /^(?:[A-Za-z]+(?:-[A-Za-z]+)*-(?:by|id|to|on|from|for|url|link)|cc|link|fixes|closes|bug|issue|message-id|refs?): .*$|^\(cherry picked from .*$|^>.*$/gim;
/** What git and GitHub write of themselves; how the sentence goes on is somebody's reason. */
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
