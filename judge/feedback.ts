/**
 * What the agent is told: what is missing with the evidence, what settles it, and how the person turns
 * this off. The same for a requirement that is unmet and for what a model found.
 *
 * Everything that comes from a conversation or a model is shown in one line, shortened, and without
 * characters that no reader sees. It stands between marks: by them alone it is told from what a
 * person or an agent says, however much of it they repeat.
 */

import type { RequirementAnswer, Verdict } from "../schema/types.ts";
import { oneLine, shellWord } from "../lib/text/text.ts";

/** Options of {@linkcode feedbackText}. */
interface FeedbackOptions {
  /** Which feedback of this task this is, from 1. */
  readonly attempt: number;
  /** No more than this many. */
  readonly maxAttempts: number;
  /**
   * Whether it is the last one: the agent shall tell the person what is not done, and stop.
   * @default {false}
   */
  readonly handOver?: boolean;
  /** What became of each requirement; none where nothing was declared. */
  readonly requirements?: readonly RequirementAnswer[];
  /** What the person types to turn this off. */
  readonly turnOff: {
    /** The whole judge, for one session. */
    readonly judge: string;
    /** What is required no longer, from the words that name it. */
    readonly remove: (words: string) => string;
  };
}

/** So much of a verdict is shown; with the bounds below no feedback has more than 4,000 characters. */
const MAX_SUMMARY = 400;

/** So many lines of each list are shown, and so much of each. */
const MAX_LINES = 5;
const MAX_LINE = 280;

/** So many requirements are named to the person. */
const MAX_NAMED = 3;

const DECLARED = "The person declared what done means in this repository, and it is not met.";

const HAND_OVER = "This is the last reminder. Tell the person plainly what is not done and why, " +
  "and then stop. Do not claim more than the evidence shows.";

/** What an agent is told about a verdict. */
export function feedbackText(verdict: Verdict, options: FeedbackOptions): string {
  const { attempt, maxAttempts, handOver = false, requirements = [], turnOff } = options;
  const unmet = requirements.filter(({ state }) => state === "unmet");
  return markedText(
    `${FEEDBACK_TITLE} (${attempt}/${maxAttempts}) [${verdict.severity}]`,
    [
      // The evidence of what is unmet stands in the list.
      unmet.length > 0 ? DECLARED : oneLine(verdict.feedback, MAX_SUMMARY),
      list("Missing", verdict.missing),
      list("Next Actions", verdict.next_actions),
      handOver ? HAND_OVER : "",
      turnedOff(unmet, turnOff),
    ].filter((part) => part !== "").join("\n\n"),
  );
}

function list(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => `- ${oneLine(line, MAX_LINE)}`);
  const more = lines.length - shown.length;
  if (more > 0) shown.push(`- … and ${more} more`);
  return shown.length === 0 ? "" : `### ${title}\n${shown.join("\n")}`;
}

/** How the person turns off what was said. The agent is told whose it is. */
function turnedOff(
  unmet: readonly RequirementAnswer[],
  { judge, remove }: FeedbackOptions["turnOff"],
): string {
  const names = unmet.slice(0, MAX_NAMED).map(wordOf);
  const words = names.every((name) => name !== null) ? names.join(" ") : "WHAT";
  const only = names.length === 0 ? "" : `, or only this with \`${remove(words)}\``;
  return `Only the person turns this off: the judge of one session with \`${judge}\`${only}.`;
}

/** A requirement as a word of a shell line; null where its name was cut. */
function wordOf({ kind, name }: RequirementAnswer): string | null {
  if (kind !== "check") return kind;
  const command = /^check `(.*)`$/.exec(oneLine(name, MAX_LINE))?.[1] ?? "…";
  return command.includes("…") ? null : shellWord(command);
}

/** Every text that we send to an agent begins with this. */
export const FEEDBACK_MARK = "## Reflection: ";

/** The last line of every text that we send to an agent: what follows it is not ours. */
export const FEEDBACK_END = "(End of this reflection.)";

/** A text of ours, between its marks. Nothing in it can end it early. */
export function markedText(title: string, text: string): string {
  const inner = `${title}\n\n${text}`.replaceAll(FEEDBACK_END, "").trimEnd();
  return `${FEEDBACK_MARK}${inner}\n\n${FEEDBACK_END}`;
}

/** What a model says to the agent, in one line, or what we say where it says nothing. */
export function inModelsWords(words: string | null, otherwise: string): string {
  return oneLine(words ?? "", 600) || otherwise;
}

/** Whether a text is one of ours. One that only quotes us further down is not. */
export function beginsWithMark(text: string): boolean {
  return text.startsWith(FEEDBACK_MARK);
}

/** How the text begins that says that a task is not done; others only tell the agent to go on. */
const FEEDBACK_TITLE = "Task Incomplete";

/** Whether a text of ours says that a task is not done. The client may have put words before it. */
export function isFeedback(text: string): boolean {
  return text.slice(0, 200).includes(`${FEEDBACK_MARK}${FEEDBACK_TITLE}`);
}

/** The line that Claude Code puts before ours, where it hands on what a hook said. */
export const HOOK_FEEDBACK = "Stop hook feedback:";

/** How ours begins in another text: what stands before the mark is a quotation, or a hook's command. */
const BEGINNING = new RegExp(
  `^(?:[ \\t>]{0,500}${HOOK_FEEDBACK}\n)?[ \\t>]{0,500}(?:\\[[^\\]\n]{0,500}\\]: )?${FEEDBACK_MARK}`,
  "gm",
);

/**
 * The text without ours in it, whole or quoted. One that lost its end, because only a part of it is
 * quoted, ends with its quotation or its paragraph.
 */
export function withoutFeedback(text: string): string {
  if (!text.includes(FEEDBACK_MARK)) return text;
  const found = [...text.matchAll(BEGINNING)];
  const kept: string[] = [];
  let at = 0;
  for (const [index, { index: start, 0: beginning }] of found.entries()) {
    if (start < at) continue;
    kept.push(text.slice(at, start));
    const mark = start + beginning.length;
    const end = text.slice(mark, found[index + 1]?.index).indexOf(FEEDBACK_END);
    const isQuoted = beginning.includes(">");
    at = end === -1 ? partEnd(text, mark, isQuoted) : mark + end + FEEDBACK_END.length;
  }
  return at === 0 ? text : [...kept, text.slice(at)].join("").trim();
}

/** Where a text of ours without its end has to be cut: what a quotation holds is all of it. */
function partEnd(text: string, mark: number, isQuoted: boolean): number {
  const end = text.slice(mark).search(isQuoted ? /\n(?![^\S\n]*>)/ : /\n[^\S\n]*(?:\n|$)/);
  return end === -1 ? text.length : mark + end;
}
