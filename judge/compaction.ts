/**
 * What an agent needs after its context was compacted: to go on, to tell a pull request or an issue
 * where things stand, to find out where it was, or nothing.
 */

import {
  hasGithubCommand,
  isAboutIssue,
  isReported,
  mainReference,
  type Reference,
  referencesIn,
  toolTexts,
} from "./compaction_github.ts";
import { type Conversation, conversationOf, lastAgentTurn, turnOf } from "./conversation.ts";
import { nudgeText } from "./feedback.ts";
import { quoted } from "./rules/quote.ts";
import { readSaid, type Statements } from "./said.ts";
import { type Task, taskOf } from "./task.ts";
import { oneLine } from "../lib/text/text.ts";

/** Everything that may be to do after a compaction. */
export const COMPACTION_ACTIONS = [
  "needs_github_update",
  "continue_task",
  "needs_clarification",
  "task_complete",
] as const;

/** What to do after a compaction. */
export type CompactionAction = (typeof COMPACTION_ACTIONS)[number];

/** What is known of the work before the compaction. */
export interface CompactionFacts {
  /** What was asked for. */
  readonly task: string;
  /** What the agent said last. */
  readonly lastResponse: string;
  /** The tools that were used, with their commands, as text. */
  readonly tools: string;
  /** Whether commands of git or gh were among them. */
  readonly gitCommands: boolean;
  /** Pull requests and issues that were spoken of, as they were written: `PR #34`, `issue #42`. */
  readonly references: readonly string[];
}

/** The facts as texts, in upstream's words. */
export interface CompactionTexts {
  readonly task_summary?: string;
  readonly last_assistant_response?: string;
  readonly tools_used?: string;
  readonly has_git_commands?: string;
  readonly has_pr_issue_ref?: string;
}

/** What follows. */
export interface CompactionVerdict {
  readonly action: CompactionAction;
  readonly hasActiveGitWork: boolean;
  /** From 0 to 1. */
  readonly confidence: number;
  /** What to tell the agent; null where there is nothing to tell. */
  readonly nudgeMessage: string | null;
}

/** So much of each text is read. */
const MAX_READ = 20_000;

/** How sure one can be where nothing is left to go by. */
const UNSURE = 0.6;

/** The facts of a conversation about a task. */
export function compactionFacts(conversation: Conversation, task: Task): CompactionFacts {
  const turns = conversation.turns.slice(task.from);
  const tools = toolTexts(turns);
  const lastResponse =
    conversation.turns.findLast(({ origin, subagent, text }) =>
      origin === "agent" && !subagent && text.trim() !== ""
    )?.text ?? lastAgentTurn(conversation)?.text ?? "";
  const references = [task.text, lastResponse, tools].flatMap((text) =>
    referencesIn(text.slice(0, MAX_READ)).map(({ written }) => written)
  );
  return {
    task: task.text,
    lastResponse,
    tools,
    gitCommands: hasGithubCommand(tools),
    references: [...new Set(references)],
  };
}

/** The facts from texts: `true`, `yes` or what was seen stand for yes; `false`, `no`, none for no. */
export function compactionFactsFromTexts(texts: CompactionTexts): CompactionFacts {
  const task = texts.task_summary ?? "";
  const lastResponse = texts.last_assistant_response ?? "";
  const tools = texts.tools_used ?? "";
  const told = texts.has_pr_issue_ref ?? "";
  // Who says that there is none has looked: what looks like one is something else.
  const spoken = isNo(told) ? [] : [task, lastResponse, tools, told];
  const references = spoken.flatMap((text) =>
    referencesIn(text.slice(0, MAX_READ)).map(({ written }) => written)
  );
  const spokenOf = isYes(told) && references.length === 0 ? ["pull request"] : references;
  return {
    task,
    lastResponse,
    tools,
    gitCommands: isYes(texts.has_git_commands ?? "") || hasGithubCommand(tools),
    references: [...new Set(spokenOf)],
  };
}

function isNo(text: string): boolean {
  return /^\s*(?:false|no|none|null|undefined|0|n\/a|no\b.*)\s*$/i.test(text.slice(0, 200));
}

function isYes(text: string): boolean {
  return text.trim() !== "" && !isNo(text);
}

/** What an agent needs after a compaction. */
export function judgeCompaction(facts: CompactionFacts): CompactionVerdict {
  const said = readSaid(facts.lastResponse.slice(0, MAX_READ));
  const reference = mainReference(facts.references);
  const works = reference !== null &&
    (isAboutIssue(facts.task) || isAboutIssue(facts.lastResponse));
  const active = facts.gitCommands || works;
  const github = reference !== null && (facts.gitCommands || isAboutIssue(facts.task));
  if (isVague(facts.task) && said.substance === 0) {
    return verdict("needs_clarification", active, UNSURE, clarifyNudge(facts));
  }
  if (isAnswered(said, facts)) return verdict("task_complete", false, 0.75, null);
  if (isFinished(said) && (!github || isReported(facts.tools, facts.lastResponse))) {
    return verdict("task_complete", false, 0.85, null);
  }
  if (github) return verdict("needs_github_update", true, 0.85, updateNudge(reference, facts));
  if (hasLostContext(facts.lastResponse) || said.empty || isVague(facts.task)) {
    return verdict("needs_clarification", active, 0.8, clarifyNudge(facts));
  }
  if (said.question !== null || (said.humanAction.length > 0 && said.announced === null)) {
    return verdict("needs_clarification", active, 0.7, clarifyNudge(facts));
  }
  return verdict("continue_task", active, 0.8, continueNudge(said, facts));
}

function verdict(
  action: CompactionAction,
  hasActiveGitWork: boolean,
  confidence: number,
  nudgeMessage: string | null,
): CompactionVerdict {
  return { action, hasActiveGitWork, confidence, nudgeMessage };
}

/** Whether the last message says that all is done, and leaves nothing open. */
function isFinished(said: Statements): boolean {
  return (said.claims.length > 0 || isClosed(said.text)) && !isOngoing(said.text) &&
    said.announced === null &&
    said.remaining.length === 0 &&
    said.nextSteps.length === 0 && said.trouble.length === 0 && said.humanAction.length === 0 &&
    said.question === null && said.waiting === null && !said.midSentence &&
    said.reported.every(({ outcome }) => outcome === "passed");
}

/** Whether words were asked for, and the last message has them. */
function isAnswered(
  said: Statements,
  { task, gitCommands, lastResponse }: CompactionFacts,
): boolean {
  const asked = taskOf(conversationOf([turnOf({ origin: "person", text: task })]));
  return asked.kind !== "work" && !isVague(task) && !gitCommands && !said.empty &&
    said.announced === null && said.remaining.length === 0 && said.question === null &&
    said.trouble.length === 0 && !said.midSentence && said.waiting === null &&
    !isOngoing(said.text) && !hasLostContext(lastResponse) &&
    said.substance >= (asked.kind === "question" ? 1 : 3);
}

/** What each kind is called, and in which commands. */
const UPDATED: Readonly<Record<Reference["kind"], readonly [name: string, ...nouns: string[]]>> = {
  pull_request: ["PR", "pr"],
  issue: ["issue", "issue"],
  unknown: ["issue or PR", "issue", "pr"],
};

function updateNudge({ kind, number }: Reference, { task }: CompactionFacts): string {
  const [name, ...nouns] = UPDATED[kind];
  const of = number === null ? "" : ` ${number}`;
  const commands = nouns.map((noun) => `\`gh ${noun} comment${of}\``).join(" or ");
  return nudgeText(
    "Context Was Compacted",
    `Update ${name}${
      number === null ? "" : ` #${number}`
    } with ${commands}: what is done, what is left, what comes next. ` +
      `Then go on with the task${task.trim() === "" ? "" : `: ${quoted(task, 200)}`}.`,
  );
}

function continueNudge(said: Statements, { task, lastResponse }: CompactionFacts): string {
  const next = said.announced ?? said.nextSteps[0] ?? said.remaining[0] ?? null;
  const last = next === null
    ? `You last said: ${quoted(lastResponse.trim().slice(-200), 200)}.`
    : `What comes next, in your words: ${quoted(next, 200)}.`;
  return nudgeText(
    "Context Was Compacted",
    `Go on with the task: ${quoted(task, 300)}. ${last} Check the state of the files first.`,
  );
}

function clarifyNudge({ task }: CompactionFacts): string {
  const about = isVague(task) ? "" : ` The task was: ${oneLine(task, 300)}`;
  return nudgeText(
    "Context Was Compacted",
    "Summarise the state of the work and what is next before you go on: what was asked, what is " +
      `done, what is open. If that is not clear, ask the person.${about}`,
  );
}

/** What an agent says that does not know where it is. */
const LOST =
  /\b(?:lost (?:the |my |all )?(?:previous |earlier )?context|(?:don't|do not|no longer) (?:have|remember|recall|know) (?:any |the |what |which |where |enough |our )?(?:context|history|previous|earlier|task|we were|i was|conversation|you asked)|(?:what|where) (?:was i|were we)|not sure (?:what|where|which) (?:i was|we were|to (?:do|continue|work))|unclear what (?:i|we) (?:was|were)|context (?:was|has been|is) (?:lost|truncated|missing|incomplete|cleared)|(?:could|can) you (?:please )?(?:remind|clarify|tell me what)|need (?:more )?(?:context|clarification)|without (?:more |the )?context|i'?m (?:confused|lost)|unsure (?:what|where|which|how))\b/i;

/** A task that names nothing. */
const VAGUE =
  /^\W*(?:(?:please|ok|okay|yes|no|sure|go|and|now|just)\W+)*(?:continue|go on|go ahead|proceed|keep going|carry on|resume|do it|next|help(?: me)?(?: (?:out|with (?:it|this|that|the (?:thing|stuff|code|project))))?|fix (?:it|this|that)|work on (?:it|this|that|stuff|things|the project|the code)|(?:some|various|multiple|several) (?:things|tasks|changes|work|fixes)|make (?:it|this) (?:work(?: better)?|better|faster)|unknown|n\/?a|none|null|undefined|not (?:available|known|clear)|unclear|\(?no task[^)]*\)?|\(?empty\)?|\(?none\)?)?\W*$/i;

/** So much of a message is searched for signs of lost context. */
const MAX_LOST = 8_000;

/** Whether a message says that the agent does not know where it was. */
function hasLostContext(text: string): boolean {
  return LOST.test(text.slice(0, MAX_LOST));
}

/** Whether a task says nothing that one could go on with, in none of its messages. */
function isVague(task: string): boolean {
  return task.trim().length < 400 &&
    task.trim().split("\n").every((line) =>
      VAGUE.test(line.replace(/^\s*(?:\[?\d+[\].)])\s*/, "").trim())
    );
}

/** Words of somebody who is at it. */
const ONGOING =
  /\b(?:(?:now|currently|next|then) (?:i am|i'm|i'll|i will|we are|we're|let me|let's)|i(?:'m| am) (?:now|currently|still|in the middle|about to|going to|working|continuing|moving|starting|implementing|adding|wiring|fixing|writing|updating|looking|investigating|debugging|halfway)|(?:currently|now) (?:working|implementing|adding|fixing|writing|updating|testing|debugging|investigating|refactoring|moving|wiring|starting)|(?:work )?in progress|wip|half[ -](?:done|way)|so far|(?:need|needs|have|has) to (?:be )?(?:add|update|fix|write|implement|test|finish|complete|done|still)|still (?:need|needs|have|has|working|to|fail)|working on|continuing (?:with|to|on)|step \d+ (?:of|\/) \d+|\d+ (?:of|out of) \d+ (?:files|steps|tasks|tests|endpoints|modules|components) (?:are |is |have been )?(?:done|complete|completed|migrated|converted|finished)|up next|moving on to|remaining|not yet|to do|todo)\b/i;

/** Words of somebody who has closed the whole. */
const CLOSED =
  /\b(?:(?:task|work|everything|all (?:of it|items|steps|tasks|work)|implementation|feature|migration|refactor(?:ing)?) (?:is|are|has been|was|were)?\s?(?:now )?(?:complete|completed|done|finished|merged)|all done|nothing (?:left|remaining|more) to do|nothing (?:is )?(?:left|remaining|remains)|ready (?:for|to) (?:merge|use|ship)|has been merged|was merged|successfully merged)\b/i;

/** Whether a message says that the whole is done. */
function isClosed(text: string): boolean {
  return CLOSED.test(text.slice(0, MAX_READ));
}

/** Whether a message speaks of work that goes on. */
function isOngoing(text: string): boolean {
  return ONGOING.test(text.slice(0, MAX_READ)) && !isClosed(text);
}
