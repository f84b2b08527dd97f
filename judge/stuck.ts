/**
 * Whether a silent agent is stuck, as far as structure tells: a tool that runs, a question of the
 * client's that is open, a message that broke off. What it wrote is not read; where only that tells,
 * the answer is null, and without a model the agent is left alone.
 */

import type { StuckReason } from "../schema/names.ts";
import type { StuckVerdict } from "../schema/types.ts";
import { type Conversation, lastAgentTurn, type ToolCall, type Turn } from "./conversation.ts";
import { markedText } from "./feedback_marks.ts";

/** The limits, in milliseconds. */
const STUCK_LIMITS = {
  stuckAfterMs: {
    value: 30_000,
    why: "a message younger than this says nothing: the agent may be about to go on",
  },
  muteAfterMs: {
    value: 60_000,
    why: "a model that thinks writes nothing either, and a slow provider takes this long to begin",
  },
  longToolMs: {
    value: 600_000,
    why: "installs, builds and test runs take minutes; after this it is less sure that they run",
  },
} as const;

/** Tools by which a client itself asks the person something. */
const QUESTION_TOOLS: ReadonlySet<string> = new Set([
  "askuserquestion",
  "question",
  "exitplanmode",
]);

/** One sign: what it means, how sure that is, and what to tell the agent where it is stuck. */
interface Sign {
  readonly reason: StuckReason;
  readonly confidence: number;
  readonly nudge: string | null;
  readonly holds: (silence: Silence) => boolean;
}

/** What is known when nothing happens. */
interface Silence {
  /** Whether a person asked for anything. */
  readonly asked: boolean;
  /** The agent's last turn; null if it has not answered yet. */
  readonly turn: Turn | null;
  /** Its calls that have not ended. */
  readonly open: readonly ToolCall[];
  readonly idleMs: number;
  readonly failed: boolean;
}

/** Options of {@linkcode judgeStuck}. */
interface StuckOptions {
  /** How long nothing has happened, in milliseconds. */
  readonly idleMs: number;
  /**
   * Whether the client says that the generation ended with an error.
   * @default {false}
   */
  readonly failed?: boolean;
}

function quiet(
  reason: StuckReason,
  confidence: number,
  holds: (silence: Silence) => boolean,
): Sign {
  return { reason, confidence, holds, nudge: null };
}

function stuck(confidence: number, nudge: string, holds: (silence: Silence) => boolean): Sign {
  return { reason: "genuinely_stuck", confidence, nudge, holds };
}

/** The signs. The first that holds decides. */
const SIGNS: readonly Sign[] = [
  quiet("waiting_for_user", 0.95, ({ turn }) => turn?.aborted === true),
  quiet("waiting_for_user", 0.95, ({ open }) => open.some(asksThePerson)),
  quiet(
    "working",
    0.9,
    ({ open, idleMs }) => open.length > 0 && idleMs < STUCK_LIMITS.longToolMs.value,
  ),
  quiet("working", 0.5, ({ open }) => open.length > 0),
  quiet("waiting_for_user", 0.9, ({ asked, turn }) => !asked && isMute(turn)),
  quiet("working", 0.9, ({ idleMs }) => !(idleMs >= STUCK_LIMITS.stuckAfterMs.value)),
  stuck(
    0.9,
    "Your last request failed. Go on with the task.",
    ({ failed }) => failed,
  ),
  stuck(
    0.85,
    "You stopped without a word. Go on with the task.",
    ({ turn, idleMs }) =>
      isMute(turn) &&
      (turn?.completed === true || idleMs >= STUCK_LIMITS.muteAfterMs.value),
  ),
  stuck(
    0.85,
    "Your message broke off. Go on from there, and finish the task.",
    ({ turn }) => turn !== null && !turn.completed && !isMute(turn),
  ),
];

/** What silence after the end of a conversation means; null where structure does not tell. */
export function judgeStuck(
  conversation: Conversation,
  { idleMs, failed = false }: StuckOptions,
): StuckVerdict | null {
  const { turns } = conversation;
  const asked = turns.findLastIndex(({ origin, text }) =>
    origin === "person" && text.trim() !== ""
  );
  // A message that has no answer yet: what the agent said before it is another matter.
  const since = { ...conversation, turns: turns.slice(asked + 1) };
  const turn = lastAgentTurn(since);
  const open = since.turns.flatMap(({ calls, subagent }) => subagent ? [] : calls).filter(isOpen);
  const sign = SIGNS.find(({ holds }) =>
    holds({ asked: asked !== -1, turn, open, idleMs, failed })
  );
  if (sign === undefined) return null;
  const { reason, confidence, nudge } = sign;
  const isStuck = nudge !== null;
  return {
    stuck: isStuck,
    reason,
    confidence,
    shouldNudge: isStuck,
    nudgeMessage: isStuck ? markedText("Continue", nudge) : null,
  };
}

function isOpen({ state, background }: ToolCall): boolean {
  return !background && (state === "running" || state === "pending");
}

function asksThePerson({ name }: ToolCall): boolean {
  return QUESTION_TOOLS.has(name.toLowerCase().replaceAll("_", ""));
}

/** Whether the agent has written nothing. */
function isMute(turn: Turn | null): boolean {
  return turn === null || turn.text.trim() === "";
}
