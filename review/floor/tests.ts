/** Tests that no longer run, and tests that no longer tell. */

import { code, type Finding, findNewShapes, type Place, type Shapes } from "./matching.ts";
import type { SourceFile, SourceLine } from "./source.ts";

const JS_TEST = String.raw`(?<![.\w$])(?:it|test|describe|suite|context|specify|bench|Deno\.test)`;
const NAMED = String.raw`\s*\(\s*["'\x60]`;

/** Tests that are switched off for good: what depends on a condition is left alone. */
const DISABLED: Shapes = {
  js: [
    code(
      String.raw`${JS_TEST}(?:\.\w+)*\.(?:skip|ignore)(?:\.\w+)*${NAMED}`,
      "`.skip`",
    ),
    code(String.raw`(?<![.\w$])x(?:it|test|describe)${NAMED}`, "`xit`"),
  ],
  python: [
    code(/^\s*@(?:pytest\.mark\.skip|unittest\.skip|skip)\s*(?:\(|$)/, "`skip`"),
  ],
  java: [code(/^\s*@(?:Disabled|Ignore)\b(?!\w)/, "`@Disabled`")],
  csharp: [
    code(/^\s*\[(?:.*,\s*)?Ignore\b|\[(?:Fact|Theory)\s*\(.*\bSkip\s*=/, "`Ignore`"),
  ],
  go: [code(/^\s*[tb]\.Skip(?:f|Now)?\(/, "`t.Skip`")],
  rust: [code(/^\s*#\[ignore\b/, "`#[ignore]`")],
  ruby: [
    code(/^\s*x(?:it|describe|context|specify)\b\s*[("']/, "`xit`"),
    code(/^\s*(?:it|describe|context)\b.*,\s*(?:skip:|:skip\b)(?!\s*(?:false|nil))/, "`skip`"),
  ],
  php: [code(/->markTestSkipped\(/, "`markTestSkipped`")],
  c: [code(/\bTEST(?:_[FP])?\s*\(\s*\w+\s*,\s*DISABLED_/, "`DISABLED_`")],
  elixir: [code(/^\s*@tag\s+:skip\b/, "`@tag :skip`")],
  dart: [code(/\bskip:\s*true\b/, "`skip: true`")],
};

/** Tests that keep all others from running. */
export const FOCUSED: Shapes = {
  js: [
    code(String.raw`${JS_TEST}(?:\.\w+)*\.only(?:\.\w+)*${NAMED}`, "`.only`"),
    code(String.raw`(?<![.\w$])f(?:it|describe)${NAMED}`, "`fit`"),
  ],
  ruby: [
    code(/^\s*f(?:it|describe|context|specify)\b\s*[("']/, "`fit`"),
    code(/^\s*(?:it|describe|context)\b.*,\s*(?:focus:\s*true|:focus\b)/, "`focus`"),
  ],
  dart: [code(/\bsolo:\s*true\b/, "`solo: true`")],
  swift: [code(/^\s*f(?:it|describe|context)\s*\("/, "`fit`")],
};

/** What declares a test. */
const DECLARATION =
  /^\s*(?:(?:await )?(?:it|\w*test|describe|specify|context|Deno\.test|scenario)(?:\.\w+)*\s*[("'{]|@(?:\w+)?Test\b|#\[(?:\w+::)?test|\[(?:Fact|Theory|Test)|t\.Run\(|TEST(?:_[FP])?\(|(?:[a-z]+ )*(?:function|def|func|fn|fun) \w|class \w)/;

/** What makes a test fail, whatever the language calls it. */
const ASSERTION =
  /(?:(?<!raise )assert\w{0,40}!?\s*[.(]|^\s*assert\s|\bexpect\w{0,40}\s*[.(]|\bexpect\s*$|\.should\b|\bshould\.|\brequire\.(?:(?:not)?(?:equal|nil|empty|contains)|no_?error|error|true|false|len|elements|eventually)\w{0,20}\(|\bt\.Errorf?\(|\b(?:verify|check|validate)_\w{0,40}\(|\bEXPECT_|\bASSERT_|\bensure_equal|^\s*(?:must|refute)_)/i;

const REPETITION =
  /^\s*(?:for|foreach|while|with self\.subTest)\b|\.(?:each|forEach)\b|\bparametrize\b|@Parameterized|\bt\.Run\(/;

/** Fatal is also how a test says that it could not be prepared; only a comparison counts. */
const GO_FATAL = /\bt\.Fatalf?\(.*\b(?:want|expect\w*|got|should|mismatch)\b/i;

/** Disabled tests; a line that skips under a condition is none. */
export function findDisabled(file: SourceFile): Finding[] {
  const language = file.syntax?.name;
  const isCall = language === "go" || language === "php";
  return findNewShapes(file, DISABLED, (place) => !isCall || isFirstOfTest(place));
}

function isFirstOfTest({ hunk, at }: Place): boolean {
  const above = hunk.now.slice(Math.max(0, at - 5), at);
  const before = above.findLast((line) => line.text.trim() !== "")?.code ?? "";
  return /\bfunc (?:Test|Benchmark)|\bt\.Run\(|\bfunction test/.test(before) ||
    /^\s*\{\s*$/.test(before);
}

/**
 * Assertions that went away from tests that stay, if the file has fewer of them than before. Where
 * others came in their place they count only if few stand for many: that is no rewording.
 */
export function findRemovedAssertions(file: SourceFile): Finding[] {
  if (file.change !== "modified" || file.syntax === null) return [];
  let balance = 0;
  let count = 0;
  let first: number | null = null;
  for (const { now, removed } of file.hunks) {
    const gained = now.filter((line) => line.kind === "added" && asserts(line)).length;
    const gone = removed.filter(asserts);
    balance += gained - gone.length;
    // A test that is removed or moved takes its assertions along.
    if (removed.some((line) => DECLARATION.test(line.bare)) || now.some(repeats)) continue;
    const lost = gone.filter((line) => !line.moved);
    const last = now.at(-1)?.line;
    if (lost[0] === undefined || last === undefined || gained * 3 > lost.length) continue;
    count += lost.length - gained;
    first ??= Math.min(lost[0].line, last);
  }
  if (first === null || balance >= 0) return [];
  return [{ line: first, what: count === 1 ? "1 assertion" : `${count} assertions` }];
}

/** One assertion in a loop or a table does the work of many. */
function repeats(line: SourceLine): boolean {
  return line.kind === "added" && REPETITION.test(line.code);
}

function asserts(line: SourceLine): boolean {
  return ASSERTION.test(line.code) || GO_FATAL.test(line.bare);
}
