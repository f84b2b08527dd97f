/** Which runs are checks, and how they ended. */

import { checkKindOf } from "./check_commands.ts";
import type { CheckFact, CheckKind, Outcome } from "./facts.ts";
import { endOf, type Reading, readOutput } from "./outputs.ts";
import { invocationOf } from "./programs.ts";
import type { Run } from "./runs.ts";

/** Programs that print nothing where they find nothing. */
const QUIET = /^(?:tsc|vue-tsc|tsgo|eslint|stylelint|flake8|shellcheck|go|golangci-lint)$/;

/** The checks among the runs of one call. */
export function checksOf(runs: readonly Run[]): CheckFact[] {
  const checks = runs.flatMap((run) => {
    const kind = isData(run) ? null : checkKindOf(run.words);
    return kind === null ? [] : [{ run, kind }];
  });
  const found: CheckFact[] = [];
  for (const { run, kind } of checks) {
    const { turn, step, command, lines } = run;
    const reading = readOutput(lines, kind, checks.length === 1);
    // What two of a kind printed cannot be told apart.
    const alone = checks.filter((other) => other.kind === kind).length === 1;
    const stopped = found.some(({ outcome }, at) =>
      outcome === "failed" && isChained(checks[at]!.run, run)
    );
    const outcome = outcomeOf(run, kind, alone ? reading.says : "silent", stopped);
    const { failed } = reading;
    const excerpt = reading.excerpt || endOf(lines);
    found.push({ turn, step, kind, command, outcome, failed, excerpt });
  }
  return found;
}

/** Whether the second runs only where the first passes. */
function isChained({ siblings, at }: Run, second: Run): boolean {
  return siblings === second.siblings && at < second.at &&
    siblings.slice(at, second.at).every(({ after }) => after === "&&");
}

/** The exit status decides; where it is hidden, what the runner itself says of its end. */
function outcomeOf(
  run: Run,
  kind: CheckKind,
  says: Reading["says"],
  stopped: boolean,
): Outcome {
  const { outcome } = run;
  if (outcome === "passed" || outcome === "failed") return says === "nothing" ? "unknown" : outcome;
  if (outcome !== "unknown") return outcome;
  if (stopped) return "not_run";
  if (says === "failed") return "failed";
  const shown = run.siblings.slice(run.at + 1, endOfPipeline(run) + 1);
  if (says === "passed" && shown.every(({ words }) => showsFailures(words))) return "passed";
  const quiet = kind !== "test" && QUIET.test(invocationOf(run.words)?.program ?? "");
  const silent = quiet && shown.length > 0 && run.lines.every((line) => line === "") &&
    shown.every(({ words }) => /^(?:head|tail|cat|tee)$/.test(words[0] ?? ""));
  return silent ? "passed" : "unknown";
}

function endOfPipeline({ siblings, at }: Run): number {
  let end = at;
  while (siblings[end]?.after === "|" && end + 1 < siblings.length) end++;
  return end;
}

/** Whether a command behind a pipe would have shown a failure, which stands at the end. */
function showsFailures(words: readonly string[]): boolean {
  const [program = "", ...args] = words;
  if (/^(?:tail|cat|tee|less|more|nl|ts|strip-ansi)$/.test(program)) return true;
  if (!/^(?:[ef]?grep|rg)$/.test(program)) return false;
  return /fail|tests?\b|✗|✖|×/i.test(args.join(" ").slice(0, 500)) &&
    !args.some((arg) => /^-\w{0,6}v|^--invert/.test(arg));
}

/** Findings that are handed on as data are for another program to count: `eslint -f json | jq`. */
function isData({ words, simple }: Run): boolean {
  return simple.after === "|" &&
    /(?:^| )(?:-f|--format|--reporter|--output-format)[ =]json\b|--json\b/
      .test(words.join(" ").slice(0, 2_000));
}
