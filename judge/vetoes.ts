/**
 * What forbids sending an agent back, whatever is missing, as far as the conversation and the client
 * tell. No word is read: only states of calls, and whether the last message ends on a question mark.
 */

import { VETOES, type VetoName } from "../schema/names.ts";
import type { Veto } from "../schema/types.ts";
import { counted } from "../lib/text/figures.ts";
import { code } from "../lib/text/text.ts";
import { type Conversation, lastAgentTurn, type ToolCall, type Turn } from "./conversation.ts";
import { type Facts, type Place, wasMade } from "./evidence/facts.ts";

/** What the client tells of a stop beside the conversation. */
export interface Circumstances {
  /** Whether the conversation ends with the person's interruption. */
  readonly interrupted: boolean;
  /** Whether what the person wrote, or ran in the client, comes before anything else. */
  readonly messageWaiting: boolean;
  readonly planMode: boolean;
  /** Whether the last message is a valid escalation: the agent handed over, as the protocol asks. */
  readonly escalated: boolean;
  /** Whether it is the stop of a subagent, a teammate or a summary. */
  readonly subagent: boolean;
  /** How many tasks the client says still run beside the conversation; null where it does not tell. */
  readonly backgroundTasks: number | null;
}

interface Given {
  readonly conversation: Conversation;
  readonly facts: Facts;
  readonly circumstances: Circumstances;
  /** The turns since the person's last message. */
  readonly since: readonly Turn[];
  /** The number of the first of them; those that were not kept count. */
  readonly from: number;
}

/** What was seen, in a sentence; null where the veto does not hold. The other vetoes are the guard's. */
const ROWS: Partial<Record<VetoName, (given: Given) => string | null>> = {
  interrupted: told("interrupted", "The person interrupted the agent and has not written since"),
  permission_denied: ({ since }) => {
    const refused = callsIn(since).find(({ refusedBy }) => refusedBy === "person");
    return refused === undefined
      ? null
      : `The person refused a call of ${code(refused.name)} and has not written since`;
  },
  message_waiting: told("messageWaiting", "The person wrote, or ran a command, meanwhile"),
  question: ({ conversation, since }) => {
    const last = callsIn(since).at(-1);
    if (last && isQuestionTool(last.name) && (last.state !== "done" || last.output === null)) {
      return `A question of ${code(last.name)} is not answered`;
    }
    const asked = questionIn(lastAgentTurn(conversation)?.text ?? "");
    return asked === null ? null : `The last message ends on a question: ${code(asked)}`;
  },
  escalated: told("escalated", "The last message hands the task over with a valid escalation"),
  plan_mode: told("planMode", "The client is in its planning mode"),
  subagent: told("subagent", "It is the stop of a subagent, a teammate or a summary"),
  background_work: ({ facts, circumstances: { backgroundTasks } }) => {
    if (backgroundTasks !== null) {
      return backgroundTasks > 0
        ? `The client says that ${counted(backgroundTasks, "background task")} still run`
        : null;
    }
    const running = facts.background.find(({ ended }) => !ended);
    return running === undefined
      ? null
      : `${code(running.command)} runs in the background, and nothing tells that it ended`;
  },
  changed_nothing: ({ facts, from }) => {
    const changes = [
      ...facts.edits.filter(wasMade),
      ...facts.git.filter((fact) => fact.what !== "ci" && wasMade(fact)),
      // What another agent does is not shown.
      ...facts.delegated,
    ];
    return changes.some(({ turn }: Place) => turn >= from)
      ? null
      : "Nothing was changed since the person's last message";
  },
};

/** The vetoes of a stop, in the order of `VETOES`. */
export function vetoesOf(
  conversation: Conversation,
  facts: Facts,
  circumstances: Circumstances,
): Veto[] {
  const { turns, turnsBefore } = conversation;
  const first = turns.findLastIndex(({ origin }) => origin === "person") + 1;
  const since = turns.slice(first);
  const given = { conversation, facts, circumstances, since, from: turnsBefore + first };
  return VETOES.flatMap((name) => {
    const evidence = ROWS[name]?.(given) ?? null;
    return evidence === null ? [] : [{ name, evidence }];
  });
}

/** A veto that the client itself tells of. */
function told(flag: keyof Circumstances, sentence: string): (given: Given) => string | null {
  return ({ circumstances }) => circumstances[flag] === true ? sentence : null;
}

/** The agent's own calls, without those of agents that it started. */
function callsIn(turns: readonly Turn[]): ToolCall[] {
  return turns.flatMap(({ subagent, calls }) => subagent ? [] : calls);
}

/** What clients call the tool that puts a question to the person, in lower case, letters only. */
const QUESTION_TOOLS = new Set([
  ...["askuserquestion", "question", "askuser", "askfollowupquestion", "askquestion"],
  ...["askhuman", "requestuserinput", "askquestions", "userinput", "askuserquestions"],
]);

/** Whether a tool puts a question to the person, by its name. */
export function isQuestionTool(name: string): boolean {
  return QUESTION_TOOLS.has(name.toLowerCase().replace(/[^a-z]/g, ""));
}

/** In every script; the marks that are also written in the middle of a word come in the next list. */
const MARKS = "?？؟⁇⁈⁉‽⸮﹖︖፧꘏꛷⳺⳻𑅃\u037e";

/** Armenian writes it above the vowel of the word that is asked for. */
const WITHIN = "՞";

/** So many lines with words in them, from the end, are near the end, if at most so many are no rows. */
const NEAR = 14;
const NEAR_PARAGRAPHS = 3;

/** A row of a list or a table, such as the answers to choose from. */
const ROW =
  /^\s{0,12}(?:[-*+•|]|\*{0,2}(?:\d{1,3}[.)]|[([]?[\p{L}\p{M}\p{N}]{1,20}[)\]])\*{0,2})\s/u;

/** A heading or a row of a table only names what it is about. */
const TITLE = /^\s{0,12}(?:#{1,6}\s|\|)/;

/** No longer end of a message is looked at, in UTF-16 units: cut within a line, which is then long. */
const MOST = 20_000;

/** Behind a mark stands no letter: `a?b` is a word, and `?page=2` a part of an address. */
const ASKED = new RegExp(
  `[\\p{L}\\p{N}\\p{M}*_"'”’»›」』)\\]]\\s?[${MARKS}](?![\\p{L}\\p{N}=&/?])|${WITHIN}`,
  "u",
);

/** Greek has the shape of a semicolon for it, which ends no message in other scripts. */
const GREEK = /\p{Script=Greek}\s?;\W{0,4}$/u;

/**
 * The line with the question that a message ends on, known by the question marks of every script and
 * by no word; null if there is none. What it only shows (code, quotes, addresses) asks nothing.
 */
export function questionIn(text: string): string | null {
  const lines = linesOf(text.slice(-MOST)).slice(-NEAR).reverse();
  let paragraphs = 0;
  for (const line of lines) {
    if (!ROW.test(line) && ++paragraphs > NEAR_PARAGRAPHS) break;
    if (ASKED.test(line) && !TITLE.test(line)) return line;
  }
  const [last = ""] = lines;
  return GREEK.test(last) ? last : null;
}

const FENCE = /^\s{0,12}(?:[-*+>]\s{0,4})?(`{3,}|~{3,})/;

/** The lines that say something, with one letter in the place of everything that they only show. */
function linesOf(text: string): string[] {
  let fence = "";
  const said = text.split("\n").filter((line) => {
    const mark = FENCE.exec(line)?.[1] ?? "";
    const isCode = fence !== "" || mark !== "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    return !isCode && !/^\s{0,12}>/.test(line);
  });
  return said.map((line) => line.replace(SHOWN, "x")).filter((line) => /\p{L}/u.test(line));
}

/** What is quoted, by its opening and closing marks, and addresses; a single mark may be an apostrophe. */
const SHOWN = new RegExp(
  [
    /(`{1,3})[^`]{1,2000}\1/,
    /"[^"]{1,2000}"/,
    /[“„”][^“„”]{1,2000}[”“]/,
    /[«»][^«»]{1,2000}[»«]/,
    /「[^」]{1,2000}」/,
    /『[^』]{1,2000}』/,
    /\b[a-z][a-z+.-]{0,20}:\/\/[^\s<>]{1,2000}(?<![?.,;:!)])/,
  ].map(({ source }) => source).join("|"),
  "gi",
);
