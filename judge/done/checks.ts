/** The checks among the runs, and how each ended. */

import type { CheckFact, Outcome } from "./facts.ts";
import { type AskedCheck, askedChecks, isChained } from "./asked_checks.ts";
import { type CheckOutput, outputOf } from "./check_output.ts";
import { isPackaged, scopeOf } from "./coverage.ts";
import { endOf, shownCommand } from "./excerpt.ts";
import { type Status, statusOf } from "./exit_status.ts";
import { type Printed, readLastSummary, readOutput } from "./output_reading.ts";
import type { Run } from "./read_back.ts";
import type { OutputReading } from "./tally.ts";

/** A check without what later edits make of it. */
export type FreshCheck = Omit<CheckFact, "afterLastEdit">;

/** The checks of one run, those of its commands that count. */
export function checksOf(run: Run, counts: (at: number) => boolean = () => true): FreshCheck[] {
  if (run.refused) return [];
  const asked = askedChecks(run.commands, run.folder);
  const ended = asked.map((one) => endedCheck(run, one, asked));
  return ended.flatMap(({ fact, tests }, at) => {
    if (!counts(asked[at]!.outer) || neverRan(asked, ended, at)) return [];
    const cleared = isCleared(asked, ended, at) ? { ...fact, outcome: "passed" as const } : fact;
    return tests === null ? [cleared] : [cleared, tests];
  });
}

interface Ended {
  readonly fact: FreshCheck;
  /** The tests that a build ran on its way. */
  readonly tests: FreshCheck | null;
  readonly reading: OutputReading | null;
}

function endedCheck(run: Run, asked: AskedCheck, all: readonly AskedCheck[]): Ended {
  const { check, command } = asked;
  const { kind, runner, launcher, partial } = check;
  const { turn, step } = run;
  const beside = all.filter((other) => other !== asked).map(({ check }) => check);
  const status = statusIn(run, asked);
  const printed = outputOf(run, asked);
  const reading = printed === null ? null : readShown(printed, { kind, runner, beside }, {
    ended: status === "ok" && !check.wide && (runner !== null || isPackaged(launcher)),
  });
  const scope = scopeOf(check, asked.folder, reading?.mixed ?? false);
  const base = { turn, step, command: shownCommand(command.text), partial, scope };
  const outcome = outcomeOf(run, asked, { reading, status, fromFile: printed?.fromFile ?? false });
  const lines = printed?.shown.at(-1) ?? [];
  const fact: FreshCheck = {
    ...base,
    kind,
    outcome,
    runner: runner ?? reading?.runner ?? (isPackaged(launcher) ? reading?.hint : null) ??
      launcherName(launcher),
    passed: kind === "test" ? reading?.passed ?? null : null,
    failed: reading?.failed ?? null,
    excerpt: reading?.excerpt || endOf(lines),
  };
  const tested = all.some(({ check }) => check.kind === "test");
  const tests = tested || runner !== null || printed === null ? null : testsOf(printed, base);
  return { fact, tests, reading };
}

/**
 * What was shown of an output, at one time or at several: a failure that shows once is one. A run
 * that ended well by its status is told by its last summary: others before it are not its own.
 */
function readShown(
  { shown, believed }: CheckOutput,
  printed: Printed,
  { ended }: { readonly ended: boolean },
): OutputReading {
  const readings = shown.map((lines) => {
    const reading = readOutput(lines, printed);
    if (!ended || reading.says !== "failed") return reading;
    const last = readLastSummary(lines, printed);
    return last?.says === "passed" ? last : reading;
  });
  const told = readings.find(({ says }) => says === "failed") ??
    readings.findLast(({ says }) => says === "passed") ??
    readings.findLast(({ says }) => says !== "silent") ?? readings.at(-1);
  if (told === undefined || (told.says === "passed" && !believed)) return readOutput([], printed);
  return told;
}

/** Names under which a script's check is listed when its output does not say who ran. */
function launcherName(launcher: string): string {
  const known: Record<string, string> = {
    gradlew: "gradle",
    mvn: "maven",
    mvnw: "maven",
    mvnd: "maven",
    gmake: "make",
  };
  if (Object.hasOwn(known, launcher)) return known[launcher]!;
  return /^(?:npm|pnpm|yarn|bun|deno|make|gradle|tox|nox|rake|turbo|nx)$/.test(launcher)
    ? launcher
    : "unknown";
}

/** A build behind a name may run the tests as well: then its output counts them. */
function testsOf(
  printed: CheckOutput,
  base: Pick<FreshCheck, "turn" | "step" | "command" | "partial" | "scope">,
): FreshCheck | null {
  const reading = readShown(printed, { kind: "test", runner: null }, { ended: false });
  if ((reading.passed ?? 0) + (reading.failed ?? 0) === 0) return null;
  const { passed, failed, excerpt, says } = reading;
  const outcome = says === "failed" ? "failed" : "passed";
  return {
    ...base,
    kind: "test",
    outcome,
    runner: reading.runner ?? "unknown",
    passed,
    failed,
    excerpt,
  };
}

function statusIn(run: Run, asked: AskedCheck): Status {
  if (asked.lost) return "hidden";
  const line = asked.line === run.commands ? run.status : lineStatus(run);
  return statusOf(asked.line, asked.at, line, run.output ?? []);
}

interface Told {
  readonly reading: OutputReading | null;
  readonly status: Status;
  readonly fromFile: boolean;
}

function outcomeOf(run: Run, asked: AskedCheck, { reading, status, fromFile }: Told): Outcome {
  if (reading?.says === "failed") return "failed";
  // A summary that was read from a file is the end of what goes on beside the conversation.
  if (run.running && !(fromFile && reading?.says === "passed")) return "running";
  if (reading?.says === "broke") {
    return isExcused(run, asked, reading, status) ? "passed" : "failed";
  }
  if (status === "failed" && reading?.says !== "nothing") return "failed";
  if (reading === null) return status === "line_failed" ? "failed" : "not_recorded";
  if (reading.says === "passed") return "passed";
  if (reading.says === "nothing") return "unknown";
  // A part that nothing clears shares the failure of its line.
  if (status === "line_failed") return "failed";
  if (status === "ok") return "passed";
  return asked.check.quiet && isOnlyShortened(run, asked) ? "passed" : "unknown";
}

/**
 * Lines with errors in them are less than a summary, and less than a status of 0. Where nobody told a
 * status, an error in the words of the very tool is one. Tests and `make` print what others say, too.
 */
function isExcused(
  run: Run,
  { check }: AskedCheck,
  { own }: OutputReading,
  status: Status,
): boolean {
  if (status !== "ok") return false;
  const isItsOwn = own && (check.runner !== null || isPackaged(check.launcher));
  return run.told || check.kind === "test" || !isItsOwn;
}

/** A line inside another has its status only where nothing follows. */
function lineStatus(run: Run): Run["status"] {
  return run.commands.length === 1 ? run.status : "unknown";
}

const SHORTENERS = new Set(["head", "tail", "cat", "tee", "less"]);

/** What a quiet program prints while it is at work. */
const PROGRESS = /^(?:Check|Download) \S/;

/**
 * `tsc | head`: no output at all means no error, since nothing was filtered out. Behind progress
 * an error may have been cut off, unless it is the end that was kept.
 */
function isOnlyShortened({ commands, output, status }: Run, { at, line }: AskedCheck): boolean {
  if (line !== commands || status !== "ok") return false;
  const rest = commands.slice(at + 1);
  const cut = rest.some(({ words }) => words[0] === "head");
  return commands[at]!.after === "|" && commands[at]!.writes.length === 0 &&
    rest.every(({ words }) => SHORTENERS.has(words[0] ?? "")) &&
    (output ?? []).every((line) => line.trim() === "" || (!cut && PROGRESS.test(line)));
}

/** Behind `&&` a check does not run once one before it failed. */
function neverRan(asked: readonly AskedCheck[], ended: readonly Ended[], at: number): boolean {
  if (ended[at]!.reading?.says === "passed") return false;
  const { kind, runner } = ended[at]!.fact;
  return asked.some((other, index) =>
    isBad(ended[index]!.reading) && isChained(other, asked[at]!) &&
    (ended[index]!.fact.kind !== kind || ended[index]!.fact.runner !== runner)
  );
}

function isBad(reading: OutputReading | null): boolean {
  return reading?.says === "failed" || reading?.says === "broke";
}

/** A check that says nothing passed if one behind `&&` has run. */
function isCleared(asked: readonly AskedCheck[], ended: readonly Ended[], at: number): boolean {
  return ended[at]!.reading?.says === "silent" &&
    asked.some((other, index) =>
      isChained(asked[at]!, other) && ended[index]!.reading?.says !== "silent"
    );
}
