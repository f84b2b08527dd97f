/** What the output of a check says about how it ended, and the names of what failed. */

import type { CheckKind } from "./facts.ts";
import { excerptOf, linesOf } from "./lines.ts";
import { RUNNER_LINES, type RunnerLine, type Says, STARTERS } from "./runner_lines.ts";

/** How a check ended by its own words. */
export interface Reading {
  /** `nothing`: it found nothing to run. */
  readonly says: "passed" | "failed" | "nothing" | "silent";
  /** How many failed, by the summary, or else by their names. */
  readonly failed: number | null;
  /** The names of the tests that failed. */
  readonly tests: readonly string[];
  readonly excerpt: string;
}

/** What the words of a summary count. */
const COUNTED: ReadonlyMap<string, "passed" | "failed" | "total" | "skipped"> = new Map(
  Object.entries(
    {
      passed: "passed passing pass",
      failed: "failed failing fail failure failures error errors issues cancelled interrupted",
      total: "total run tests examples",
      skipped: "skipped skips ignored pending todo skip",
    } as const,
  ).flatMap(([what, words]) =>
    words.split(" ").map((word) => [word, what as "passed" | "failed" | "total" | "skipped"])
  ),
);

/** `3 passed`, and in summaries without such words `failures: 3`; expected failures are none. */
const NUMBER_FIRST = /(?<number>\d{1,9}) (?<word>[A-Za-z]{1,20})/g;
const WORD_FIRST = /(?<word>(?:expected )?[A-Za-z]{1,20})[:= ] {0,12}(?<number>\d{1,9})\b/g;

/** How many lines are kept of each sort, and how many tests are told apart. */
const MOST_LINES = 8;
const MOST_TESTS = 50;

/** Lines of one summary stand so close to each other. */
const CLOSE = 4;

/**
 * Reads the lines of a check. Beside another one only summaries count: what started the two, and
 * lines that tell of some trouble, may be about either.
 */
export function readOutput(lines: readonly string[], kind: CheckKind, alone: boolean): Reading {
  const { all, any } = TELLING[kind];
  const rows = alone ? [...all, ...STARTERS] : all.filter(([says]) => says !== "trouble");
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
      if (test !== "" && tests.size < MOST_TESTS) tests.add(test);
      if (says === "failed") bad = at;
      if (says !== "counts") continue;
      counted = true;
      if (addCounts(sums, line)) bad = at;
      else good = at;
    }
  }
  const says = verdictOf(kind, sums, seen, good > bad + CLOSE);
  const failed = !isNaN(sums.failed) ? sums.failed : says === "failed" ? tests.size || null : null;
  const excerpt = says === "passed" ? summary : [...trouble.slice(0, 2), ...summary, ...trouble];
  return { says, failed, tests: [...tests], excerpt: excerptOf(excerpt) };
}

/** The tests that failed, as the runners name them in an output, each once. */
export function failingTests(output: string | null): readonly string[] {
  return readOutput(linesOf(output), "test", true).tests;
}

interface Telling {
  readonly all: readonly RunnerLine[];
  /** Fits where one of the rows or starters does: nearly all lines of an output tell nothing. */
  readonly any: RegExp;
}

const TELLING: Readonly<Record<CheckKind, Telling>> = {
  test: telling(RUNNER_LINES.test),
  build: telling([...RUNNER_LINES.build, ...RUNNER_LINES.types]),
  types: telling(RUNNER_LINES.types),
  lint: telling(RUNNER_LINES.lint),
};

function telling(all: readonly RunnerLine[]): Telling {
  const sources = [...all, ...STARTERS].map(([, { source }]) =>
    source.replace(/\(\?<\w+>/g, "(?:")
  );
  return { all, any: new RegExp(sources.join("|")) };
}

/** Sums of what was counted; not a number where nothing was. */
type Sums = Record<"passed" | "failed" | "total" | "skipped", number>;

/** Adds what a line counts, and says whether some of it failed. */
function addCounts(sums: Sums, line: string): boolean {
  let failed = false;
  for (const pattern of [NUMBER_FIRST, WORD_FIRST]) {
    let found = false;
    for (const { groups } of line.matchAll(pattern)) {
      const what = COUNTED.get(groups!["word"]!.toLowerCase());
      if (what === undefined) continue;
      found = true;
      const number = Number(groups!["number"]);
      sums[what] = (sums[what] || 0) + number;
      failed ||= what === "failed" && number > 0;
    }
    if (found) break;
  }
  return failed;
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
