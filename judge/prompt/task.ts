/** Is the task done? The facts of the calls, what the person declared and what is worth a look are lines. */

import { oneLine } from "../../lib/text/text.ts";
import { VERDICT_SEVERITIES, type VerdictSeverity } from "../../schema/names.ts";
import type { Observation, RequirementAnswer } from "../../schema/types.ts";
import { type Conversation, lastAgentTurn, taskText } from "../conversation.ts";
import type { CheckFact, Facts, Outcome } from "../evidence/facts.ts";
import type { Judgement, ModelVerdict } from "../judgement.ts";
import { turnLines } from "./lines.ts";
import { answerOf, type Asked, CALLS, type Question, SAID, text, texts, z } from "./question.ts";

const SEVERITIES: Readonly<Record<VerdictSeverity, string>> = {
  NONE: "nothing is wrong",
  LOW: "cosmetic or minor",
  MEDIUM: "a part does not work or is not done",
  HIGH: "the main thing that was asked for does not work or is not done",
  BLOCKER: "security, data or production is at risk; the task is never complete then",
};

/** The question. */
export const TASK: Question<ModelVerdict> = {
  role: "You judge whether a coding agent has really finished the task that it was given.",
  rules: [
    "Evidence beats claims. What an output shows is a fact; what the agent says of its own work " +
    "proves nothing. Where outputs are shown, only they count. Where an output was not recorded, " +
    "a result that the agent reports for a command that it really ran is weak evidence and may do; " +
    "for a command that it never ran it is none.",
    "Go through the task part by part, the last message of the person first: it may have changed " +
    "or taken back what was asked before. What nothing shows to be done is missing. Ask for " +
    "nothing that neither the task nor the project's instructions ask for.",
    "Changed code wants a check after the last change: tests, a build, or a run of it. A result " +
    "from before the last change proves nothing about it. A check that was made weaker, skipped or " +
    "narrowed until it passes is a failing check.",
    'A failing test is a failure. "Flaky", "unrelated" and "known" excuse it only with a rerun ' +
    "that passes, a fix, or a quarantine together with an issue that tracks it; or where the " +
    "outputs show that it failed before the agent changed anything.",
    "What only a person can do (log in, approve, supply a key or a device) sets " +
    "requires_human_action; say what it is in missing, and do not ask it of the agent. A command " +
    "that the agent could have run itself, and hands to the person, is work not done, and sets " +
    "nothing.",
    "A question that only the person can answer, after everything else is done: complete false, " +
    "severity NONE, nothing missing. Asking leave for what was asked for anyway, and an offer to " +
    "do what is a part of the task, are work not done, however they are worded.",
    "Remaining steps, next steps that belong to the task, open entries of its own list, an " +
    "announcement without the deed, or no text at all: not complete. Ideas for later that nobody " +
    "asked for are not missing.",
    "A task to research, plan or explain wants findings, a plan or an answer. It needs no code, no " +
    "tests and no commit.",
    "A requirement that is shown as unmet is unmet; one that is met needs no further proof. What " +
    "is shown as worth a look is for you to weigh: it may have a good reason.",
    "Judge whatever language the agent writes by the same measure.",
    `Severity: ${
      VERDICT_SEVERITIES.map((severity) => `${severity}, ${SEVERITIES[severity]}`).join("; ")
    }. Complete means severity NONE and nothing missing.`,
  ],
  sections: [
    { title: "The task, as the person gave it:", shows: "task" },
    { title: CALLS, shows: "tools_used" },
    { title: SAID, shows: "agent_response" },
    { title: "Facts read from the calls:", shows: "facts", optional: true },
    {
      title: "What the person declared done to mean, and whether it is so:",
      shows: "requirements",
      optional: true,
    },
    { title: "Worth a look:", shows: "observations", optional: true },
    {
      title: "The project's instructions to agents, as far as they go here:",
      shows: "instructions",
      optional: true,
    },
  ],
  answer: answerOf(
    z.object({
      complete: z.boolean(),
      severity: z.enum(VERDICT_SEVERITIES),
      feedback: text("the whole in a sentence or two"),
      missing: texts("what is missing"),
      next_actions: texts("what to do about it, concretely"),
      requires_human_action: z.boolean(),
    }),
    // Most tasks need no person: models leave it out then.
    { requires_human_action: false },
  ),
};

/**
 * Asks whether the task is done, at a stop.
 *
 * @param from The first turn, among those kept, of the task.
 * @param instructions The project's AGENTS.md or CLAUDE.md; empty without one.
 */
export function askTask(
  conversation: Conversation,
  from: number,
  judgement: Omit<Judgement, "floor" | "vetoes">,
  instructions: string,
): Asked<ModelVerdict> {
  const turns = conversation.turns.slice(from);
  const current = { ...conversation, turns, personTurnsBefore: 0 };
  const first = conversation.turnsBefore + from;
  const parts = {
    task: taskText(current).text,
    tools_used: turnLines(turns),
    agent_response: lastAgentTurn(current)?.text ?? "",
    facts: factLines(judgement.facts, first),
    requirements: judgement.requirements.map(requirementLine),
    observations: judgement.observations.map(observationLine),
    instructions,
  };
  return { question: TASK, parts };
}

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
function factLines(facts: Facts, first: number): string[] {
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
function requirementLine(requirement: RequirementAnswer): string {
  const { name, state, applies, severity, evidence } = requirement;
  const how = applies ? state.replace("_", " ") : "does not apply";
  const severe = state === "unmet" ? ` (${severity})` : "";
  return oneLine(`${how}${severe}: ${name}: ${evidence}`, 300);
}

/** What is worth a look. */
function observationLine({ name, evidence }: Observation): string {
  return oneLine(`${name}: ${evidence}`, MOST_LINE);
}
