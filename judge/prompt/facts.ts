/** The judge's evidence as short lines, what was done before what was said. */

import type { CheckFact, CommandFact, Done, Outcome } from "../done/facts.ts";
import type { Evidence } from "../evidence.ts";
import type { Quote } from "../said/quote.ts";
import type { Statements } from "../said.ts";
import { inOneLine } from "./bounded.ts";

const MOST_LINES = 40;
const MOST_OF_A_KIND = 8;
const LINE = { head: 240, tail: 0 };

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  passed: "passed",
  failed: "failed",
  running: "still runs",
  unknown: "ended, and its output does not tell how",
  not_recorded: "output not recorded",
};

/** The lines; the latest of each kind. */
export function factLines({ done, said }: Evidence): string[] {
  return [...doneLines(done), ...saidLines(said)].slice(0, MOST_LINES)
    .map((line) => inOneLine(line, LINE));
}

function doneLines(done: Done): string[] {
  const checks = new Set(done.checks.map(({ step }) => step));
  const failed = done.commands.filter(({ outcome, step }) =>
    outcome === "failed" && !checks.has(step)
  );
  const edited = new Set(done.edits.map(({ path }) => path));
  const open = done.todos.filter(({ status }) => status !== "completed");
  return [
    `tool calls: ${done.calls}, output recorded of ${done.recorded}, still running ${done.running}`,
    ...latest(done.checks).map(checkLine),
    ...latest(failed).map((command) => commandLine("command", command)),
    ...latest(done.failures).map((call) => commandLine("tool call", call)),
    ...latest([...edited]).map((path) => `edited: ${path}`),
    ...latest(done.git).map(({ turn, what, command, outcome }) =>
      `turn ${turn}: ${what.replace("_", " ")} ${OUTCOMES[outcome]}: ${command}`
    ),
    ...latest(open).map(({ text, status }) => `the agent's own list, ${status}: ${text}`),
    ...latest(done.loops).map(({ kind, command, times }) =>
      kind === "action" ? `repeated ${times} times: ${command}` : `${times} calls without a change`
    ),
  ];
}

function checkLine(check: CheckFact): string {
  const { kind, runner, passed, failed, partial, afterLastEdit } = check;
  const told = [
    ...passed === null ? [] : [`${passed} passed`],
    ...failed === null ? [] : [`${failed} failed`],
    ...partial ? ["not everything was covered"] : [],
    afterLastEdit ? "after the last edit" : "before the last edit",
  ];
  return commandLine(`${kind} (${runner}; ${told.join(", ")})`, check);
}

function commandLine(what: string, { turn, command, outcome, excerpt }: CommandFact): string {
  const telling = excerpt === "" ? "" : `: ${excerpt}`;
  return `turn ${turn}: ${what} ${OUTCOMES[outcome]}: ${command}${telling}`;
}

function saidLines(said: Statements): string[] {
  const quotes = (what: string, found: readonly Quote[] | Quote | null): string[] =>
    (typeof found === "string" ? [found] : latest(found ?? [])).map((quote) =>
      `said, ${what}: ${quote}`
    );
  return [
    ...said.empty ? ["said nothing at the end"] : [],
    ...said.midSentence ? ["the last message breaks off"] : [],
    ...quotes("danger", said.danger),
    ...quotes("a failing test waved away", said.dismissed),
    ...quotes("trouble", said.trouble),
    ...quotes("still to do", said.remaining),
    ...quotes("next steps", said.nextSteps),
    ...quotes("announced", said.announced),
    ...quotes("a question", said.question),
    ...quotes("asking leave", said.permission),
    ...quotes("for a person to do", said.humanAction),
    ...quotes("handed to the person", said.delegated),
    ...quotes("waiting", said.waiting),
    ...quotes("a result", said.reported.map(({ quote }) => quote)),
    ...quotes("a claim", said.claims),
  ];
}

function latest<T>(items: readonly T[]): readonly T[] {
  return items.slice(-MOST_OF_A_KIND);
}
