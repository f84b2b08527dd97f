/** Tests that no longer run, and tests that no longer tell. */

import type { Finding } from "./check.ts";
import { above, findShapes, hadShape, type Place, type Shapes } from "./matching.ts";
import type { SourceFile, SourceLine } from "./source.ts";

const JS_TEST = String.raw`(?<![.\w$])(?:it|test|describe|suite|context|specify|bench|Deno\.test)`;
const NAMED = String.raw`\s*\(\s*["'\x60]`;

/** Tests that are switched off for good: what depends on a condition is left alone. */
const DISABLED: Shapes = {
  js: [
    {
      pattern: new RegExp(String.raw`${JS_TEST}(?:\.\w+)*\.(?:skip|ignore)(?:\.\w+)*${NAMED}`),
      what: "`.skip`",
    },
    { pattern: new RegExp(String.raw`(?<![.\w$])x(?:it|test|describe)${NAMED}`), what: "`xit`" },
  ],
  python: [
    { pattern: /^\s*@(?:pytest\.mark\.skip|unittest\.skip|skip)\s*(?:\(|$)/, what: "`skip`" },
  ],
  java: [{ pattern: /^\s*@(?:Disabled|Ignore)\b(?!\w)/, what: "`@Disabled`" }],
  csharp: [
    { pattern: /^\s*\[(?:.*,\s*)?Ignore\b|\[(?:Fact|Theory)\s*\(.*\bSkip\s*=/, what: "`Ignore`" },
  ],
  go: [{ pattern: /^\s*[tb]\.Skip(?:f|Now)?\(/, what: "`t.Skip`" }],
  rust: [{ pattern: /^\s*#\[ignore\b/, what: "`#[ignore]`" }],
  ruby: [
    { pattern: /^\s*x(?:it|describe|context|specify)\b\s*[("']/, what: "`xit`" },
    {
      pattern: /^\s*(?:it|describe|context)\b.*,\s*(?:skip:|:skip\b)(?!\s*(?:false|nil))/,
      what: "`skip`",
    },
  ],
  php: [{ pattern: /->markTestSkipped\(/, what: "`markTestSkipped`" }],
  c: [{ pattern: /\bTEST(?:_[FP])?\s*\(\s*\w+\s*,\s*DISABLED_/, what: "`DISABLED_`" }],
  elixir: [{ pattern: /^\s*@tag\s+:skip\b/, what: "`@tag :skip`" }],
  dart: [{ pattern: /\bskip:\s*true\b/, what: "`skip: true`" }],
};

/** Tests that keep all others from running. */
const FOCUSED: Shapes = {
  js: [
    {
      pattern: new RegExp(String.raw`${JS_TEST}(?:\.\w+)*\.only(?:\.\w+)*${NAMED}`),
      what: "`.only`",
    },
    { pattern: new RegExp(String.raw`(?<![.\w$])f(?:it|describe)${NAMED}`), what: "`fit`" },
  ],
  ruby: [
    { pattern: /^\s*f(?:it|describe|context|specify)\b\s*[("']/, what: "`fit`" },
    { pattern: /^\s*(?:it|describe|context)\b.*,\s*(?:focus:\s*true|:focus\b)/, what: "`focus`" },
  ],
  dart: [{ pattern: /\bsolo:\s*true\b/, what: "`solo: true`" }],
  swift: [{ pattern: /^\s*f(?:it|describe|context)\s*\("/, what: "`fit`" }],
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

/** Focused tests. */
export function findFocused(file: SourceFile): Finding[] {
  return findShapes(file, FOCUSED, (_, place, shape) => !hadShape(place, shape));
}

/** Disabled tests; a line that skips under a condition is none. */
export function findDisabled(file: SourceFile): Finding[] {
  return findShapes(file, DISABLED, (_, place, shape) => {
    const language = file.syntax?.name;
    const isSure = language !== "go" && language !== "php" || isFirstOfTest(place);
    return isSure && !hadShape(place, shape);
  });
}

function isFirstOfTest(place: Place): boolean {
  const before = above(place)?.code ?? "";
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
    // Whoever removes or moves a test does the same to its assertions.
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
