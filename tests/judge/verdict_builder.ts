// Hand-made facts for the tests of the rules: everything empty but what is given.

import type {
  CheckFact,
  CommandFact,
  Done,
  EditFact,
  GitFact,
  TodoFact,
} from "../../judge/done/facts.ts";
import type { Evidence } from "../../judge/evidence.ts";
import type { Statements } from "../../judge/said.ts";
import type { Task } from "../../judge/task.ts";

/** A task of these words; one for work unless something else is given. */
export function task(text: string, given: Partial<Task> = {}): Task {
  return { text, messages: [text], from: 0, kind: "work", wishes: [], personTurns: 1, ...given };
}

/** A check at a step: passed unless something else is given. */
export function check(step: number, given: Partial<CheckFact> = {}): CheckFact {
  return {
    turn: step,
    step,
    command: "npm test",
    outcome: "passed",
    excerpt: "",
    kind: "test",
    runner: "npm",
    passed: null,
    failed: null,
    partial: false,
    afterLastEdit: true,
    ...given,
  };
}

/** A command at a step: passed unless something else is given. */
export function command(step: number, text: string, given: Partial<CommandFact> = {}): CommandFact {
  return { turn: step, step, command: text, outcome: "passed", excerpt: "", ...given };
}

/** An edit at a step. */
export function edit(step: number, path: string, given: Partial<EditFact> = {}): EditFact {
  return { turn: step, step, path, outcome: "passed", ...given };
}

/** Something with git at a step. */
export function git(step: number, what: GitFact["what"], given: Partial<GitFact> = {}): GitFact {
  return { turn: step, step, what, outcome: "passed", command: `git ${what}`, ...given };
}

/** An entry of the agent's list. */
export function todo(text: string, status: TodoFact["status"]): TodoFact {
  return { text, status };
}

/** What was done; checks are commands too, and a check is stale if an edit comes after it. */
export function done(given: Partial<Done> = {}): Done {
  const { checks = [], commands = [], edits = [] } = given;
  const lastEdit = edits.length === 0 ? null : Math.max(...edits.map(({ step }) => step));
  const run = [...commands, ...checks].sort((a, b) => a.step - b.step);
  const calls = run.length + edits.length;
  return {
    git: [],
    todos: [],
    loops: [],
    failures: [],
    calls,
    recorded: calls,
    running: 0,
    ...given,
    edits,
    commands: run,
    lastEdit,
    checks: checks.map((one) => ({
      ...one,
      afterLastEdit: lastEdit === null || one.step > lastEdit,
    })),
  };
}

/** What was said. */
export function said(text: string, given: Partial<Statements> = {}): Statements {
  return {
    text,
    empty: text.trim() === "",
    midSentence: false,
    claims: [],
    reported: [],
    question: null,
    permission: null,
    remaining: [],
    nextSteps: [],
    announced: null,
    humanAction: [],
    delegated: [],
    dismissed: [],
    mitigated: false,
    trouble: [],
    waiting: null,
    danger: [],
    references: [],
    substance: 0,
    ...given,
  };
}

/** Both. */
export function evidence(what: Partial<Done>, words: Statements): Evidence {
  return { done: done(what), said: words, saidAt: 9, tools: [] };
}

/** A message that says that it is done. */
export const CLAIM: Statements = said("I fixed it.", { claims: ["I fixed it"] });

/** A message that reports a result. */
export function reports(
  outcome: "passed" | "failed",
  kind: CheckFact["kind"] = "test",
): Statements {
  return said(`The ${kind} ${outcome}.`, {
    claims: outcome === "passed" ? ["Done"] : [],
    reported: [{ kind, outcome, quote: `${kind} ${outcome}` }],
  });
}
