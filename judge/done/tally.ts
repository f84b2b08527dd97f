/** What the telling lines of one output come to. */

import type { CheckKind } from "./facts.ts";
import { excerptOf } from "./excerpt.ts";
import { FOREIGN, type Says, STARTERS } from "./sign.ts";

/** How a check ended by its own words. */
export interface OutputReading {
  /** `broke`: there are errors and no summary. `nothing`: it found nothing to run. */
  readonly says: "passed" | "failed" | "broke" | "nothing" | "silent";
  /** Whose lines told; null where none did. */
  readonly runner: string | null;
  /** Who printed what broke, where no summary names one. */
  readonly hint: string | null;
  /** Whether what broke was told in a form that only one tool has. */
  readonly own: boolean;
  /** Whether the summaries of several runners stand in it. */
  readonly mixed: boolean;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly excerpt: string;
}

/** How many lines are kept for an excerpt, of each sort. */
const MOST_LINES = 8;

/** What the words of a summary count. */
const COUNTED: Readonly<Record<string, "passed" | "failed" | "total" | "skipped">> = {
  passed: "passed",
  passing: "passed",
  pass: "passed",
  failed: "failed",
  failing: "failed",
  fail: "failed",
  failure: "failed",
  failures: "failed",
  error: "failed",
  errors: "failed",
  cancelled: "failed",
  interrupted: "failed",
  total: "total",
  run: "total",
  runs: "total",
  test: "total",
  tests: "total",
  doctest: "total",
  doctests: "total",
  example: "total",
  examples: "total",
  skipped: "skipped",
  skips: "skipped",
  ignored: "skipped",
  pending: "skipped",
  todo: "skipped",
  skip: "skipped",
};

const NUMBER_FIRST = /(\d{1,9}) (?:tests? (?=passed|failed))?([A-Za-z]{1,20})/g;
/** `expected failures=1` are none. */
const WORD_FIRST = /((?:expected )?[A-Za-z]{1,20})[:= ] {0,12}(\d{1,9})\b/g;

/** A line of a summary that counts more than no failure, with the number on either side. */
const COUNTS_FAILURE =
  /\b[1-9]\d{0,8} (?:tests? )?(?:fail|error|problem|broken)|\b(?:fail\w{0,6}|errors?)[:= ] {0,12}[1-9]/i;

/** Adds up lines and says how the check ended. */
export class Tally {
  readonly #kind: CheckKind;
  readonly #seen = new Set<Says>();
  readonly #sums = new Map<string, number>();
  readonly #nested = new Map<string, number>();
  readonly #summary: string[] = [];
  readonly #trouble: string[] = [];
  readonly #runners = new Set<string>();
  #hint: string | null = null;
  #own = false;

  constructor(kind: CheckKind) {
    this.#kind = kind;
  }

  add(names: string, says: Says, match: RegExpExecArray): void {
    this.#seen.add(says);
    const troubled = says === "broke" || says === "each_failed" || says === "failed";
    const kept = troubled ? this.#trouble : this.#summary;
    if (kept.length < MOST_LINES && says !== "each_passed") kept.push(match.input);
    const named = names !== "any" && names !== FOREIGN && !STARTERS.has(names);
    if (says === "broke" && names !== "any") this.#own = true;
    if (named && says !== "broke") this.#runners.add(names.split(" ")[0]!);
    else if (named) this.#hint ??= names.split(" ")[0]!;
    if (says === "each_passed") bump(this.#sums, "passed", 1);
    else if (says === "each_failed") bump(this.#sums, "failed", 1);
    else if (says.endsWith("counts")) this.#count(says, match);
  }

  #count(says: Says, { input, groups }: RegExpExecArray): void {
    for (const [word, number] of Object.entries(groups ?? {})) {
      if (number !== undefined) bump(this.#sums, word, Number(number));
    }
    if (groups?.["failed"] !== undefined) return;
    const order = says === "word_counts" ? WORD_FIRST : NUMBER_FIRST;
    for (const [, first, second] of input.matchAll(order)) {
      const [word, number] = says === "word_counts" ? [first!, second!] : [second!, first!];
      const key = word.toLowerCase();
      if (!Object.hasOwn(COUNTED, key)) continue;
      const what = COUNTED[key]!;
      if (says !== "nested_counts") bump(this.#sums, what, Number(number));
      else this.#nested.set(what, Math.max(this.#nested.get(what) ?? 0, Number(number)));
    }
  }

  reading(): OutputReading {
    for (const [what, number] of this.#nested) bump(this.#sums, what, number);
    const failed = this.#sums.get("failed") ?? null;
    const passed = this.#sums.get("passed") ?? this.#passedOfTotal(failed);
    const says = this.#verdict(passed, failed);
    const lines = says === "passed" ? this.#summary : this.#failureFirst();
    const [runner = null] = this.#runners;
    const mixed = this.#runners.size > 1;
    const excerpt = excerptOf(lines);
    const hint = runner ?? this.#hint;
    return { says, runner, hint, own: this.#own, mixed, passed, failed, excerpt };
  }

  /** What failed, how many of them, and only then what else there is to tell. */
  #failureFirst(): string[] {
    const counted = this.#summary.filter((line) => COUNTS_FAILURE.test(line));
    const trouble = this.#trouble;
    return [...trouble.slice(0, 2), ...counted, ...trouble, ...this.#summary];
  }

  #passedOfTotal(failed: number | null): number | null {
    const total = this.#sums.get("total");
    if (total === undefined) return null;
    return Math.max(0, total - (failed ?? 0) - (this.#sums.get("skipped") ?? 0));
  }

  #verdict(passed: number | null, failed: number | null): OutputReading["says"] {
    const seen = this.#seen;
    if ((failed ?? 0) > 0 || seen.has("failed") || seen.has("each_failed")) return "failed";
    if ((passed ?? 0) > 0 || seen.has("passed")) return "passed";
    if (this.#kind !== "test" && failed === 0) return "passed";
    const skipped = passed === null && (this.#sums.get("skipped") ?? 0) > 0;
    const nothing = seen.has("nothing") || passed === 0 || skipped;
    if (seen.has("ended_well") && !nothing) return "passed";
    if (seen.has("broke")) return "broke";
    return nothing ? "nothing" : "silent";
  }
}

function bump(sums: Map<string, number>, what: string, by: number): void {
  sums.set(what, (sums.get(what) ?? 0) + by);
}
