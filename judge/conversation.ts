/**
 * What an agent and a person said and did, in one shape for every client.
 *
 * Readers (such as `transcript/claude_code.ts`) bound what they keep: a conversation may begin in the
 * middle of a session, and long texts have lost their middle. Only types and small questions about
 * them: nothing here knows a client or a runtime.
 */

import { cutMiddle } from "../lib/text/text.ts";

/** Where a turn comes from. Only a `person` asks for something; only the `agent` does something. */
export type Origin =
  /** The person typed it. */
  | "person"
  /** What the judge told the agent, or a nudge of ours. */
  | "feedback"
  /** Written by the client: other hooks, continues, reminders, the output of a local command. */
  | "synthetic"
  /** The client's summary of what it compacted away. */
  | "summary"
  | "agent";

/** How far a tool call came. */
export type CallState = "pending" | "running" | "done" | "failed";

/** One use of a tool. */
export interface ToolCall {
  readonly id: string;
  /** As the client calls the tool: `Bash`, `bash`, `edit`, … */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What came back; null where none was recorded. Empty is an output too. */
  readonly output: string | null;
  readonly state: CallState;
  /** What the program's exit status was, where the client told. */
  readonly exitCode: number | null;
  /** Whether it was left running beside the conversation. */
  readonly background: boolean;
  /** Who kept it from running: the person, or the client by a rule, a hook or a mode; null: it ran. */
  readonly refusedBy: "person" | "client" | null;
  /** Whether the client kept only a part of the output, or ended or moved away what made it. */
  readonly cut: boolean;
  /** The folder that it began in, absolute; empty: the session's own, or the client does not tell. */
  readonly folder: string;
  /** When it ended, in milliseconds since the epoch; null where the client did not record it. */
  readonly endedAt: number | null;
}

/** What one side said and did in one piece. */
export interface Turn {
  readonly id: string;
  readonly origin: Origin;
  readonly text: string;
  /** False while the agent is still writing, or where it was cut off. */
  readonly completed: boolean;
  /** What the model wrote, in tokens; null where the client did not count. */
  readonly outputTokens: number | null;
  /** In the order in which they were made. */
  readonly calls: readonly ToolCall[];
  /** Whether a person stopped it. */
  readonly aborted: boolean;
  /** Whether it belongs to an agent that the agent started. */
  readonly subagent: boolean;
  /** When it began, in milliseconds since the epoch; null where the client did not record it. */
  readonly at: number | null;
}

/** A conversation, or the end of one. */
export interface Conversation {
  readonly turns: readonly Turn[];
  /** Turns before the first of `turns` that were not kept: the numbers of facts count them. */
  readonly turnsBefore: number;
  /** How many of those not kept were a person's. */
  readonly personTurnsBefore: number;
  /** The folder that the session began in, absolute; empty where the client does not tell. */
  readonly folder: string;
}

/** A conversation of these turns and no others. */
export function conversationOf(turns: readonly Turn[]): Conversation {
  return { turns, turnsBefore: 0, personTurnsBefore: 0, folder: "" };
}

/** A turn with nothing in it but what is given. */
export function turnOf(given: Partial<Turn> & Pick<Turn, "origin">): Turn {
  return {
    ...{ id: "", text: "", completed: true, outputTokens: null, calls: [] },
    ...{ aborted: false, subagent: false, at: null },
    ...given,
  };
}

/** A tool call with nothing in it but what is given: done, with its output not recorded. */
export function callOf(given: Partial<ToolCall> & Pick<ToolCall, "name">): ToolCall {
  return {
    ...{ id: "", input: {}, output: null, state: "done", exitCode: null, background: false },
    ...{ refusedBy: null, cut: false, folder: "", endedAt: null },
    ...given,
  };
}

/** How many messages a person sent, those included that were not kept. */
export function countPersonTurns({ turns, personTurnsBefore }: Conversation): number {
  return personTurnsBefore + turns.filter(({ origin }) => origin === "person").length;
}

/** What the agent wrote last, if it wrote anything since the last message to it. */
export function lastAgentTurn({ turns }: Conversation): Turn | null {
  return turns.findLast(({ origin, subagent }) => origin === "agent" && !subagent) ?? null;
}

/** Where a conversation stands: one more turn, or another one, is another place. */
export function positionOf({ turns, turnsBefore }: Conversation): string {
  return `${turnsBefore + turns.length}:${turns.at(-1)?.id ?? ""}`;
}

/** A message: longer than anyone types; what is longer was pasted, and says so at either end. */
const MESSAGE = { head: 6_000, tail: 2_000 };

/** All messages: what fits into a prompt beside the facts. The newest stand last. */
const TEXT = { head: 8_000, tail: 16_000 };

/** Messages that make one task; before so many it was about something else. */
const MOST_MESSAGES = 50;

/**
 * What the agent was asked to do: the person's messages that belong to no settled task, as they wrote
 * them, and where the first of them stands; `turns.length` without any. What they mean is a model's
 * part to read.
 *
 * @param settled So many messages of the person belong to tasks that are settled.
 */
export function taskText(conversation: Conversation, settled = 0): { text: string; from: number } {
  const { turns } = conversation;
  const messages = openMessages(conversation, settled)
    .map((at) => ({ at, said: turns[at]!.subagent ? "" : turns[at]!.text.trim() }))
    .filter(({ said }) => said !== "").slice(-MOST_MESSAGES);
  const texts = messages.map(({ said }) => cutMiddle(said, MESSAGE));
  const numbered = texts.map((text, n) => `${n + 1}. ${text}`).join("\n");
  return {
    text: texts.length > 1 ? cutMiddle(numbered, TEXT) : texts[0] ?? "",
    from: messages[0]?.at ?? turns.length,
  };
}

/**
 * Where the task at hand begins among the turns: with the first message that belongs to no settled
 * task. Without one, with the last: an agent that something wakes goes on with that.
 */
export function taskStart(conversation: Conversation, settled: number): number {
  const last = conversation.turns.findLastIndex(({ origin }) => origin === "person");
  return openMessages(conversation, settled)[0] ?? Math.max(0, last);
}

/** The places of the person's messages behind so many that belong to settled tasks. */
function openMessages({ turns, personTurnsBefore }: Conversation, settled: number): number[] {
  return [...turns.keys()].filter((at) => turns[at]?.origin === "person")
    .slice(Math.max(0, settled - personTurnsBefore));
}
