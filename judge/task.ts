/**
 * What the agent was asked to do: the person's messages since the last task that was settled, and
 * nothing that a program said.
 */

import { type Conversation, countPersonTurns } from "./conversation.ts";
import { kindOf, type TaskKind } from "./task/kind.ts";
import { messagesOf } from "./task/messages.ts";
import { type Wish, wishesOf } from "./task/wishes.ts";
import { cutMiddle } from "../lib/text/text.ts";

/** A task. */
export interface Task {
  /** The messages as one text; several are numbered. */
  readonly text: string;
  /** The person's messages that make it, the oldest first. */
  readonly messages: readonly string[];
  /** What the person asked for before, and took back with the first of these messages. */
  readonly takenBack?: readonly string[];
  /** Where the first of them stands in `conversation.turns`; `turns.length` without any. */
  readonly from: number;
  readonly kind: TaskKind;
  readonly wishes: readonly Wish[];
  /** How many messages the person had sent in all: what tells one task from the next. */
  readonly personTurns: number;
}

/** Options of {@linkcode taskOf}. */
interface TaskOptions {
  /**
   * So many messages of the person belong to tasks that are settled.
   * @default {0}
   */
  readonly settled?: number;
}

/** A message: longer than anybody types; what is longer was pasted, and says so at either end. */
const MESSAGE = { head: 6_000, tail: 2_000 };

/** All messages: what fits into a prompt beside the evidence. The newest stand last. */
const TEXT = { head: 8_000, tail: 16_000 };

/** Messages that make one task; before so many it was about something else. */
const MOST_MESSAGES = 50;

/** Finds the task in a conversation. */
export function taskOf(conversation: Conversation, { settled = 0 }: TaskOptions = {}): Task {
  const { turns } = conversation;
  const { asked, takenBack } = messagesOf(conversation, settled);
  const kept = asked.slice(-MOST_MESSAGES);
  const messages = kept.map(({ text }) => cutMiddle(text, MESSAGE));
  return {
    text: cutMiddle(asOneText(messages), TEXT),
    messages,
    ...(takenBack.length === 0 ? {} : {
      takenBack: takenBack.slice(-MOST_MESSAGES).map(({ text }) => cutMiddle(text, MESSAGE)),
    }),
    from: kept[0]?.index ?? turns.length,
    kind: kindOf(messages),
    wishes: wishesOf(messages),
    personTurns: countPersonTurns(conversation),
  };
}

function asOneText(messages: readonly string[]): string {
  if (messages.length === 1) return messages[0]!;
  return messages.map((message, index) => `${index + 1}. ${message}`).join("\n");
}
