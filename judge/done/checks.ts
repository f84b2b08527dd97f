/** The checks among the runs, and how each ended. */

import type { CheckFact, Outcome } from "../done.ts";
import { type AskedCheck, askedChecks, isChained } from "./asked_checks.ts";
import { endOf, shownCommand } from "./excerpt.ts";
import { statusOf } from "./exit_status.ts";
import { readOutput } from "./output_reading.ts";
import type { Run } from "./runs.ts";
import type { OutputReading } from "./tally.ts";

/** A check without what later edits make of it. */
export type FreshCheck = Omit<CheckFact, "afterLastEdit">;

/** The checks of one run. */
export function checksOf(run: Run): FreshCheck[] {
  if (run.refused) return [];
  const asked = askedChecks(run.commands);
  const ended = asked.map((one) => endedCheck(run, one, asked));
  return ended.flatMap(({ fact, tests }, at) => {
    if (neverRan(asked, ended, at)) return [];
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
  const base = { turn, step, command: shownCommand(command.text), partial };
  const beside = all.filter((other) => other !== asked).map(({ check }) => check);
  const reading = run.output === null ? null : readOutput(run.output, { kind, runner, beside });
  const outcome = outcomeOf(run, asked, reading);
  const fact: FreshCheck = {
    ...base,
    kind,
    outcome,
    runner: runner ?? reading?.runner ?? launcherName(launcher),
    passed: kind === "test" ? reading?.passed ?? null : null,
    failed: reading?.failed ?? null,
    excerpt: reading?.excerpt || endOf(run.output ?? []),
  };
  const tested = all.some(({ check }) => check.kind === "test");
  return { fact, tests: tested ? null : testsOf(run, runner, base), reading };
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
  run: Run,
  runner: string | null,
  base: Pick<FreshCheck, "turn" | "step" | "command" | "partial">,
): FreshCheck | null {
  if (runner !== null || run.output === null) return null;
  const reading = readOutput(run.output, { kind: "test", runner: null });
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

function outcomeOf(run: Run, asked: AskedCheck, reading: OutputReading | null): Outcome {
  const status = asked.lost ? "hidden" : statusOf(
    asked.line,
    asked.at,
    asked.line === run.commands ? run.status : lineStatus(run),
    run.output ?? [],
  );
  if (reading?.says === "failed") return "failed";
  if (run.running) return "running";
  // Lines with errors in them are less than a summary, and less than a status of 0.
  if (reading?.says === "broke") return status === "ok" ? "passed" : "failed";
  if (status === "failed" && reading?.says !== "nothing") return "failed";
  if (reading === null) return status === "line_failed" ? "failed" : "not_recorded";
  if (reading.says === "passed") return "passed";
  if (reading.says === "nothing") return "unknown";
  // A part that nothing clears shares the failure of its line.
  if (status === "line_failed") return "failed";
  if (status === "ok") return "passed";
  return asked.check.quiet && isOnlyShortened(run, asked) ? "passed" : "unknown";
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
