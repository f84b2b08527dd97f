/** Is the task done? */

import { VERDICT_SEVERITIES, type VerdictSeverity } from "../../schema/names.ts";
import type { Verdict } from "../../schema/types.ts";
import { type Conversation, lastAgentTurn } from "../conversation.ts";
import type { Judgement } from "../judgement.ts";
import { taskText } from "../task_text.ts";
import { factLines, observationLine, requirementLine } from "./facts.ts";
import { turnLines } from "./lines.ts";
import { answerOf, CALLS, type Question, SAID, text, texts, type Value, z } from "./question.ts";

/** What a model says about a task: the facts are the floor's alone. */
export interface ModelVerdict extends Omit<Verdict, "complete" | "evidence"> {
  readonly complete: boolean;
}

const SEVERITIES: Readonly<Record<VerdictSeverity, string>> = {
  NONE: "nothing is wrong",
  LOW: "cosmetic or minor",
  MEDIUM: "a part does not work or is not done",
  HIGH: "the main thing that was asked for does not work or is not done",
  BLOCKER: "security, data or production is at risk; the task is never complete then",
};

/**
 * The parts of the question at a stop.
 *
 * @param from The first turn, among those kept, of the task.
 * @param instructions The project's AGENTS.md or CLAUDE.md; empty without one.
 */
export function taskParts(
  conversation: Conversation,
  from: number,
  judgement: Omit<Judgement, "floor" | "vetoes">,
  instructions: string,
) {
  const turns = conversation.turns.slice(from);
  const current = { ...conversation, turns, personTurnsBefore: 0 };
  const first = conversation.turnsBefore + from;
  return {
    task: taskText(current).text,
    tools_used: turnLines(turns),
    agent_response: lastAgentTurn(current)?.text ?? "",
    facts: factLines(judgement.facts, first),
    requirements: judgement.requirements.map(requirementLine),
    observations: judgement.observations.map(observationLine),
    instructions,
  } satisfies Record<string, Value>;
}

/** The question. */
export const TASK: Question<ReturnType<typeof taskParts>, ModelVerdict> = {
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
