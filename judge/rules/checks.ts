/** Rules about what the outputs of tests, builds, type checks and linters say, and when they ran. */

import type { CheckFact, CheckKind } from "../done/facts.ts";
import type { VerdictSeverity } from "../../schema/names.ts";
import { type Facts, isClaimedAsPassed } from "./facts.ts";
import { quoted } from "./quote.ts";
import type { Finding, Rule } from "./rule.ts";
import { wantsReport } from "./wanted.ts";
import { code, oneLine } from "../../lib/text/text.ts";

/** What each kind is called. */
export const KIND_WORDS: Readonly<Record<CheckKind, string>> = {
  test: "tests",
  build: "build",
  types: "type check",
  lint: "lint",
};

/** How much a kind proves: one that passes after the last edit makes up for a weaker one. */
const STRENGTH: Readonly<Record<CheckKind, number>> = { test: 3, build: 2, types: 2, lint: 1 };

/** A failing linter is a lesser thing than failing tests. */
export const FAILING: Readonly<Record<CheckKind, VerdictSeverity>> = {
  test: "HIGH",
  build: "HIGH",
  types: "HIGH",
  lint: "MEDIUM",
};

/** Outputs of checks that fail for want of what only a person has. */
const WANTS_ACCESS =
  /\b(?:401|403|unauthori[sz]ed|forbidden|credentials?|api[ _-]?keys?|not logged in|log ?in required|permission denied|access denied|authentication)\b/i;

/** How a check ended, as far as its output has figures. */
function counts({ passed, failed }: CheckFact): string {
  const parts = [failed ? `${failed} failed` : "", passed ? `${passed} passed` : ""];
  const told = parts.filter((part) => part !== "").join(", ");
  return told === "" ? "" : ` (${told})`;
}

function failure(check: CheckFact, facts: Facts): Finding {
  const { command, turn, kind, excerpt, step } = check;
  const told = excerpt === "" ? "" : `: ${oneLine(excerpt, 160)}`;
  const parts = facts.done.checks.some((other) =>
    other.kind === kind && other.step > step && other.partial && facts.fresh.includes(other)
  );
  const edited = facts.edits.some((edit) => edit.step > step);
  const again = parts
    ? "; only a part of it was run again"
    : edited
    ? "; it was not run again after the last edit"
    : "";
  return {
    fact: `${code(command)} failed${counts(check)}${again}${told}`,
    turn,
    missing: parts || edited
      ? `A run of ${code(command)} without failures after the last edit`
      : `Passing ${KIND_WORDS[kind]} (${code(command)})`,
    action: parts
      ? `Run ${code(command)} again, all of it`
      : edited
      ? `Run ${code(command)} again and fix what still fails`
      : `Fix what ${code(command)} reports and run it again`,
    severity: parts ? "MEDIUM" : FAILING[kind],
    yields: facts.said.question !== null || WANTS_ACCESS.test(excerpt),
  };
}

/** Rules against a complete verdict. */
export const CHECK_RULES: readonly Rule[] = [
  {
    name: "failing_check",
    when: "the last run of a test, build, type check or lint failed",
    why: "an output is proof; a message is not",
    severity: "HIGH",
    effect: "incomplete",
    yields: false,
    settled: "a run of {} after the last edit with no failures",
    find: (facts) =>
      !facts.work || isOnlyReport(facts)
        ? []
        : facts.failing.filter(({ kind }) => !isClaimedAsPassed(kind, facts.said))
          .map((check) => failure(check, facts)),
  },
  {
    name: "contradicted_result",
    when: "the message says that a check passed, and its last output says that it failed",
    why: "a false report is worse than a failure: nobody would look again",
    severity: "HIGH",
    effect: "incomplete",
    yields: false,
    settled: "a run of {} after the last edit with no failures",
    find: (facts) =>
      facts.failing.filter(({ kind }) => isClaimedAsPassed(kind, facts.said)).map((check) => {
        const told = facts.said.reported.find(({ kind }) => kind === check.kind)?.quote ?? "";
        const found = failure(check, facts);
        return {
          ...found,
          fact: `${found.fact}; the message says ${quoted(told, 80)}`,
          severity: "HIGH",
          yields: false,
        };
      }),
  },
  {
    name: "failing_report",
    when: "the person only wanted something run, and it failed",
    why: "it is for the person to say what happens now",
    severity: "NONE",
    effect: "waits",
    yields: false,
    settled: "the person's next message",
    find: (facts) => {
      if (!facts.work || !isOnlyReport(facts)) return [];
      const { said, saidAt } = facts;
      const failing = facts.failing.filter(({ kind }) => !isClaimedAsPassed(kind, said));
      if (failing.length === 0) {
        return said.reported.filter(({ outcome }) => outcome === "failed").slice(0, 1).map((
          { quote },
        ) => ({ fact: `The message reports ${quoted(quote)}, as was asked for`, turn: saidAt }));
      }
      return failing.map((check) => ({
        fact: `${code(check.command)} failed${counts(check)}, and nothing more was asked for`,
        turn: check.turn,
      }));
    },
  },
  {
    name: "stale_check",
    when: "the checks passed, and then something was edited",
    why: "the last edit is the one that nobody tried",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of {} after the last edit with no failures",
    find: (facts) => {
      if (!facts.work) return [];
      const best = Math.max(0, ...facts.fresh.map(({ kind }) => STRENGTH[kind]));
      const stale = facts.stale.filter((check) =>
        !facts.fresh.some(({ kind }) => kind === check.kind) &&
        !facts.failing.some(({ kind }) => kind === check.kind) &&
        (best < STRENGTH[check.kind] || facts.task.wishes.includes(check.kind))
      );
      return lastOfKinds(stale).map(({ command, turn }) => ({
        fact: `${code(command)} passed, but files were edited after it`,
        turn,
        missing: `A run of ${code(command)} after the last edit`,
        action: `Run ${code(command)} again and fix what fails`,
      }));
    },
  },
];

/** Whether the person asked for the result and for nothing else, and the agent kept to it. */
export function isOnlyReport({ task, edits }: Facts): boolean {
  return edits.length === 0 && wantsReport(task);
}

/** The last check of each kind and command. */
export function lastOfKinds(checks: readonly CheckFact[]): CheckFact[] {
  const last = new Map(checks.map((check) => [check.kind, check]));
  return [...last.values()];
}
