/**
 * What the agent was asked to do: the person's messages since the last task was settled, as they
 * wrote them. What they mean is not read here: that is a model's part.
 */

import type { Conversation } from "./conversation.ts";
import { cutMiddle } from "../lib/text/text.ts";

/** A task. */
interface TaskText {
  /** The messages as one text; several are numbered. Empty without any. */
  readonly text: string;
  /** Where the first of them stands in `conversation.turns`; `turns.length` without any. */
  readonly from: number;
}

/** A message: longer than anyone types; what is longer was pasted, and says so at either end. */
const MESSAGE = { head: 6_000, tail: 2_000 };

/** All messages: what fits into a prompt beside the facts. The newest stand last. */
const TEXT = { head: 8_000, tail: 16_000 };

/** Messages that make one task; before so many it was about something else. */
const MOST_MESSAGES = 50;

/**
 * Finds the task in a conversation.
 *
 * @param settled So many messages of the person belong to tasks that are settled.
 */
export function taskText({ turns, personTurnsBefore }: Conversation, settled = 0): TaskText {
  const messages: { readonly text: string; readonly at: number }[] = [];
  let persons = personTurnsBefore;
  for (const [at, { origin, text, subagent }] of turns.entries()) {
    if (origin !== "person" || ++persons <= settled || subagent || text.trim() === "") continue;
    messages.push({ text: text.trim(), at });
  }
  const kept = messages.slice(-MOST_MESSAGES);
  const texts = kept.map(({ text }) => cutMiddle(text, MESSAGE));
  const [only = "", ...others] = texts;
  return {
    text: others.length === 0
      ? only
      : cutMiddle(texts.map((text, n) => `${n + 1}. ${text}`).join("\n"), TEXT),
    from: kept[0]?.at ?? turns.length,
  };
}
