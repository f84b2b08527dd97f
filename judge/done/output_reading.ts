/** What the output of a check says about how it ended. */

import type { CheckKind } from "./facts.ts";
import { BUILD_SIGNS } from "./build_signs.ts";
import { fixedPart } from "./fixed_part.ts";
import { LINT_SIGNS } from "./lint_signs.ts";
import { FOREIGN, type Sign, STARTERS } from "./sign.ts";
import { type OutputReading, Tally } from "./tally.ts";
import { TEST_SIGNS } from "./test_signs.ts";
import { TYPES_SIGNS } from "./types_signs.ts";

const SIGNS: Readonly<Record<CheckKind, readonly Sign[]>> = {
  test: TEST_SIGNS,
  build: BUILD_SIGNS,
  types: TYPES_SIGNS,
  lint: LINT_SIGNS,
};

/** Whose output is read. */
export interface Printed {
  readonly kind: CheckKind;
  /** Null where the project chose the name: then the lines of every runner count. */
  readonly runner: string | null;
  /** Other checks that printed into the same output: their lines are not this one's. */
  readonly beside?: readonly Pick<Printed, "kind" | "runner">[];
}

/** Reads the lines of one check. */
export function readOutput(lines: readonly string[], printed: Printed): OutputReading {
  const tally = new Tally(printed.kind);
  const text = lines.join("\n");
  const signs = signsFor(printed).filter(([, , line]) => text.includes(fixedPart(line)));
  if (signs.length === 0) return tally.reading();
  const anySign = oneOf(signs);
  for (const line of lines) {
    if (line === "" || !anySign.test(line)) continue;
    let counted = false;
    for (const [names, says, pattern] of signs) {
      const match = says.endsWith("counts") && counted ? null : pattern.exec(line);
      if (match === null) continue;
      counted ||= says.endsWith("counts");
      tally.add(names, says, match);
    }
  }
  return tally.reading();
}

/** Runners that end with one summary of all that they ran. */
const ONE_SUMMARY = new Set(
  "deno node vitest jest mocha ava tap bun playwright pytest unittest phpunit rspec minitest".split(
    " ",
  ),
);

/** Lines of one summary stand so close to each other. */
const CLOSE = 2;

/**
 * Reads the last summary alone. What stands before it was printed by a run inside of the run, such
 * as a test of a test runner; null where the runner prints more than one summary of its own.
 */
export function readLastSummary(
  lines: readonly string[],
  printed: Printed,
): OutputReading | null {
  const summary = SIGNS[printed.kind].filter(([names, says]) =>
    (says.endsWith("counts") || says === "failed" || says === "passed") &&
    (printed.runner === null || names.split(" ").includes(printed.runner))
  );
  if (summary.length === 0) return null;
  const tells = oneOf(summary);
  let begin = lines.findLastIndex((line) => tells.test(line));
  for (let at = begin - 1; at >= Math.max(0, begin - CLOSE); at--) {
    if (tells.test(lines[at]!)) begin = at;
  }
  const reading = begin < 0 ? null : readOutput(lines.slice(begin), printed);
  return reading !== null && ONE_SUMMARY.has(reading.runner ?? "") ? reading : null;
}

/**
 * What a check of another kind says on the way (a type error before the tests) can only break
 * this one. Tests print anything: outside of test runs their lines are not looked for.
 */
function signsFor({ kind, runner, beside = [] }: Printed): Sign[] {
  const found: Sign[] = [];
  for (const [of, signs] of Object.entries(SIGNS)) {
    const foreign = of !== kind;
    if (foreign && (of === "test" || beside.some((other) => other.kind === of))) continue;
    for (const [names, says, line] of signs) {
      const list = names.split(" ");
      if (runner !== null && !list.includes(runner) && names !== "any") continue;
      if (runner === null && beside.some((other) => list.includes(other.runner ?? ""))) continue;
      if (!foreign) found.push([names, says, line]);
      else if (says !== "failed" && says !== "broke") continue;
      else if (!STARTERS.has(names)) found.push([names === "any" ? names : FOREIGN, "broke", line]);
      else if (beside.length === 0) found.push([names, says, line]);
    }
  }
  return found;
}

/** Nearly all lines of an output tell nothing: one pattern for all signs passes over them fast. */
function oneOf(signs: readonly Sign[]): RegExp {
  return new RegExp(
    signs.map(([, , { source }]) =>
      source.replaceAll("(?<failed>", "(?:")
        .replaceAll("(?<total>", "(?:")
    ).join("|"),
  );
}
