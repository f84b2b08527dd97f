/** What the output of a check says about how it ended: counts, and the names of what failed. */

import type { CheckKind } from "./facts.ts";
import { excerptOf, linesOf } from "./lines.ts";
import { RUNNER_LINES, type RunnerLine, type Says, STARTERS } from "./runner_lines.ts";

/** Whose output is read. */
interface Printed {
  readonly kind: CheckKind;
  /** Null where the project chose the name: then the lines of every runner count. */
  readonly runner: string | null;
}

/** How a check ended by its own words. */
export interface Reading {
  /** `nothing`: it found nothing to run. */
  readonly says: "passed" | "failed" | "nothing" | "silent";
  /** Whose lines told; null where none did. */
  readonly runner: string | null;
  readonly passed: number | null;
  readonly failed: number | null;
  /** The names of the tests that failed. */
  readonly tests: readonly string[];
  readonly excerpt: string;
}

/** Reads the lines of one check; those of others that printed beside it are not its own. */
export function readOutput(
  lines: readonly string[],
  printed: Printed,
  beside: readonly Printed[] = [],
): Reading {
  const others = beside.map(({ runner }) => runner ?? "unknown");
  const { rows, any } = rowsFor(printed, printed.runner === null ? others : []);
  const tally = new Tally(printed.kind);
  // A run inside of the run, such as a test of a test runner, is summed up before the run itself.
  let last = new Tally(printed.kind);
  let since = Infinity;
  for (const line of lines) {
    since++;
    if (line === "" || !any.test(line)) continue;
    let counted = false;
    for (const row of rows) {
      const match = counted && row[1].endsWith("counts") ? null : row[2].exec(line);
      if (match === null) continue;
      if (isSummary(row)) {
        counted ||= row[1].endsWith("counts");
        if (since > CLOSE) last = new Tally(printed.kind);
        since = 0;
        last.add(row, match);
      }
      tally.add(row, match);
    }
  }
  const whole = tally.reading();
  if (whole.says !== "failed" || !ONE_SUMMARY.has(whole.runner ?? "")) return whole;
  // Which of the two is the run's own, the words do not tell.
  return last.reading().says === "passed" ? { ...whole, says: "silent" } : whole;
}

/** The tests that failed, as the runners name them in an output, each once. */
export function failingTests(output: string | null): readonly string[] {
  return readOutput(linesOf(output), { kind: "test", runner: null }).tests;
}

/** Lines of one summary stand so close to each other. */
const CLOSE = 3;

/** Runners that end with one summary of all that they ran. */
const ONE_SUMMARY = new Set(
  "deno node vitest jest mocha ava bun playwright pytest unittest phpunit rspec".split(" "),
);

function isSummary([, says]: RunnerLine): boolean {
  return says.endsWith("counts") || says === "failed" || says === "passed";
}

interface Rows {
  readonly rows: readonly RunnerLine[];
  /** Fits where one of the rows does: nearly all lines of an output tell nothing. */
  readonly any: RegExp;
}

const CHOSEN = new Map<string, Rows>();

function rowsFor({ kind, runner }: Printed, others: readonly string[]): Rows {
  const key = [kind, runner, ...others].join(" ");
  const known = CHOSEN.get(key);
  if (known !== undefined) return known;
  const kinds: CheckKind[] = kind === "build" && runner === null ? ["build", "types"] : [kind];
  const own = kinds.flatMap((kind) => RUNNER_LINES[kind]).filter(([names]) => {
    const list = names.split(" ");
    if (list[0] === "any") return true;
    return runner === null ? !others.some((other) => list.includes(other)) : list.includes(runner);
  });
  const rows = runner === null && others.length === 0 ? [...own, ...STARTERS] : own;
  const sources = rows.map(([, , line]) => line.source.replace(/\(\?<\w+>/g, "(?:"));
  const chosen = { rows, any: new RegExp(sources.join("|")) };
  if (CHOSEN.size < 200) CHOSEN.set(key, chosen);
  return chosen;
}

/** What the words of a summary count. */
const COUNTED: ReadonlyMap<string, "passed" | "failed" | "total" | "skipped"> = new Map(
  Object.entries({
    passed: "passed passing pass",
    failed: "failed failing fail failure failures error errors cancelled interrupted",
    total: "total run runs test tests doctest doctests example examples",
    skipped: "skipped skips ignored pending todo skip",
  }).flatMap(([what, words]) =>
    words.split(" ").map((word) => [word, what as "passed" | "failed" | "total" | "skipped"])
  ),
);

const NUMBER_FIRST = /(\d{1,9}) (?:tests? (?=passed|failed))?([A-Za-z]{1,20})/g;
/** `expected failures=1` are none. */
const WORD_FIRST = /((?:expected )?[A-Za-z]{1,20})[:= ] {0,12}(\d{1,9})\b/g;

/** How many lines are kept of each sort, and how many tests are told apart. */
const MOST_LINES = 8;
const MOST_TESTS = 50;

/** Adds up the telling lines of one output. */
class Tally {
  readonly #kind: CheckKind;
  readonly #seen = new Set<Says>();
  readonly #sums = new Map<string, number>();
  readonly #summary: string[] = [];
  readonly #trouble: string[] = [];
  readonly #tests = new Set<string>();
  #runner: string | null = null;
  #hint: string | null = null;

  constructor(kind: CheckKind) {
    this.#kind = kind;
  }

  add([names, says]: RunnerLine, { input, groups }: RegExpExecArray): void {
    this.#seen.add(says);
    const kept = says === "trouble" || says === "failed" ? this.#trouble : this.#summary;
    if (kept.length < MOST_LINES && says !== "each_passed") kept.push(input);
    const name = names === "any" ? null : names.split(" ")[0]!;
    if (says === "trouble") this.#hint ??= name;
    else this.#runner ??= name;
    const test = groups?.["test"]?.trim();
    if (test !== undefined && test !== "" && this.#tests.size < MOST_TESTS) this.#tests.add(test);
    if (says === "each_passed") this.#bump("passed", 1);
    else if (says === "each_failed") this.#bump("failed", 1);
    else if (groups?.["failed"] !== undefined) this.#bump("failed", Number(groups["failed"]));
    else if (says.endsWith("counts")) this.#count(says, input, groups?.["total"]);
  }

  #count(says: Says, input: string, total: string | undefined): void {
    if (total !== undefined) this.#bump("total", Number(total));
    for (
      const [, first, second] of input.matchAll(says === "word_counts" ? WORD_FIRST : NUMBER_FIRST)
    ) {
      const [word, number] = says === "word_counts" ? [first!, second!] : [second!, first!];
      const what = COUNTED.get(word.toLowerCase());
      if (what === undefined) continue;
      this.#bump(what, Number(number));
    }
  }

  #bump(what: string, by: number): void {
    this.#sums.set(what, (this.#sums.get(what) ?? 0) + by);
  }

  reading(): Reading {
    const failed = this.#sums.get("failed") ?? null;
    const passed = this.#sums.get("passed") ?? this.#passedOfTotal(failed);
    const says = this.#verdict(passed, failed);
    const lines = says === "passed"
      ? this.#summary
      : [...this.#trouble.slice(0, 2), ...this.#summary, ...this.#trouble];
    const runner = this.#runner ?? this.#hint;
    return { says, runner, passed, failed, tests: [...this.#tests], excerpt: excerptOf(lines) };
  }

  #passedOfTotal(failed: number | null): number | null {
    const total = this.#sums.get("total");
    if (total === undefined) return null;
    return Math.max(0, total - (failed ?? 0) - (this.#sums.get("skipped") ?? 0));
  }

  #verdict(passed: number | null, failed: number | null): Reading["says"] {
    const seen = this.#seen;
    if ((failed ?? 0) > 0 || seen.has("failed")) return "failed";
    if ((passed ?? 0) > 0 || seen.has("passed")) return "passed";
    if (this.#kind !== "test" && failed === 0) return "passed";
    const skipped = passed === null && (this.#sums.get("skipped") ?? 0) > 0;
    const nothing = seen.has("nothing") || passed === 0 || skipped;
    if (seen.has("ended_well") && !nothing) return "passed";
    if (seen.has("trouble")) return "failed";
    return nothing ? "nothing" : "silent";
  }
}
