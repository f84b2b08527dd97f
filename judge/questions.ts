/**
 * The three questions to a model: is the task done, is a silent agent stuck, what does an agent need
 * after a compaction. What they show of a conversation are lines; facts stand beside what is claimed.
 */

import { oneLine } from "../lib/text/text.ts";
import { STUCK_REASONS, VERDICT_SEVERITIES, type VerdictSeverity } from "../schema/names.ts";
import type { RequirementAnswer, StuckVerdict } from "../schema/types.ts";
import { COMPACTION_ACTIONS, type CompactionFacts, type CompactionVerdict } from "./compaction.ts";
import { type Conversation, lastAgentTurn, taskText } from "./conversation.ts";
import type { CheckFact, Facts, Outcome } from "./evidence/facts.ts";
import type { Judgement, ModelVerdict } from "./judgement.ts";
import { answerOf, type Asked, NUDGE, numberTo, type Question, text, texts, z } from "./prompt.ts";
import { turnLines } from "./prompt_lines.ts";

/** The title over what the agent said. */
const SAID = "What the agent said last. Claims, not facts:";

/** The title over what the agent did. */
const CALLS = "The last tool calls and what came back:";

const SEVERITIES: Readonly<Record<VerdictSeverity, string>> = {
  NONE: "nothing is wrong",
  LOW: "cosmetic or minor",
  MEDIUM: "a part does not work or is not done",
  HIGH: "the main thing that was asked for does not work or is not done",
  BLOCKER: "security, data or production is at risk; the task is never complete then",
};

/** Is the task done? */
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
    "announcement without the deed, or no text at all: not complete. Ideas for later that were not " +
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
  const parts = {
    task: taskText(current).text,
    tools_used: turnLines(turns),
    agent_response: lastAgentTurn(current)?.text ?? "",
    facts: factLines(judgement.facts, conversation.turnsBefore + from),
    requirements: judgement.requirements.map(requirementLine),
    observations: judgement.observations
      .map(({ name, evidence }) => oneLine(`${name}: ${evidence}`, MOST_LINE)),
    instructions,
  };
  return { question: TASK, parts };
}

/** Is a silent agent stuck? */
export const STUCK: Question<StuckVerdict> = {
  role: "You judge whether a coding agent that has gone quiet is stuck.",
  rules: [
    "working: a tool call is pending or running, however long; builds, tests, installations and " +
    "downloads take minutes. Also where the agent says that it waits for something that comes by " +
    "itself (a rate limit, a timer, CI), and whenever less than 30 seconds have passed.",
    "waiting_for_user: it asked the person something, offers a choice, or needs something that " +
    "only a person has.",
    "complete: it finished what was asked, said so, and leaves nothing open. Where the task wants " +
    "something changed and the calls only read, it is not complete, however good the analysis.",
    "genuinely_stuck: it broke off in the middle of a sentence, wrote nothing, announced a step or " +
    'listed "next steps" and then did nothing, a tool failed and silence followed, or it tried ' +
    "the same thing again and again.",
    "stuck and shouldNudge are true for genuinely_stuck and for nothing else. When in doubt, do " +
    "not nudge: an interruption costs more than a minute.",
    "nudgeMessage, where there is one, says in one or two sentences what to go on with, by name.",
  ],
  sections: [
    {
      title: "The state of the run:",
      shows: {
        time_since_activity: "Seconds since anything happened",
        message_completed: "The last message was completed",
        output_tokens: "Tokens that the agent wrote",
      },
    },
    { title: "What the person said last:", shows: "last_user_message" },
    { title: SAID, shows: "last_assistant_response" },
    { title: "Tool calls and their state:", shows: "tool_calls" },
  ],
  answer: answerOf(
    z.object({
      stuck: z.boolean(),
      reason: z.enum(STUCK_REASONS),
      confidence: numberTo(1),
      shouldNudge: z.boolean(),
      nudgeMessage: NUDGE,
    }),
    { nudgeMessage: null },
  ),
};

/** The parts of the question about a silence, in a task that begins with turn `from`. */
export function askStuck(
  conversation: Conversation,
  from: number,
  idleMs: number,
): Asked<StuckVerdict> {
  const turns = conversation.turns.slice(from);
  const last = lastAgentTurn({ ...conversation, turns });
  const parts = {
    time_since_activity: Math.round(idleMs / 1000),
    message_completed: last?.completed ?? false,
    output_tokens: last?.outputTokens ?? "not known",
    last_user_message: turns.findLast(({ origin }) => origin === "person")?.text ?? "",
    last_assistant_response: last?.text ?? "",
    tool_calls: turnLines(turns),
  };
  return { question: STUCK, parts };
}

/** What does an agent need after its context was compacted? */
export const COMPACTION: Question<CompactionVerdict> = {
  role: "The conversation of a coding agent was just compacted. You say what it should do next.",
  rules: [
    "needs_clarification: too little is left to tell what it was doing, the task names nothing " +
    "that one could go on with, or it can go on with nothing before a person supplies something. " +
    "The message asks it to summarise the state and what comes next.",
    "task_complete: the work is finished and nothing is open. There is no message then.",
    "needs_github_update: it is still working on a pull request or an issue, and what it did since " +
    "is not written there. The message asks for an update with gh pr comment or gh issue comment, " +
    "and names the number if it is known.",
    "continue_task: ordinary work is under way. The message reminds it of that work, by name.",
    "hasActiveGitWork: it ran gh pr, gh issue, git commit, git push or git branch, or the text " +
    "names a pull request or an issue that it works on.",
    "Evidence beats claims: work is finished where it was shown, not where it was promised.",
  ],
  sections: [
    { title: "The task, as far as it is known:", shows: "task_summary" },
    { title: SAID, shows: "last_assistant_response" },
    { title: CALLS, shows: "tools_used" },
    {
      title: "What was found in them:",
      shows: {
        has_git_commands: "Commands of git or gh that change something",
        has_pr_issue_ref: "References to pull requests or issues",
      },
    },
  ],
  answer: answerOf(
    z.object({
      action: z.enum(COMPACTION_ACTIONS),
      hasActiveGitWork: z.boolean(),
      confidence: numberTo(1),
      nudgeMessage: NUDGE,
    }),
    { nudgeMessage: null },
  ),
};

/** The parts of the question about the work before a compaction. */
export function askCompaction(facts: CompactionFacts): Asked<CompactionVerdict> {
  const parts = {
    task_summary: facts.task,
    last_assistant_response: facts.lastResponse,
    tools_used: facts.tools,
    has_git_commands: facts.gitWork,
    has_pr_issue_ref: facts.reference !== null,
  };
  return { question: COMPACTION, parts };
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
