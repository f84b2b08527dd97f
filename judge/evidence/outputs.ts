/** What the output of a check says about how it ended: counts, and the names of what failed. */

import type { CheckKind } from "./facts.ts";
import { excerptOf, linesOf } from "./lines.ts";
import { RUNNER_LINES, type RunnerLine, type Says, STARTERS } from "./runner_lines.ts";

/** How a check ended by its own words. */
export interface Reading {
  /** `nothing`: it found nothing to run. */
  readonly says: "passed" | "failed" | "nothing" | "silent";
  readonly passed: number | null;
  readonly failed: number | null;
  /** The names of the tests that failed. */
  readonly tests: readonly string[];
  readonly excerpt: string;
}

/**
 * Reads the lines of a check. Beside another one only summaries count: what started the two, and
 * lines that tell of some trouble, may be about either.
 */
export function readOutput(lines: readonly string[], kind: CheckKind, alone: boolean): Reading {
  const { all, any } = TELLING[kind];
  const rows = alone ? [...all, ...STARTERS] : all.filter(([says]) => says !== "trouble");
  const tally = new Tally(kind);
  for (const [at, line] of lines.entries()) {
    if (line === "" || !any.test(line)) continue;
    let counted = false;
    for (const row of rows) {
      const match = counted && row[0] === "counts" ? null : row[1].exec(line);
      if (match === null) continue;
      counted ||= row[0] === "counts";
      tally.add(row[0], match, at);
    }
  }
  return tally.reading();
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

/** What the words of a summary count. */
const COUNTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    passed: "passed passing pass",
    failed: "failed failing fail failure failures error errors issues cancelled interrupted",
    total: "total run tests examples",
    skipped: "skipped skips ignored pending todo skip",
  }).flatMap(([what, words]) => words.split(" ").map((word) => [word, what] as const)),
);

/** `3 passed`, and in summaries without such words `failures: 3`; expected failures are none. */
const NUMBER_FIRST = /(?<number>\d{1,9}) (?<word>[A-Za-z]{1,20})/g;
const WORD_FIRST = /(?<word>(?:expected )?[A-Za-z]{1,20})[:= ] {0,12}(?<number>\d{1,9})\b/g;

/** How many lines are kept of each sort, and how many tests are told apart. */
const MOST_LINES = 8;
const MOST_TESTS = 50;

/** Lines of one summary stand so close to each other. */
const CLOSE = 4;

/** Adds up the telling lines of one output. */
class Tally {
  readonly #kind: CheckKind;
  readonly #seen = new Set<Says>();
  readonly #sums = new Map<string, number>();
  readonly #summary: string[] = [];
  readonly #trouble: string[] = [];
  readonly #tests = new Set<string>();
  /** The last lines that tell of a failure, and that count none. */
  #bad = 0;
  #good = 0;

  constructor(kind: CheckKind) {
    this.#kind = kind;
  }

  add(says: Says, { input, groups }: RegExpExecArray, at: number): void {
    this.#seen.add(says);
    const kept = says === "trouble" || says === "failed" ? this.#trouble : this.#summary;
    if (kept.length < MOST_LINES) kept.push(input);
    const test = groups?.["test"]?.trim() ?? "";
    if (test !== "" && this.#tests.size < MOST_TESTS) this.#tests.add(test);
    const failed = says === "counts" && this.#count(input) > 0;
    if (failed || says === "failed") this.#bad = at;
    else if (says === "counts") this.#good = at;
  }

  /** Adds what a line counts, and says how many of it failed. */
  #count(line: string): number {
    let failed = 0;
    for (const pattern of [NUMBER_FIRST, WORD_FIRST]) {
      const found = [...line.matchAll(pattern)].flatMap(({ groups }) => {
        const what = COUNTED.get(groups!["word"]!.toLowerCase());
        return what === undefined ? [] : [{ what, number: Number(groups!["number"]) }];
      });
      for (const { what, number } of found) {
        this.#sums.set(what, (this.#sums.get(what) ?? 0) + number);
        if (what === "failed") failed += number;
      }
      if (found.length > 0) break;
    }
    return failed;
  }

  reading(): Reading {
    const failed = this.#sums.get("failed") ?? null;
    const passed = this.#sums.get("passed") ?? this.#passedOfTotal(failed);
    const says = this.#verdict(passed, failed);
    // Go names what failed, and does not count it.
    const named = says === "failed" && this.#tests.size > 0 ? this.#tests.size : null;
    const lines = says === "passed"
      ? this.#summary
      : [...this.#trouble.slice(0, 2), ...this.#summary, ...this.#trouble];
    return {
      says,
      passed,
      failed: failed ?? named,
      tests: [...this.#tests],
      excerpt: excerptOf(lines),
    };
  }

  #passedOfTotal(failed: number | null): number | null {
    const total = this.#sums.get("total");
    if (total === undefined) return null;
    return Math.max(0, total - (failed ?? 0) - (this.#sums.get("skipped") ?? 0));
  }

  #verdict(passed: number | null, failed: number | null): Reading["says"] {
    const seen = this.#seen;
    if ((failed ?? 0) > 0 || seen.has("failed")) {
      // A run inside of the run, such as a test of a test runner, is summed up before the run
      // itself: which of the two failed, the words do not tell.
      return this.#good > this.#bad + CLOSE ? "silent" : "failed";
    }
    if ((passed ?? 0) > 0 || seen.has("passed")) return "passed";
    if (this.#kind !== "test" && failed === 0) return "passed";
    const skipped = passed === null && (this.#sums.get("skipped") ?? 0) > 0;
    const nothing = seen.has("nothing") || passed === 0 || skipped;
    if (seen.has("ended_well") && !nothing) return "passed";
    if (seen.has("trouble")) return "failed";
    return nothing ? "nothing" : "silent";
  }
}
