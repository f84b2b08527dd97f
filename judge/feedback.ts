/**
 * What the agent is told: what is missing with the evidence, what settles it, and how the person turns
 * this off. The same for a requirement that is unmet and for what a model found.
 *
 * Everything that comes from a conversation or a model is shown in one line, shortened, and without
 * characters that no reader sees.
 */

import type { RequirementAnswer, Verdict } from "../schema/types.ts";
import { oneLine, shellWord } from "../lib/text/text.ts";
import { FEEDBACK_TITLE, markedText } from "./feedback_marks.ts";

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
  readonly turnOff: TurnOff;
}

/** What the person types to turn off what is said here. */
interface TurnOff {
  /** The whole judge, for one session. */
  readonly judge: string;
  /** What is required no longer, from the words that name it. */
  readonly remove: (words: string) => string;
}

/** The longest feedback, in UTF-16 units: more would not be read. The bounds below add up to less. */
export const MAX_FEEDBACK = 4_000;

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
function turnedOff(unmet: readonly RequirementAnswer[], { judge, remove }: TurnOff): string {
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
