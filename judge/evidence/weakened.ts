/** What an edit makes weaker: a test that is not run any more, a failure or a finding that is hidden. */

import { classifyPath } from "../../risk_floor.ts";
import type { EditFact } from "./facts.ts";

/** What an edit takes out of a file and puts into it. */
export interface Change {
  readonly before: string;
  readonly after: string;
  /** Whether `after` is the whole file. */
  readonly whole: boolean;
}

/** A way to make a check weaker, in many languages. */
interface Weakening {
  readonly what: string;
  readonly code: RegExp;
  /** The files in which the code means that; absent: all. */
  readonly where?: RegExp;
}

/** Files that set up tests, or run them on other machines. */
const TEST_SETUP =
  /test|spec|e2e|playwright|cypress|mocha|package\.json|pom\.xml|gradle|ci|workflows/i;

/** Ways to make a check weaker. */
const WEAKENINGS: readonly Weakening[] = [
  {
    what: "a test is skipped",
    code:
      /@(?:Disabled|Ignore|Skip|unittest\.skip\w{0,20}|pytest\.mark\.(?:skip\w{0,20}|xfail))\b|\[Ignore\b|\b(?:it|test|describe|context|suite)\.(?:skip|fixme|todo)\b|\bx(?:it|describe|test|specify|context)\(|\bt\.Skip(?:f|Now)?\(|#\[ignore\b|\bpytest\.(?:skip|xfail)\(|\bskipTest\(|\bXCTSkip\b|@tag :skip|\bmarkTestSkipped\(/,
  },
  {
    what: "only some tests are run",
    code: /\b(?:it|test|describe|context|suite)\.only\(|\bf(?:it|describe)\(["'`]/,
  },
  {
    what: "a test is run until it passes",
    code:
      /\bretryTimes\(|@(?:Flaky|RetryingTest|flaky)\b|\bpytest\.mark\.flaky\b|--reruns?\b|rerunFailingTestsCount|\bretries: ?[1-9]|--retries?[= ][1-9]/,
    where: TEST_SETUP,
  },
  {
    what: "a failure is thrown away",
    code:
      /\b(?:test|lint|check|build|tsc|eslint|pytest|jest|vitest|cargo|clippy|mypy|ruff)\b[^\n|]{0,80}\|\| ?(?:true\b|exit 0|:(?:\s|$))|\bcontinue-on-error: ?true|\ballow_failure: ?true|\b(?:commit|push)\b[^\n]{0,40}--no-verify\b|--passWithNoTests\b|\bignoreFailures ?= ?true|-DskipTests|-Dmaven\.test\.skip/,
  },
  {
    what: "an assertion asserts nothing",
    code:
      /(?:\/\/|#) {0,4}(?:assert|expect|self\.assert|require\.|t\.Error)[\w.]{0,30}\(|\bassert True\b|\bexpect\((true|1)\)\.(?:toBe|toEqual)\(\1\)|\bassertTrue\(true\)/,
    where: TEST_SETUP,
  },
  {
    what: "a finding is not shown any more",
    code:
      /@ts-(?:nocheck|ignore|expect-error)|eslint-disable|biome-ignore|deno-lint-ignore|# ?type: ?ignore|# ?noqa\b|\/\/ ?nolint\b|#!?\[allow\(|@SuppressWarnings|pragma: no cover|istanbul ignore|rubocop:disable|@phpstan-ignore/,
  },
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
  if (after.trim() === "" || classifyPath(path.slice(-400)) === "docs") return NOTHING;
  for (const { code, where } of WEAKENINGS) {
    const found = where?.test(path.slice(-400)) === false ? null : code.exec(after);
    if (found === null || code.test(before)) continue;
    const begin = after.lastIndexOf("\n", found.index) + 1;
    const weakens = lineAt(after, begin).trim().slice(0, MOST_OF_CODE);
    return { weakens, line: whole ? lineNumber(after, begin) : numberIn(output, weakens) };
  }
  return isTest(path) ? withoutAssertion(change) : NOTHING;
}

const NOTHING = { weakens: null, line: null } as const;

/** A line with an assertion went, and there are fewer of them than before. */
function withoutAssertion({ before, after, whole }: Change): Pick<EditFact, "weakens" | "line"> {
  if (whole || before === "") return NOTHING;
  const [had, has] = [before, after].map((text) =>
    text.split("\n").map((line) => line.trim()).filter((line) => ASSERTION.test(line))
  ) as [string[], string[]];
  const kept = new Set(has);
  const gone = has.length < had.length ? had.find((line) => !kept.has(line)) : undefined;
  if (gone === undefined) return NOTHING;
  return { weakens: `removed: ${gone.slice(0, MOST_OF_CODE)}`, line: null };
}

function isTest(path: string): boolean {
  return classifyPath(path.slice(-400)) === "test" ||
    /(?:test|spec)s?[./_]/i.test(path.slice(-400));
}

function lineAt(text: string, begin: number): string {
  const end = text.indexOf("\n", begin);
  return text.slice(begin, end < 0 ? undefined : end);
}

function lineNumber(text: string, begin: number): number {
  let number = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < begin; at = text.indexOf("\n", at + 1)) {
    number++;
  }
  return number;
}

/** Clients show the lines around an edit with their numbers. */
function numberIn(output: string | null, code: string): number | null {
  for (const line of (output ?? "").slice(0, 20_000).split("\n")) {
    const shown = /^ {0,9}(\d{1,7})(?:→|\t)/.exec(line);
    if (shown !== null && line.includes(code)) return Number(shown[1]);
  }
  return null;
}
