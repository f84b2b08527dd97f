/** What an edit makes weaker: a test that is not run any more, a failure or a finding that is hidden. */

import { classifyPath } from "../../risk_floor.ts";
import type { EditFact } from "./facts.ts";

/** What an edit takes out of a file and puts into it. */
export interface Change {
  before: string;
  after: string;
  /** Whether `after` is the whole file. */
  readonly whole: boolean;
}

/** Files that set up tests, or run them on other machines. */
const TEST_SETUP =
  /test|spec|e2e|playwright|cypress|mocha|package\.json|pom\.xml|gradle|ci|workflows/i;

/** Code that makes a check weaker, in many languages, and where it means that. */
const WEAKENINGS: readonly (readonly [code: RegExp, where?: RegExp])[] = [
  // A test is skipped, or all others are.
  [/@(?:Disabled|Ignore|Skip|unittest\.skip\w{0,20}|pytest\.mark\.(?:skip\w{0,20}|xfail))\b/],
  [/\b(?:it|test|describe|context|suite)\.(?:skip|fixme|todo|only)\b|\b[xf](?:it|describe)\(["'`]/],
  [/\bt\.Skip(?:f|Now)?\(|#\[ignore\b|\bpytest\.(?:skip|xfail)\(|\bskipTest\(|\[Ignore\b/],
  // It is run until it passes.
  [/\bretryTimes\(|@(?:Flaky|RetryingTest|flaky)\b|\bpytest\.mark\.flaky\b/],
  [/--reruns?\b|rerunFailingTestsCount|\bretries: ?[1-9]|--retries?[= ][1-9]/, TEST_SETUP],
  // A failure is thrown away.
  [
    /\b(?:test|lint|check|build|tsc|eslint|pytest|jest|vitest|cargo|clippy|mypy|ruff)\b[^\n|]{0,80}\|\| ?(?:true\b|exit 0|:(?:\s|$))/,
  ],
  [/\bcontinue-on-error: ?true|\ballow_failure: ?true|\b(?:commit|push)\b[^\n]{0,40}--no-verify\b/],
  [/--passWithNoTests\b|\bignoreFailures ?= ?true|-DskipTests|-Dmaven\.test\.skip/],
  // An assertion asserts nothing.
  [/(?:\/\/|#) {0,4}(?:assert|expect|self\.assert|require\.|t\.Error)[\w.]{0,30}\(/, TEST_SETUP],
  [/\bassert True\b|\bexpect\((true|1)\)\.(?:toBe|toEqual)\(\1\)|\bassertTrue\(true\)/, TEST_SETUP],
  // A finding is not shown any more.
  [/@ts-(?:nocheck|ignore|expect-error)|eslint-disable|biome-ignore|deno-lint-ignore|# ?noqa\b/],
  [/# ?type: ?ignore|\/\/ ?nolint\b|#!?\[allow\(|@SuppressWarnings|pragma: no cover/],
  [/istanbul ignore|rubocop:disable|@phpstan-ignore/],
];

/** A line that asserts, whoever offers it; a comment does not. */
const ASSERTION =
  /^(?!\/\/|#|\*).{0,200}?(?:\b(?:assert\w{0,30}|expect|require\.\w{1,30}) ?!?\(|\.should\b)|^assert /;

/** How much code is repeated. */
const MOST_OF_CODE = 120;

/** What a change of a file makes weaker that was not so before it, and the line where it stands. */
export function weakenedBy(
  path: string,
  change: Change,
  output: string | null,
): Pick<EditFact, "weakens" | "line"> {
  const { before, after, whole } = change;
  const name = path.slice(-400);
  const surface = classifyPath(name);
  if (after.trim() === "" || surface === "docs") return NOTHING;
  for (const [code, where] of WEAKENINGS) {
    const found = where?.test(name) === false ? null : code.exec(after);
    if (found === null || code.test(before)) continue;
    const above = after.slice(0, found.index).split("\n");
    const begin = found.index - above.at(-1)!.length;
    const weakens = after.slice(begin).split("\n", 1)[0]!.trim().slice(0, MOST_OF_CODE);
    return { weakens, line: whole ? above.length : numberIn(output, weakens) };
  }
  const isTest = surface === "test" || /(?:test|spec)s?[./_]/i.test(name);
  return isTest && !whole ? withoutAssertion(change) : NOTHING;
}

const NOTHING = { weakens: null, line: null } as const;

/** A line with an assertion went, and there are fewer of them than before. */
function withoutAssertion({ before, after }: Change): Pick<EditFact, "weakens" | "line"> {
  const assertions = (text: string): string[] =>
    text.split("\n").map((line) => line.trim()).filter((line) => ASSERTION.test(line));
  const had = assertions(before);
  const kept = new Set(assertions(after));
  const gone = had.find((line) => !kept.has(line));
  if (gone === undefined || assertions(after).length >= had.length) return NOTHING;
  return { weakens: `removed: ${gone.slice(0, MOST_OF_CODE)}`, line: null };
}

/** Clients show the lines around an edit with their numbers. */
function numberIn(output: string | null, code: string): number | null {
  const shown = (output ?? "").slice(0, 20_000).split("\n")
    .find((line) => line.includes(code) && /^ {0,9}\d{1,7}(?:→|\t)/.test(line));
  return shown === undefined ? null : parseInt(shown);
}
