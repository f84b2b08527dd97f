/** Which runs are checks (tests, builds, type checks, lint), and how they ended. */

import { CHECK_PROGRAMS, type CheckProgram, QUIET, RUNNERS } from "./check_programs.ts";
import { scriptCheckOf } from "./check_scripts.ts";
import { isNarrowed } from "./check_scope.ts";
import type { CheckFact, CheckKind, Outcome } from "./facts.ts";
import { endOf } from "./lines.ts";
import { type Reading, readOutput } from "./outputs.ts";
import { type Invocation, invocationOf, isOption, withoutLaunchers } from "./programs.ts";
import type { Run } from "./runs.ts";

/** A check as it was asked for. */
interface CheckCommand {
  readonly kind: CheckKind;
  /** Null where the project chose the name: the output tells who ran. */
  readonly runner: string | null;
  /** The program that was called. */
  readonly program: string;
  readonly partial: boolean;
  /** It prints nothing where it finds nothing. */
  readonly quiet: boolean;
}

/** With one of these nothing is checked. */
const ONLY_ASKS = new Set(
  ("--help -h --version -V -version --listTests --list --collect-only --co --no-run --showConfig " +
    "--init --print-config --show-config --dry-run --clearCache").split(" "),
);

/** Launchers that also run the programs of a project's packages by their bare name. */
const RUN_PROGRAMS_TOO = new Set(["yarn", "pnpm", "bun", "npm"]);

/** The check that these words run; null where they run none. To read or mention a test is none. */
function checkOf(words: readonly string[]): CheckCommand | null {
  const invocation = invocationOf(words);
  if (invocation === null || invocation.args.some((arg) => ONLY_ASKS.has(arg))) return null;
  return known(invocation) ?? behindLauncher(invocation) ??
    scripted(invocation, withoutLaunchers(words)[0]!);
}

function known({ program, args }: Invocation): CheckCommand | null {
  const cargo = program === "cargo";
  const given = cargo ? args.filter((arg) => !/^\+|^--workspace$/.test(arg)) : args;
  const row = CHECK_PROGRAMS.find((row) =>
    row.programs.split(" ").includes(program) && fits(row, given)
  );
  if (row === undefined) return null;
  const { kind } = row;
  const runner = RUNNERS.get(program) ?? program;
  // What follows a build, or a check of cargo, are targets and options of the compiler.
  const targets = kind === "build" || (cargo && kind !== "test");
  const partial = !targets &&
    (isNarrowed(behindActions(row, given)) || (cargo && args.includes("-p")));
  return { kind, runner, program, partial, quiet: kind !== "test" && QUIET.has(runner) };
}

function fits({ sub, needs }: CheckProgram, args: readonly string[]): boolean {
  const first = args.find((arg) => !isOption(arg)) ?? "-";
  return !/^(?:list|init|serve)$/.test(first) &&
    (sub === undefined || sub.split(" ").includes(first)) &&
    (needs === undefined || needs.split(" ").some((need) => args.includes(need)));
}

/** Words that name an action, not a path: `vitest run a`, `cargo nextest run a`. */
const ACTIONS = "run r watch related discover";

function behindActions({ sub = "", needs = "" }: CheckProgram, args: readonly string[]): string[] {
  const actions = new Set(`${ACTIONS} ${sub} ${needs}`.split(" "));
  const begin = args.findIndex((arg) => !isOption(arg) && !actions.has(arg));
  return args.filter((arg, at) =>
    !actions.has(arg) || (begin >= 0 && at > begin && !isOption(arg))
  );
}

function behindLauncher({ program, args }: Invocation): CheckCommand | null {
  if (!RUN_PROGRAMS_TOO.has(program)) return null;
  const rest = args.filter((arg, at) => !(at === 0 && (arg === "run" || arg === "exec")));
  return rest.length === 0 ? null : known({ program: rest[0]!, args: rest.slice(1) });
}

function scripted(invocation: Invocation, word: string): CheckCommand | null {
  const script = scriptCheckOf(invocation, word);
  if (script === null) return null;
  const { kind, rest } = script;
  const { program, args } = invocation;
  const partial = isNarrowed(args.filter(isOption)) || (kind === "test" && isNarrowed(rest));
  return { kind, runner: null, program, partial, quiet: false };
}

/** The checks among the runs of one call. */
export function checksOf(runs: readonly Run[]): CheckFact[] {
  const asked = runs.flatMap((run) => {
    const check = checkOf(run.words);
    return check === null || isData(run) ? [] : [{ run, check }];
  });
  const read = asked.map(({ run, check }) => {
    const beside = asked.filter((other) => other.check !== check).map(({ check }) => check);
    const alike = beside.some(({ kind, runner }) => kind === check.kind && runner === check.runner);
    const reading = readOutput(run.lines, check, beside);
    return { run, check, reading, outcome: outcomeOf(run, check, alike ? SILENT : reading) };
  });
  return read.map((one, at) => factOf(one, inChain(read, at)));
}

const SILENT: Reading = readOutput([], { kind: "test", runner: null });

interface ReadCheck {
  readonly run: Run;
  readonly check: CheckCommand;
  readonly reading: Reading;
  readonly outcome: Outcome;
}

function factOf({ run, check, reading }: ReadCheck, outcome: Outcome): CheckFact {
  const { turn, step, command, lines } = run;
  const { kind, partial } = check;
  return {
    turn,
    step,
    kind,
    command,
    runner: check.runner ?? reading.runner ?? launcherName(check.program),
    outcome,
    passed: kind === "test" ? reading.passed : null,
    failed: reading.failed,
    partial,
    excerpt: reading.excerpt || endOf(lines),
  };
}

/** The exit status decides; where it is hidden, what the runner itself says of its end. */
function outcomeOf(run: Run, check: CheckCommand, { says }: Reading): Outcome {
  const { outcome } = run;
  if (outcome === "passed" || outcome === "failed") return says === "nothing" ? "unknown" : outcome;
  if (outcome !== "unknown") return outcome;
  if (says === "failed") return "failed";
  const shown = run.siblings.slice(run.at + 1, endOfPipeline(run) + 1);
  if (says === "passed" && shown.every(({ words }) => showsFailures(words))) return "passed";
  const silent = check.quiet && shown.length > 0 && run.lines.every((line) => line === "") &&
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

/** In `lint && test`, what one of them says tells something of the other. */
function inChain(read: readonly ReadCheck[], at: number): Outcome {
  const { run, outcome, reading } = read[at]!;
  if (run.outcome !== "unknown") return outcome;
  const { siblings } = run;
  const chained = (from: number, to: number): boolean =>
    from < to && siblings.slice(from, to).every(({ after }) => after === "&&");
  const others = read.filter((other) => other.run.siblings === siblings);
  const stopped = others.some((other) =>
    other.outcome === "failed" && chained(other.run.at, run.at)
  );
  if (stopped && reading.passed === null && reading.failed === null) return "not_run";
  const followed = others.some((other) =>
    other.reading.says !== "silent" && chained(run.at, other.run.at)
  );
  return outcome === "unknown" && followed ? "passed" : outcome;
}

/** Names under which a script's check is listed when its output does not say who ran. */
function launcherName(program: string): string {
  if (/^(?:gradlew|mvnw?|mvnd|gmake)$/.test(program)) {
    return program.startsWith("mvn") ? "maven" : program.replace(/w$|^g(?=make)/, "");
  }
  return /^(?:npm|pnpm|yarn|bun|deno|make|gradle|tox|nox|rake|turbo|nx|mise|just)$/.test(program)
    ? program
    : "unknown";
}
