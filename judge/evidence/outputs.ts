/** The lines of an output, and what those of a check say about how it ended and what failed. */

import type { CheckFact, CheckKind } from "./facts.ts";
import { shortened } from "../../lib/text/text.ts";

/** How a check ended by its own words. `nothing`: it found nothing to run. */
export interface Reading extends Pick<CheckFact, "failed" | "excerpt"> {
  readonly says: "passed" | "failed" | "nothing" | "silent";
  /** The names of the tests that failed. */
  readonly tests: readonly string[];
}

/**
 * What a line says about its run. `counts`: `3 passed, 1 failed`, or `Failures: 3, Errors: 0`.
 * `failed`: whatever else stands in the output. `trouble`: something failed, but a summary without
 * failures knows better: tests print such lines too. `ended_well`: the program did, which says nothing
 * if it ran no test. `nothing`: no test was run.
 */
type Says = "counts" | "failed" | "trouble" | "passed" | "ended_well" | "nothing";

/**
 * A line that tells: what it says, and how it looks. Patterns begin at the beginning of a line and
 * are tried on short lines only. Runners change their layout between versions: a row accepts all
 * that were seen. The group `test` is the name of a test.
 */
type RunnerLine = readonly [says: Says, line: RegExp];

const TYPES: readonly RunnerLine[] = [
  ["trouble", /^(?:\S.{0,300}(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS\d+/],
  ["counts", /^(?:(?:.{1,300} )?Found \d+ errors?(?: in |\.)|\d+ errors?, \d+ warnings?)/],
  ["failed", /^error: (?:Type checking failed|could not compile )/],
  ["passed", /^(?:Success: no issues found| {0,8}Finished .{1,60}target\(s\) in )/],
];

const RUNNER_LINES: Readonly<Record<CheckKind, readonly RunnerLine[]>> = {
  test: [
    // deno
    ["counts", /^(?:ok|FAILED) \| \d+ passed/],
    ["trouble", /^(?!test )(?<test>.{1,300}) \.\.\. FAILED(?: \(|$)/],
    ["failed", /^error: (?:Test failed|Type checking failed)/],
    ["trouble", /^error: (?:Import |Module not found|Uncaught )/],
    ["nothing", /^error: No test modules found/],
    // node
    ["counts", /^(?:#|ℹ) (?:tests|pass|fail|cancelled|skipped|todo) \d+$/],
    ["trouble", /^ {0,12}not ok \d+(?!.{0,300}# (?:TODO|SKIP))(?: - (?<test>.{1,300}))?/i],
    ["trouble", /^ {0,12}✖ (?!failing|\d+ prob)(?<test>.{1,300}?)(?: \([\d.]+ms\))?$/],
    // vitest
    ["counts", /^ {0,8}Tests {1,4}(?:\d+ \w+(?: \| )?){1,6}/],
    ["failed", /^ {0,8}(?:Test Files {1,4}\d+ failed|Errors {1,4}\d+ errors?$)/],
    ["failed", /^⎯{1,80} ?Unhandled (?:Errors?|Rejections?) ?⎯/],
    ["nothing", /^(?: {0,8}Tests {1,4}no tests|No test files found)/],
    ["trouble", /^ {0,8}(?:FAIL {2}|× )(?<test>\S.{0,300}?)(?: \d+ms)?$/],
    // jest
    ["counts", /^ {0,2}Tests: {1,10}\d+ (?:failed|passed|skipped|todo|total|pending)/],
    ["failed", /^(?:Test Suites: \d+ failed|Jest: .{0,80}coverage threshold)/],
    ["trouble", /^ {0,4}(?:FAIL \S|✕ )/],
    ["trouble", /^ {0,4}● (?<test>\S.{0,300})/],
    // mocha, playwright, bun
    ["counts", /^ {0,4}\d+ (?:passing|failing|pending)\b|^ {0,2}\d+ (?:pass|fail|errors?)$/],
    ["trouble", /^ {2,12}\d+\) (?<test>\S.{0,300}?)(?: ─+)?$/],
    ["counts", /^ {1,4}\d+ (?:passed|failed|interrupted|did not run|skipped)\b/],
    ["trouble", /^(?:✗|\(fail\)) (?<test>.{1,300}?)(?: \[[\d.]+m?s\])?$/],
    // pytest
    ["counts", /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|x\w+|warn\w+)\b.{0,200} in [\d.]+/],
    ["nothing", /^(?:=+ )?(?:no tests (?:ran|collected)|\d+ deselected\b)/],
    ["trouble", /^(?:FAILED|ERROR) (?<test>\S+\.py\b\S{0,300})/],
    ["trouble", /^(?:ERROR: (?:file or directory )?not found|_{3,} ERROR |INTERNALERROR>)/],
    // unittest
    ["counts", /^Ran \d+ tests? in |^FAILED \((?:failures|errors)|^OK \(skipped=\d+/],
    ["failed", /^FAILED \(/],
    ["ended_well", /^OK(?: \(|$)/],
    ["trouble", /^(?:FAIL|ERROR): (?<test>\w+ \([^)]{1,300}\))/],
    // cargo
    ["counts", /^test result: (?:ok|FAILED)\. \d+ passed/],
    ["counts", /^ {2,12}Summary \[ {0,12}[\d.]+s\] +\d+(?:\/\d+)? tests? run/],
    ["failed", /^error: (?:test failed|test run failed|\d+ targets? failed|could not compile )/],
    ["trouble", /^test (?<test>.{1,300}) \.\.\. FAILED$/],
    // go
    ["passed", /^(?:ok {1,4}\t?\S+\t(?!.{0,60}\[no tests to run\])|PASS$)/],
    ["failed", /^FAIL(?:$|\t\S)/],
    ["trouble", /^--- FAIL: (?<test>\S{1,300})/],
    ["nothing", /^\? {1,4}\t?\S+\t\[no test files\]|^ok {1,4}\t?\S+\t.{0,60}\[no tests to run\]/],
    // maven, gradle
    ["counts", /^(?:\[\w+\] ){0,2}Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/],
    ["trouble", /^\[ERROR\] {1,4}(?<test>\S{1,300}) .{0,200}<<< (?:FAILURE|ERROR)!/],
    ["counts", /^\d+ tests? completed, \d+ failed/],
    ["trouble", /^(?<test>.{1,200} > .{1,200}) FAILED$/],
    ["failed", /^(?:\[(?:INFO|ERROR)\] BUILD FAILURE|> Task :\S+ FAILED|BUILD FAILED\b)/],
    ["nothing", /^(?:\[INFO\] No tests to run|> Task :\S*[tT]est\S* (?:NO-SOURCE|SKIPPED))/],
    ["ended_well", /^(?:\[INFO\] BUILD SUCCESS|BUILD SUCCESSFUL\b)/],
    // rspec, dotnet
    ["counts", /^(?:\d+ examples?, \d+ failures?|OK \(\d+ tests?, |Tests: \d+, Assertions: \d+)/],
    ["trouble", /^(?:rspec (?<test>\.\/\S{1,300})|An error occurred while loading)/],
    ["counts", /^(?: {0,4}(?:Passed|Failed)! {1,4}- Failed: |Test summary: total: \d+, failed:)/],
    ["trouble", /^ {1,4}Failed (?<test>[\w.+`]{1,300}(?:\([^)]{0,100}\))?) \[/],
    ["trouble", /^\d{1,5}\) (?<test>[\w\\]{1,200}::\S{1,200})/],
    // phpunit, flutter
    ["failed", /^(?:FAILURES|ERRORS)!$|^.{0,60}Some tests failed\./],
    ["passed", /^.{0,60}All tests passed!/],
    // any
    ["nothing", /^.{0,40}\b[Nn]o tests? (?:specified|(?:were )?found\b)/],
    ["trouble", /^(?:Segmentation fault|FATAL ERROR: |Killed$)/],
  ],
  build: [
    ...TYPES,
    ["trouble", /^(?:\.{0,2}\/)?[\w./-]+\.go:\d+(?::\d+)?: /],
    ["failed", /^(?:\[(?:INFO|ERROR)\] (?:BUILD FAILURE|COMPILATION ERROR)|BUILD FAILED\b)/],
    ["passed", /^(?:\[INFO\] BUILD SUCCESS|BUILD SUCCESSFUL\b|✓ built in |Build succeeded)/],
    // webpack, vite, next, dotnet
    ["failed", /^(?:.{0,40}compiled with \d+ errors?|ERROR in )/],
    ["passed", /^.{0,40}compiled (?:successfully|with \d+ warnings?)/],
    ["failed", /^(?:✗ Build failed|error during build:|\[vite\]: Rollup failed)/],
    ["failed", /^.{0,4}(?:Failed to compile|Build failed because of|> Build error occurred)/],
    ["failed", /^(?:Build FAILED|.{1,300}: error (?:CS|FS|BC|MSB|NETSDK|NU)\d+: )/],
  ],
  types: TYPES,
  lint: [
    ["counts", /^✖ \d+ problems? \(\d+ errors?/],
    ["failed", /^(?:Oops! Something went wrong|.{0,80}ESLint found too many warnings)/],
    // biome, deno, ruff, prettier, golangci-lint, go
    ["counts", /^(?:Found \d+ errors?\.|\d+ issues?[.:])$/],
    ["ended_well", /^Checked \d+ files? in /],
    ["failed", /^(?:Found [1-9]\d* problems?|error: Found \d+ not formatted)/],
    ["passed", /^(?:Checked \d+ files?$|All matched files use Prettier code style)/],
    ["failed", /^(?:\d+ files? would be reformatted|error: could not compile |Diff in )/],
    ["passed", /^(?:All checks passed!|Found \d+ errors? \(\d+ fixed, 0 remaining\))/],
    ["failed", /^\[(?:warn|error)\] (?:Code style issues|.{1,300}: SyntaxError)/],
    ["trouble", /^(?:vet: )?(?:\.{0,2}\/)?[\w./-]+\.go:\d+(?::\d+)?: /],
    ["passed", /^ {0,8}Finished .{1,60}target\(s\) in /],
  ],
};

/** Lines of programs that start others and fail with them: their word is final for every kind. */
const STARTERS: readonly RunnerLine[] = [
  ["failed", /^(?:(?:g?make|mingw32-make)(?:\[\d+\])?: \*\*\* |.{0,4}(?:ELIFECYCLE|ERR_PNPM_REC))/],
  ["failed", /^ {0,4}(?:Failed: {1,8}\S+#\S+|✖ {1,4}\d+\/\d+ failed)/],
  ["failed", /^npm (?:ERR!|error) (?:Test failed|code (?:ELIFECYCLE|\d)|Lifecycle script)/],
  ["failed", /^error(?: Command failed with exit|: script "[^"]{1,80}" exited with) code \d/],
];

/** What the words of a summary count. */
const COUNTED = [
  ["passed", /^pass(?:ed|ing)?$/i],
  ["failed", /^(?:fail(?:ed|ing|ures?)?|errors?|issues|cancelled|interrupted)$/i],
  ["total", /^(?:total|run|tests|examples)$/i],
  ["skipped", /^(?:skip(?:ped|s)?|ignored|pending|todo)$/i],
] as const;

/** `3 passed`, and in summaries without such words `failures: 3`; expected failures are none. */
const NUMBER_FIRST = /(?<number>\d{1,9}) (?<word>[A-Za-z]{1,20})/g;
const WORD_FIRST = /(?<word>(?:expected )?[A-Za-z]{1,20})[:= ] {0,12}(?<number>\d{1,9})\b/g;

/** How many lines are kept of each sort, and of the end where none tells more than the others. */
const MOST_LINES = 8;
const LAST_LINES = 4;

/** Lines of one summary stand so close to each other. */
const CLOSE = 4;

type Rows = (typeof RUNNER_LINES)[CheckKind];

/** The rows that were asked for so far, each with one expression for all: most lines fit none. */
const PREPARED = new Map<string, { readonly rows: Rows; readonly any: RegExp }>();

function rowsFor(kind: CheckKind, alone: boolean) {
  const key = `${kind} ${alone}`;
  const known = PREPARED.get(key);
  if (known !== undefined) return known;
  const rows = alone
    ? [...RUNNER_LINES[kind], ...STARTERS]
    : RUNNER_LINES[kind].filter(([says]) => says !== "trouble");
  const sources = rows.map(([, { source }]) => source.replace(/\(\?<\w+>/g, "(?:"));
  const prepared = { rows, any: new RegExp(sources.join("|"), "i") };
  PREPARED.set(key, prepared);
  return prepared;
}

/**
 * Reads the lines of a check. Beside another one only summaries count: what started the two, and
 * lines that tell of some trouble, may be about either.
 */
export function readOutput(lines: readonly string[], kind: CheckKind, alone: boolean): Reading {
  const { rows, any } = rowsFor(kind, alone);
  const sums = { passed: NaN, failed: NaN, total: NaN, skipped: NaN };
  const seen = new Set<Says>();
  const tests = new Set<string>();
  const summary: string[] = [];
  const trouble: string[] = [];
  // The last lines that tell of a failure, and that count none.
  let [bad, good] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (line === "" || !any.test(line)) continue;
    let counted = false;
    for (const [says, pattern] of rows) {
      const match = counted && says === "counts" ? null : pattern.exec(line);
      if (match === null) continue;
      seen.add(says);
      const kept = says === "trouble" || says === "failed" ? trouble : summary;
      if (kept.length < MOST_LINES) kept.push(line);
      const test = match.groups?.["test"]?.trim() ?? "";
      if (test !== "") tests.add(test);
      counted ||= says === "counts";
      const fails = says === "failed" || (says === "counts" && addCounts(sums, line));
      if (fails) bad = at;
      else if (says === "counts") good = at;
    }
  }
  const says = verdictOf(kind, sums, seen, good > bad + CLOSE);
  const failed = !isNaN(sums.failed) ? sums.failed : says === "failed" ? tests.size || null : null;
  const excerpt = says === "passed" ? summary : [...trouble.slice(0, 2), ...summary, ...trouble];
  const last = lines.filter((line) => line.trim() !== "").slice(-LAST_LINES);
  const told = excerptOf(excerpt.length > 0 ? excerpt : last);
  return { says, failed, tests: [...tests], excerpt: told };
}

/** The tests that failed, as the runners name them in an output, each once. */
export function failingTests(output: string | null): readonly string[] {
  return readOutput(linesOf(output), "test", true).tests;
}

/** Sums of what was counted; not a number where nothing was. */
type Sums = Record<(typeof COUNTED)[number][0], number>;

/** Adds what a line counts, and says whether some of it failed. */
function addCounts(sums: Sums, line: string): boolean {
  const [counts = []] = [NUMBER_FIRST, WORD_FIRST].map((pattern) =>
    Array.from(line.matchAll(pattern), ({ groups }) => {
      const what = COUNTED.find(([, words]) => words.test(groups!["word"]!))?.[0];
      return { what, number: Number(groups!["number"]) };
    }).filter(({ what }) => what !== undefined)
  ).filter(({ length }) => length > 0);
  for (const { what, number } of counts) sums[what!] = (sums[what!] || 0) + number;
  return counts.some(({ what, number }) => what === "failed" && number > 0);
}

function verdictOf(kind: CheckKind, sums: Sums, seen: Set<Says>, goodLast: boolean) {
  const { failed, total, skipped } = sums;
  const passed = isNaN(sums.passed) ? total - (failed || 0) - (skipped || 0) : sums.passed;
  // A run inside of the run, such as a test of a test runner, is summed up before the run itself:
  // which of the two failed, the words do not tell.
  if (failed > 0 || seen.has("failed")) return goodLast ? "silent" : "failed";
  if (passed > 0 || seen.has("passed")) return "passed";
  if (kind !== "test" && failed === 0) return "passed";
  const nothing = seen.has("nothing") || passed <= 0 || skipped > 0;
  if (seen.has("ended_well") && !nothing) return "passed";
  if (seen.has("trouble")) return "failed";
  return nothing ? "nothing" : "silent";
}

/** Escape sequences: colours and cursor moves, window titles, character sets. */
const ESCAPES =
  // deno-lint-ignore no-control-regex -- these are what has to go
  /[\x1b\x9b](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[()][A-Z0-9]|[@-Z\\^_=>a-z0-9])?/g;

/** The longest line that is looked at, and the longest excerpt, in UTF-16 units. */
const LONGEST_LINE = 400;
const MOST_OF_EXCERPT = 300;

/** What a client writes where a command printed nothing. */
const NOTHING_PRINTED = "(Bash completed with no output)";

/** The lines of an output, each shortened; none where none was recorded. */
export function linesOf(output: string | null): string[] {
  if (output === null || output.trim() === NOTHING_PRINTED) return [];
  return output.replace(ESCAPES, "").replace(/\r\n?/g, "\n").split("\n")
    .map((line) => line.slice(0, LONGEST_LINE).trimEnd());
}

/** These lines, without repetitions, as far as there is room. */
export function excerptOf(lines: readonly string[]): string {
  const told = lines.map((line) => line.trim()).filter((line) => line !== "");
  return shortened([...new Set(told)].join("\n"), MOST_OF_EXCERPT);
}
