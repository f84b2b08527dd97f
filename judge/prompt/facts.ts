/** What the calls prove, what the person declared and what is worth a look, as short lines. */

import { oneLine } from "../../lib/text/text.ts";
import type { Observation, RequirementAnswer } from "../../schema/types.ts";
import type { CheckFact, Facts, Outcome } from "../evidence/facts.ts";

const MOST_LINES = 40;
const MOST_OF_A_KIND = 8;
const MOST_LINE = 240;

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  failed: "failed",
  running: "still runs",
  not_run: "did not start",
  unknown: "ended, and nothing tells how",
};

/** The facts, the latest of each kind; `first` is the number of the task's first turn. */
export function factLines(facts: Facts, first: number): string[] {
  const { checks, calls, git, total, running } = facts;
  const checked = new Set(checks.map(({ step }) => step));
  const failed = facts.runs.filter(({ outcome, step }) =>
    outcome === "failed" && !checked.has(step)
  );
  const edited = facts.edits.filter(({ outcome }) => outcome !== "failed" && outcome !== "not_run");
  const lastEdit = edited.at(-1)?.step ?? -1;
  const weaker = facts.edits.filter(({ weakens }) => weakens !== null);
  const open = facts.todos.filter(({ status }) => status !== "completed");
  const unread = facts.background.filter(({ read }) => !read);
  const delegated = facts.delegated.length;
  return [
    `tool calls: ${total}, still running ${running}`,
    `turns are numbered; those from ${first} on are about this task`,
    ...latest(checks, (check) => checkLine(check, lastEdit)),
    ...latest(failed, ({ turn, command }) => `turn ${turn}: command failed: ${command}`),
    ...latest(
      calls.filter(({ outcome }) => outcome === "failed"),
      ({ turn, name, target }) => `turn ${turn}: ${name} failed: ${target}`,
    ),
    ...latest([...new Set(edited.map(({ path }) => path))], (path) => `edited: ${path}`),
    ...latest(weaker, ({ path, weakens }) => `a check made weaker in ${path}: ${weakens}`),
    ...latest(
      git,
      ({ turn, what, command, outcome }) =>
        `turn ${turn}: ${what} ${OUTCOMES[outcome]}: ${command}`,
    ),
    ...latest(open, ({ text, status }) => `the agent's own list, ${status}: ${text}`),
    ...latest(
      unread,
      ({ command, ended }) =>
        `in the background, ${ended ? "ended" : "still running"}, output not read: ${command}`,
    ),
    delegated === 0 ? "" : `agents started, whose own calls may not be shown: ${delegated}`,
  ].filter((line) => line !== "").slice(0, MOST_LINES).map((line) => oneLine(line, MOST_LINE));
}

function latest<Fact>(facts: readonly Fact[], lineOf: (fact: Fact) => string): string[] {
  return facts.slice(-MOST_OF_A_KIND).map(lineOf);
}

function checkLine(check: CheckFact, lastEdit: number): string {
  const { turn, kind, command, outcome, excerpt, failed, step } = check;
  const counted = failed === null ? "" : `${failed} failed, `;
  const when = `${step > lastEdit ? "after" : "before"} the last edit`;
  const telling = excerpt === "" ? "" : `: ${excerpt}`;
  return `turn ${turn}: ${kind} (${counted}${when}) ${OUTCOMES[outcome]}: ${command}${telling}`;
}

/** What the person declared "done" to mean, and whether it is so. */
export function requirementLine(requirement: RequirementAnswer): string {
  const { name, state, applies, severity, evidence } = requirement;
  const how = applies ? state.replace("_", " ") : "does not apply";
  const grave = state === "unmet" ? ` (${severity})` : "";
  return oneLine(`${how}${grave}: ${name}: ${evidence}`, 300);
}

/** What is worth a look. */
export function observationLine({ name, evidence }: Observation): string {
  return oneLine(`${name}: ${evidence}`, MOST_LINE);
}
