/** Lines by which test runners, builds, type checkers and linters say how a run ended. One table. */

import type { CheckKind } from "./facts.ts";

/** What a line says about its run. */
export type Says =
  /** It counts, the number first: `3 passed, 1 failed`; or the pattern's groups are the counts. */
  | "counts"
  /** It counts, the word first: `Failures: 3, Errors: 0`. */
  | "word_counts"
  /** One test. */
  | "each_passed"
  | "each_failed"
  /** The run failed, whatever else stands in the output. */
  | "failed"
  /** Something failed. A summary without failures knows better: tests print such lines too. */
  | "trouble"
  | "passed"
  /** The program ended well, which says nothing if it ran no test. */
  | "ended_well"
  /** No test was run. */
  | "nothing";

/**
 * A line that tells: whose it is (`any`: many print it), what it says, and how it looks. Patterns
 * begin at the beginning of a line and are tried on short lines only. Runners change their layout
 * between versions: a row accepts all that were seen. The group `test` is the name of a test.
 */
export type RunnerLine = readonly [runners: string, says: Says, line: RegExp];

export const RUNNER_LINES: Readonly<Record<CheckKind, readonly RunnerLine[]>> = {
  test: [
    ["deno", "counts", /^(?:ok|FAILED) \| \d+ passed/],
    ["deno", "trouble", /^(?!test )(?<test>.{1,300}) \.\.\. FAILED(?: \(|$)/],
    ["deno", "failed", /^error: (?:Test failed|Type checking failed)/],
    ["deno", "trouble", /^error: (?:Import |Module not found|Uncaught )/],
    ["deno", "nothing", /^error: No test modules found/],
    ["node", "word_counts", /^(?:#|ℹ) (?:tests|pass|fail|cancelled|skipped|todo) \d+$/],
    ["node", "trouble", /^ {0,12}not ok \d+(?!.{0,300}# (?:TODO|SKIP))(?: - (?<test>.{1,300}))?/i],
    [
      "node",
      "trouble",
      /^ {0,12}✖ (?!failing tests|\d+ prob)(?<test>.{1,300}?)(?: \([\d.]+ms\))?$/,
    ],
    ["vitest", "counts", /^ {0,8}Tests {1,4}(?:\d+ \w+(?: \| )?){1,6}/],
    ["vitest", "failed", /^ {0,8}(?:Test Files {1,4}\d+ failed|Errors {1,4}\d+ errors?$)/],
    ["vitest", "failed", /^⎯{1,80} ?Unhandled (?:Errors?|Rejections?) ?⎯/],
    ["vitest", "nothing", /^(?: {0,8}Tests {1,4}no tests|No test files found)/],
    ["vitest", "trouble", /^ {0,8}(?:FAIL {2}|× )(?<test>\S.{0,300}?)(?: \d+ms)?$/],
    ["jest pest", "counts", /^ {0,2}Tests: {1,10}\d+ (?:failed|passed|skipped|todo|total|pending)/],
    ["jest", "failed", /^(?:Test Suites: \d+ failed|Jest: .{0,80}coverage threshold)/],
    ["jest", "trouble", /^ {0,4}(?:FAIL \S|✕ )/],
    ["jest", "trouble", /^ {0,4}● (?<test>\S.{0,300})/],
    ["mocha", "counts", /^ {0,4}\d+ (?:passing|failing|pending)\b/],
    ["mocha", "trouble", /^ {2,12}\d+\) (?<test>\S.{0,300})/],
    ["playwright", "counts", /^ {1,4}\d+ (?:passed|failed|interrupted|did not run|skipped)\b/],
    ["playwright", "trouble", /^ {1,4}(?:✘ |\d+\) (?<test>\[.{0,300}?)(?: ─+)?$)/],
    ["bun", "counts", /^ {0,2}\d+ (?:pass|fail|errors?)$/],
    ["bun", "trouble", /^(?:✗|\(fail\)) (?<test>.{1,300}?)(?: \[[\d.]+m?s\])?$/],
    [
      "pytest",
      "counts",
      /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|x\w+|warn\w+)\b.{0,200} in [\d.]+/,
    ],
    ["pytest", "nothing", /^(?:=+ )?(?:no tests (?:ran|collected)|\d+ deselected\b)/],
    ["pytest", "trouble", /^(?:FAILED|ERROR) (?<test>\S+\.py\b\S{0,300})/],
    [
      "pytest",
      "trouble",
      /^(?:ERROR: (?:file or directory )?not found|_{3,} ERROR |INTERNALERROR>)/,
    ],
    ["unittest", "counts", /^Ran \d+ tests? in /],
    ["unittest", "word_counts", /^(?:FAILED \((?:failures|errors)|OK \(skipped=\d+)/],
    ["unittest", "failed", /^FAILED \(/],
    ["unittest", "ended_well", /^OK(?: \(|$)/],
    ["unittest", "trouble", /^(?:FAIL|ERROR): (?<test>\w+ \([^)]{1,300}\))/],
    ["cargo", "counts", /^test result: (?:ok|FAILED)\. \d+ passed/],
    ["cargo", "counts", /^ {2,12}Summary \[ {0,12}[\d.]+s\] +\d+(?:\/\d+)? tests? run/],
    [
      "cargo",
      "failed",
      /^error: (?:test failed|test run failed|\d+ targets? failed|could not compile )/,
    ],
    ["cargo", "trouble", /^test (?<test>.{1,300}) \.\.\. FAILED$/],
    ["go", "passed", /^(?:ok {1,4}\t?\S+\t(?!.{0,60}\[no tests to run\])|PASS$)/],
    ["go", "failed", /^FAIL(?:$|\t\S)/],
    ["go", "each_failed", /^--- FAIL: (?<test>\S{1,300})/],
    ["go", "each_passed", /^--- PASS: /],
    [
      "go",
      "nothing",
      /^(?:\? {1,4}\t?\S+\t\[no test files\]|ok {1,4}\t?\S+\t.{0,60}\[no tests to run\])/,
    ],
    [
      "maven",
      "word_counts",
      /^(?:\[\w+\] ){0,2}Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/,
    ],
    ["maven", "trouble", /^\[ERROR\] {1,4}(?<test>\S{1,300}) .{0,200}<<< (?:FAILURE|ERROR)!/],
    ["maven", "failed", /^\[(?:INFO|ERROR)\] BUILD FAILURE/],
    ["maven", "nothing", /^\[INFO\] No tests to run/],
    ["maven", "ended_well", /^\[INFO\] BUILD SUCCESS/],
    ["gradle", "counts", /^\d+ tests? completed, \d+ failed/],
    ["gradle", "failed", /^(?:> Task :\S+ FAILED|BUILD FAILED\b|FAILURE: Build failed)/],
    ["gradle", "trouble", /^(?<test>.{1,200} > .{1,200}) FAILED$/],
    ["gradle", "nothing", /^> Task :\S*[tT]est\S* (?:NO-SOURCE|SKIPPED)/],
    ["gradle", "ended_well", /^BUILD SUCCESSFUL\b/],
    ["rspec", "counts", /^\d+ examples?, \d+ failures?/],
    ["rspec", "trouble", /^(?:rspec (?<test>\.\/\S{1,300})|An error occurred while loading)/],
    ["minitest", "counts", /^\d+ (?:runs|tests), \d+ assertions, \d+ failures/],
    ["ctest", "counts", /^\d+% tests passed, \d+ tests failed out of (?<total>\d+)/],
    ["ctest", "trouble", /^\t? {0,12}\d+ - (?<test>\S{1,200}) \((?:Failed|Timeout|SEGFAULT)\)/],
    [
      "dotnet",
      "word_counts",
      /^(?: {0,4}(?:Passed|Failed)! {1,4}- Failed: |Test summary: total: \d+, failed:)/,
    ],
    ["dotnet", "trouble", /^ {1,4}Failed (?<test>[\w.+`]{1,300}(?:\([^)]{0,100}\))?) \[/],
    ["phpunit", "counts", /^OK \(\d+ tests?, /],
    ["phpunit", "word_counts", /^Tests: \d+, Assertions: \d+/],
    ["phpunit pest", "trouble", /^\d{1,5}\) (?<test>[\w\\]{1,200}::\S{1,200})/],
    ["phpunit", "failed", /^(?:FAILURES|ERRORS)!$/],
    ["mix", "counts", /^(?:\d+ (?:doctests?|properties|property), )?\d+ tests?, \d+ failures?/],
    ["mix", "trouble", /^ {2}\d{1,5}\) (?<test>(?:test|property|doctest) .{1,300})/],
    ["flutter", "failed", /^.{0,60}Some tests failed\./],
    ["flutter", "passed", /^.{0,60}All tests passed!/],
    ["any", "nothing", /^.{0,40}\b[Nn]o tests? (?:specified|(?:were )?found\b)/],
    ["any", "trouble", /^(?:Segmentation fault|FATAL ERROR: |Killed$)/],
  ],
  build: [
    ["cargo", "failed", /^error: could not compile /],
    ["cargo", "ended_well", /^ {0,8}Finished .{1,60}target\(s\) in /],
    ["go", "trouble", /^(?:\.{0,2}\/)?[\w./-]+\.go:\d+(?::\d+)?: /],
    ["maven", "failed", /^\[(?:INFO|ERROR)\] (?:BUILD FAILURE|COMPILATION ERROR)/],
    ["maven", "passed", /^\[INFO\] BUILD SUCCESS/],
    ["gradle", "failed", /^(?:> Task :\S+ FAILED|BUILD FAILED\b|FAILURE: Build failed)/],
    ["gradle", "passed", /^BUILD SUCCESSFUL\b/],
    ["webpack", "failed", /^(?:.{0,40}compiled with \d+ errors?|ERROR in )/],
    ["webpack", "passed", /^.{0,40}compiled (?:successfully|with \d+ warnings?)/],
    ["vite", "failed", /^(?:✗ Build failed|error during build:|\[vite\]: Rollup failed)/],
    ["vite", "passed", /^✓ built in /],
    [
      "next",
      "failed",
      /^.{0,4}(?:Failed to compile|Build failed because of|> Build error occurred)/,
    ],
    ["dotnet", "failed", /^(?:Build FAILED|.{1,300}: error (?:CS|FS|BC|MSB|NETSDK|NU)\d+: )/],
    ["dotnet", "passed", /^Build succeeded/],
  ],
  types: [
    ["tsc", "trouble", /^(?:\S.{0,300}(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS\d+/],
    ["tsc", "counts", /^(?:.{1,300} )?Found [1-9]\d* errors?(?: in |\.)/],
    ["tsc", "ended_well", /^.{0,20}Found 0 errors/],
    ["deno", "failed", /^error: Type checking failed/],
    ["deno", "counts", /^Found \d+ errors?\.$/],
    ["mypy", "counts", /^Found \d+ errors? in \d+ files?/],
    ["mypy", "passed", /^Success: no issues found/],
    ["pyright", "counts", /^\d+ errors?, \d+ warnings?/],
    ["cargo", "failed", /^error: could not compile /],
    ["cargo", "ended_well", /^ {0,8}Finished .{1,60}target\(s\) in /],
  ],
  lint: [
    ["eslint stylelint", "counts", /^✖ \d+ problems? \((?<failed>\d+) errors?/],
    ["eslint", "failed", /^(?:Oops! Something went wrong|.{0,80}ESLint found too many warnings)/],
    ["biome ruff", "counts", /^Found \d+ errors?\.$/],
    ["biome", "ended_well", /^Checked \d+ files? in /],
    ["prettier", "failed", /^\[(?:warn|error)\] (?:Code style issues|.{1,300}: SyntaxError)/],
    ["prettier", "passed", /^All matched files use Prettier code style/],
    ["deno", "failed", /^(?:Found [1-9]\d* problems?|error: Found \d+ not formatted)/],
    ["deno", "passed", /^Checked \d+ files?$/],
    ["ruff", "failed", /^\d+ files? would be reformatted/],
    ["ruff", "passed", /^(?:All checks passed!|Found \d+ errors? \(\d+ fixed, 0 remaining\))/],
    ["flake8", "trouble", /^\S{1,300}:\d+:\d+: [A-Z]{1,3}\d{3,4} /],
    ["golangci-lint", "counts", /^(?<failed>\d+) issues?[.:]$/],
    ["go", "trouble", /^(?:vet: )?(?:\.{0,2}\/)?[\w./-]+\.go:\d+(?::\d+)?: /],
    ["cargo", "failed", /^(?:error: could not compile |Diff in )/],
    ["cargo", "ended_well", /^ {0,8}Finished .{1,60}target\(s\) in /],
    ["rubocop", "counts", /^\d+ files? inspected, (?<failed>\d+) offenses?/],
    ["rubocop", "passed", /^\d+ files? inspected, no offenses detected/],
    ["pre-commit", "failed", /^.{1,200}\.{3,}Failed$/],
  ],
};

/** Lines of programs that start others and fail with them: their word is final for every kind. */
export const STARTERS: readonly RunnerLine[] = [
  ["any", "failed", /^(?:g?make|mingw32-make)(?:\[\d+\])?: \*\*\* /],
  ["any", "failed", /^ {0,4}(?:Failed: {1,8}\S+#\S+|✖ {1,4}\d+\/\d+ failed)/],
  ["any", "failed", /^npm (?:ERR!|error) (?:Test failed|code (?:ELIFECYCLE|\d)|Lifecycle script)/],
  [
    "any",
    "failed",
    /^(?:error Command failed with exit code \d|.{0,4}(?:ELIFECYCLE|ERR_PNPM_RECURSIVE_RUN))/,
  ],
  ["any", "failed", /^error: script "[^"]{1,80}" exited with code/],
];
