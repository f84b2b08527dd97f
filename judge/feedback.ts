/**
 * What the agent is told. Short, concrete, and it ends with what would settle the matter.
 *
 * Everything that comes from a conversation or a model is shown in one line, shortened, and without
 * characters that nobody sees.
 */

import type { Verdict, VerdictEvidence } from "../schema/types.ts";
import { FEEDBACK_MARKS, FEEDBACK_TITLE } from "./feedback_marks.ts";
import { RULES } from "./rules.ts";
import { oneLine } from "../lib/text/text.ts";

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
}

/** The longest feedback, in UTF-16 units: more would not be read. The bounds below add up to less. */
export const MAX_FEEDBACK = 1_500;

/** The longest summary, and the longest line of a list. */
const MAX_SUMMARY = 260;
const MAX_LINE = 90;

/** The longest word on what would settle it. */
const MAX_SETTLED = 140;

/** So many lines of each list are shown. */
const MAX_LINES = 4;

const HAND_OVER = "This is the last reminder. Tell the person plainly what is not done and why, " +
  "and then stop. Do not claim more than the evidence shows.";

/** What an agent is told about a verdict. */
export function feedbackText(verdict: Verdict, options: FeedbackOptions): string {
  const { attempt, maxAttempts, handOver = false } = options;
  return [
    `${mark()}${FEEDBACK_TITLE} (${attempt}/${maxAttempts}) [${verdict.severity}]`,
    oneLine(verdict.feedback, MAX_SUMMARY),
    list("Missing", verdict.missing),
    list("Next Actions", verdict.next_actions),
    handOver ? HAND_OVER : "",
    `Settled by: ${settledBy(verdict)}.`,
  ].filter((part) => part !== "").join("\n\n");
}

/** A text of ours that is no verdict: how a nudge begins. */
export function nudgeText(title: string, text: string): string {
  return `${mark()}${title}\n\n${text}`;
}

function mark(): string {
  return FEEDBACK_MARKS[0] ?? "";
}

function list(title: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => `- ${oneLine(line, MAX_LINE)}`);
  return shown.length === 0 ? "" : `### ${title}\n${shown.join("\n")}`;
}

/** What evidence would settle a verdict: that of its first fact, by the rule that has it. */
export function settledBy(verdict: Verdict): string {
  const [first] = verdict.evidence.filter(({ rule }) => ruleOf(rule) !== undefined);
  if (first === undefined) return "tool output that shows what is missing";
  const settled = ruleOf(first.rule)?.settled ?? "";
  return oneLine(settled.replace("{}", () => named(first)), MAX_SETTLED);
}

function ruleOf(name: string): (typeof RULES)[number] | undefined {
  return RULES.find((rule) => rule.name === name && rule.effect !== "complete");
}

/** The command or file that a fact names. */
function named({ fact }: VerdictEvidence): string {
  return /`[^`]{1,200}`/.exec(fact)?.[0] ?? "it";
}
