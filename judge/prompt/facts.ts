/** What the calls prove, what the person declared and what is worth a look, as short lines. */

import { oneLine } from "../../lib/text/text.ts";
import type { CheckFact, Facts, Outcome } from "../evidence/facts.ts";
import type { Judgement } from "../judgement.ts";

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
  const { total, running } = facts;
  const checked = new Set(facts.checks.map(({ step }) => step));
  const failed = facts.runs.filter(({ outcome, step }) =>
    outcome === "failed" && !checked.has(step)
  );
  const edited = facts.edits.filter(({ outcome }) => outcome !== "failed" && outcome !== "not_run");
  const lastEdit = edited.at(-1)?.step ?? -1;
  const open = facts.todos.filter(({ status }) => status !== "completed");
  return [
    `tool calls: ${total}, still running ${running}`,
    `turns are numbered; those from ${first} on are about this task`,
    ...latest(facts.checks).map((check) => checkLine(check, lastEdit)),
    ...latest(failed).map(({ turn, command }) => `turn ${turn}: command failed: ${command}`),
    ...latest(facts.calls.filter(({ outcome }) => outcome === "failed"))
      .map(({ turn, name, target }) => `turn ${turn}: ${name} failed: ${target}`),
    ...latest([...new Set(edited.map(({ path }) => path))]).map((path) => `edited: ${path}`),
    ...latest(facts.edits.filter(({ weakens }) => weakens !== null))
      .map(({ path, weakens }) => `a check made weaker in ${path}: ${weakens}`),
    ...latest(facts.git).map(({ turn, what, command, outcome }) =>
      `turn ${turn}: ${what} ${OUTCOMES[outcome]}: ${command}`
    ),
    ...latest(open).map(({ text, status }) => `the agent's own list, ${status}: ${text}`),
    ...latest(facts.background.filter(({ read }) => !read))
      .map(({ command, ended }) =>
        `in the background, ${ended ? "ended" : "still running"}, output not read: ${command}`
      ),
    ...facts.delegated.length === 0
      ? []
      : [`agents started, whose own calls may not be shown: ${facts.delegated.length}`],
  ].slice(0, MOST_LINES).map((line) => oneLine(line, MOST_LINE));
}

function checkLine(check: CheckFact, lastEdit: number): string {
  const { turn, kind, command, outcome, excerpt, failed, step } = check;
  const told = [
    ...failed === null ? [] : [`${failed} failed`],
    step > lastEdit ? "after the last edit" : "before the last edit",
  ].join(", ");
  const telling = excerpt === "" ? "" : `: ${excerpt}`;
  return `turn ${turn}: ${kind} (${told}) ${OUTCOMES[outcome]}: ${command}${telling}`;
}

/** What the person declared "done" to mean, and whether it is so. */
export function requirementLines({ requirements }: Pick<Judgement, "requirements">): string[] {
  return requirements.map(({ name, state, applies, severity, evidence }) => {
    const how = state === "cannot_tell" ? (applies ? "cannot tell" : "does not apply") : state;
    return oneLine(`${how}${state === "unmet" ? ` (${severity})` : ""}: ${name}: ${evidence}`, 300);
  });
}

/** What is worth a look. */
export function observationLines({ observations }: Pick<Judgement, "observations">): string[] {
  return observations.map(({ name, evidence }) => oneLine(`${name}: ${evidence}`, MOST_LINE));
}

function latest<T>(items: readonly T[]): readonly T[] {
  return items.slice(-MOST_OF_A_KIND);
}
