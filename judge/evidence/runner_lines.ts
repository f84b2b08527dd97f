/** Lines by which test runners, builds, type checkers and linters say how a run ended. One table. */

import type { CheckKind } from "./facts.ts";

/** What a line says about its run. */
export type Says =
  /** It counts: `3 passed, 1 failed`, or `Failures: 3, Errors: 0`. */
  | "counts"
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
 * A line that tells: what it says, and how it looks. Patterns begin at the beginning of a line and
 * are tried on short lines only. Runners change their layout between versions: a row accepts all
 * that were seen. The group `test` is the name of a test.
 */
type RunnerLine = readonly [says: Says, line: RegExp];

const TYPES: readonly RunnerLine[] = [
  ["trouble", /^(?:\S.{0,300}(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS\d+/],
  ["counts", /^(?:.{1,300} )?Found \d+ errors?(?: in |\.)/],
  ["failed", /^error: Type checking failed/],
  ["passed", /^Success: no issues found/],
  ["counts", /^\d+ errors?, \d+ warnings?/],
  ["failed", /^error: could not compile /],
  ["passed", /^ {0,8}Finished .{1,60}target\(s\) in /],
];

export const RUNNER_LINES: Readonly<Record<CheckKind, readonly RunnerLine[]>> = {
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
    ["counts", /^ {0,4}\d+ (?:passing|failing|pending)\b/],
    ["trouble", /^ {2,12}\d+\) (?<test>\S.{0,300}?)(?: ─+)?$/],
    ["counts", /^ {1,4}\d+ (?:passed|failed|interrupted|did not run|skipped)\b/],
    ["counts", /^ {0,2}\d+ (?:pass|fail|errors?)$/],
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
    // rspec, dotnet, phpunit
    ["counts", /^\d+ examples?, \d+ failures?/],
    ["trouble", /^(?:rspec (?<test>\.\/\S{1,300})|An error occurred while loading)/],
    ["counts", /^(?: {0,4}(?:Passed|Failed)! {1,4}- Failed: |Test summary: total: \d+, failed:)/],
    ["trouble", /^ {1,4}Failed (?<test>[\w.+`]{1,300}(?:\([^)]{0,100}\))?) \[/],
    ["counts", /^(?:OK \(\d+ tests?, |Tests: \d+, Assertions: \d+)/],
    ["trouble", /^\d{1,5}\) (?<test>[\w\\]{1,200}::\S{1,200})/],
    ["failed", /^(?:FAILURES|ERRORS)!$/],
    // flutter
    ["failed", /^.{0,60}Some tests failed\./],
    ["passed", /^.{0,60}All tests passed!/],
    // any
    ["nothing", /^.{0,40}\b[Nn]o tests? (?:specified|(?:were )?found\b)/],
    ["trouble", /^(?:Segmentation fault|FATAL ERROR: |Killed$)/],
  ],
  build: [
    ...TYPES,
    ["trouble", /^(?:\.{0,2}\/)?[\w./-]+\.go:\d+(?::\d+)?: /],
    ["failed", /^(?:\[(?:INFO|ERROR)\] (?:BUILD FAILURE|COMPILATION ERROR)|BUILD FAILED\b)/],
    ["passed", /^(?:\[INFO\] BUILD SUCCESS|BUILD SUCCESSFUL\b)/],
    // webpack, vite, next, dotnet
    ["failed", /^(?:.{0,40}compiled with \d+ errors?|ERROR in )/],
    ["passed", /^.{0,40}compiled (?:successfully|with \d+ warnings?)/],
    ["failed", /^(?:✗ Build failed|error during build:|\[vite\]: Rollup failed)/],
    ["passed", /^✓ built in /],
    ["failed", /^.{0,4}(?:Failed to compile|Build failed because of|> Build error occurred)/],
    ["failed", /^(?:Build FAILED|.{1,300}: error (?:CS|FS|BC|MSB|NETSDK|NU)\d+: )/],
    ["passed", /^Build succeeded/],
  ],
  types: TYPES,
  lint: [
    ["counts", /^✖ \d+ problems? \(\d+ errors?/],
    ["failed", /^(?:Oops! Something went wrong|.{0,80}ESLint found too many warnings)/],
    // biome, deno, ruff, prettier, golangci-lint, go
    ["counts", /^Found \d+ errors?\.$/],
    ["ended_well", /^Checked \d+ files? in /],
    ["failed", /^(?:Found [1-9]\d* problems?|error: Found \d+ not formatted)/],
    ["passed", /^Checked \d+ files?$/],
    ["failed", /^\d+ files? would be reformatted/],
    ["passed", /^(?:All checks passed!|Found \d+ errors? \(\d+ fixed, 0 remaining\))/],
    ["failed", /^\[(?:warn|error)\] (?:Code style issues|.{1,300}: SyntaxError)/],
    ["passed", /^All matched files use Prettier code style/],
    ["counts", /^\d+ issues?[.:]$/],
    ["trouble", /^(?:vet: )?(?:\.{0,2}\/)?[\w./-]+\.go:\d+(?::\d+)?: /],
    ["failed", /^(?:error: could not compile |Diff in )/],
    ["passed", /^ {0,8}Finished .{1,60}target\(s\) in /],
  ],
};

/** Lines of programs that start others and fail with them: their word is final for every kind. */
export const STARTERS: readonly RunnerLine[] = [
  ["failed", /^(?:g?make|mingw32-make)(?:\[\d+\])?: \*\*\* /],
  ["failed", /^ {0,4}(?:Failed: {1,8}\S+#\S+|✖ {1,4}\d+\/\d+ failed)/],
  ["failed", /^npm (?:ERR!|error) (?:Test failed|code (?:ELIFECYCLE|\d)|Lifecycle script)/],
  [
    "failed",
    /^(?:error Command failed with exit code \d|.{0,4}(?:ELIFECYCLE|ERR_PNPM_RECURSIVE_RUN))/,
  ],
  ["failed", /^error: script "[^"]{1,80}" exited with code/],
];
