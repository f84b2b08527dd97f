/** The lines of an output, and what those of a check say about how it ended and what failed. */

import type { CheckKind } from "./facts.ts";
import { RUNNER_LINES, type Says, STARTERS } from "./runner_lines.ts";
import { shortened } from "../../lib/text/text.ts";

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
const COUNTED = [
  ["passed", /^pass(?:ed|ing)?$/i],
  ["failed", /^(?:fail(?:ed|ing|ures?)?|errors?|issues|cancelled|interrupted)$/i],
  ["total", /^(?:total|run|tests|examples)$/i],
  ["skipped", /^(?:skip(?:ped|s)?|ignored|pending|todo)$/i],
] as const;

/** `3 passed`, and in summaries without such words `failures: 3`; expected failures are none. */
const NUMBER_FIRST = /(?<number>\d{1,9}) (?<word>[A-Za-z]{1,20})/g;
const WORD_FIRST = /(?<word>(?:expected )?[A-Za-z]{1,20})[:= ] {0,12}(?<number>\d{1,9})\b/g;

/** How many lines are kept of each sort. */
const MOST_LINES = 8;

/** Lines of one summary stand so close to each other. */
const CLOSE = 4;

/**
 * Reads the lines of a check. Beside another one only summaries count: what started the two, and
 * lines that tell of some trouble, may be about either.
 */
export function readOutput(lines: readonly string[], kind: CheckKind, alone: boolean): Reading {
  const rows = alone
    ? [...RUNNER_LINES[kind], ...STARTERS]
    : RUNNER_LINES[kind].filter(([says]) => says !== "trouble");
  const sums = { passed: NaN, failed: NaN, total: NaN, skipped: NaN };
  const seen = new Set<Says>();
  const tests = new Set<string>();
  const summary: string[] = [];
  const trouble: string[] = [];
  // The last lines that tell of a failure, and that count none.
  let [bad, good] = [0, 0];
  for (const [at, line] of lines.entries()) {
    if (line === "" || !TELLING[kind].test(line)) continue;
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
  return { says, failed, tests: [...tests], excerpt: excerptOf(excerpt) };
}

/** The tests that failed, as the runners name them in an output, each once. */
export function failingTests(output: string | null): readonly string[] {
  return readOutput(linesOf(output), "test", true).tests;
}

/** Fits where a row or a starter does: nearly all lines of an output tell nothing. */
const TELLING: Readonly<Record<CheckKind, RegExp>> = {
  test: anyOf("test"),
  build: anyOf("build"),
  types: anyOf("types"),
  lint: anyOf("lint"),
};

function anyOf(kind: CheckKind): RegExp {
  const sources = [...RUNNER_LINES[kind], ...STARTERS].map(([, { source }]) => source);
  return new RegExp(sources.join("|").replace(/\(\?<\w+>/g, "(?:"));
}

/** Sums of what was counted; not a number where nothing was. */
type Sums = Record<(typeof COUNTED)[number][0], number>;

/** Adds what a line counts, and says whether some of it failed. */
function addCounts(sums: Sums, line: string): boolean {
  let failed = false;
  for (const pattern of [NUMBER_FIRST, WORD_FIRST]) {
    let found = false;
    for (const { groups } of line.matchAll(pattern)) {
      const what = COUNTED.find(([, words]) => words.test(groups!["word"]!))?.[0];
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

/** Escape sequences: colours and cursor moves, window titles, character sets. */
const ESCAPES =
  // deno-lint-ignore no-control-regex -- these are what has to go
  /[\x1b\x9b](?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[()][A-Z0-9]|[@-Z\\^_=>a-z0-9])?/g;

/** The longest line that is looked at, in UTF-16 units: no summary is longer. */
const LONGEST_LINE = 400;

/** The longest excerpt, in UTF-16 units. */
const MOST_OF_EXCERPT = 300;

/** How many lines at the end of an output are repeated where no line tells more than the others. */
const LAST_LINES = 4;

/** What a client writes where a command printed nothing. */
const NOTHING_PRINTED = /^\(Bash completed with no output\)$/;

/** The lines of an output, each shortened; none where nobody recorded it. */
export function linesOf(output: string | null): string[] {
  if (output === null || NOTHING_PRINTED.test(output.trim())) return [];
  return output.replace(ESCAPES, "").replace(/\r\n?/g, "\n").split("\n")
    .map((line) => line.slice(0, LONGEST_LINE).trimEnd());
}

/** These lines, without repetitions, as far as there is room. */
export function excerptOf(lines: readonly string[]): string {
  const kept: string[] = [];
  let room = MOST_OF_EXCERPT;
  for (const line of new Set(lines.map((line) => line.trim()))) {
    if (line === "") continue;
    if (line.length + 1 > room) {
      if (room > 40) kept.push(shortened(line, room - 1));
      break;
    }
    kept.push(line);
    room -= line.length + 1;
  }
  return kept.join("\n");
}

/** How an output ends. */
export function endOf(lines: readonly string[]): string {
  return excerptOf(lines.filter((line) => line.trim() !== "").slice(-LAST_LINES));
}
