/**
 * Whether a silent agent is stuck, as far as structure tells: a tool that runs, a question of the
 * client's that is open, a message that broke off. What it wrote is not read; where only that tells,
 * the answer is null: a model may be asked, and without one the agent is left alone.
 */

import type { StuckReason } from "../schema/names.ts";
import type { StuckVerdict } from "../schema/types.ts";
import { oneLine } from "../lib/text/text.ts";
import { type Conversation, lastAgentTurn, type ToolCall, type Turn } from "./conversation.ts";
import { markedText } from "./feedback.ts";
import { isQuestionTool } from "./vetoes.ts";

/** A message younger than this says nothing: the agent may be about to go on. */
const STUCK_AFTER_MS = 30_000;

/** A model that thinks writes nothing either, and a slow provider takes this long to begin. */
const MUTE_AFTER_MS = 60_000;

/** Installs, builds and test runs take minutes; after this it is less sure that they run. */
const LONG_TOOL_MS = 600_000;

/** One sign: when it holds, what it means, how sure that is, and what to tell a stuck agent. */
interface Sign {
  readonly holds: (silence: Silence) => boolean;
  readonly reason: StuckReason;
  readonly confidence: number;
  readonly nudge?: string;
}

/** What is known when nothing happens. */
interface Silence {
  /** Whether a person asked for anything. */
  readonly asked: boolean;
  /** The agent's last turn; null if it has not answered yet. */
  readonly turn: Turn | null;
  /** Whether the agent has written nothing in it. */
  readonly mute: boolean;
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

/** The signs. The first that holds decides. */
const SIGNS: readonly Sign[] = [
  { holds: ({ turn }) => turn?.aborted === true, reason: "waiting_for_user", confidence: 0.95 },
  { holds: ({ open }) => open.some(asksPerson), reason: "waiting_for_user", confidence: 0.95 },
  {
    holds: ({ open, idleMs }) => open.length > 0 && idleMs < LONG_TOOL_MS,
    ...{ reason: "working", confidence: 0.9 },
  },
  { holds: ({ open }) => open.length > 0, reason: "working", confidence: 0.5 },
  { holds: ({ asked, mute }) => !asked && mute, reason: "waiting_for_user", confidence: 0.9 },
  { holds: ({ idleMs }) => !(idleMs >= STUCK_AFTER_MS), reason: "working", confidence: 0.9 },
  {
    holds: ({ failed }) => failed,
    ...{ reason: "genuinely_stuck", confidence: 0.9 },
    nudge: "Your last request failed. Go on with the task.",
  },
  {
    holds: ({ turn, mute, idleMs }) => mute && (turn?.completed || idleMs >= MUTE_AFTER_MS),
    ...{ reason: "genuinely_stuck", confidence: 0.85 },
    nudge: "You stopped without a word. Go on with the task.",
  },
  {
    holds: ({ turn, mute }) => turn?.completed === false && !mute,
    ...{ reason: "genuinely_stuck", confidence: 0.85 },
    nudge: "Your message broke off. Go on from there, and finish the task.",
  },
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
  const silence: Silence = {
    ...{ asked: asked !== -1, turn, mute: (turn?.text ?? "").trim() === "", idleMs, failed },
    open: since.turns.flatMap(({ calls, subagent }) => subagent ? [] : calls).filter(isOpen),
  };
  const sign = SIGNS.find(({ holds }) => holds(silence));
  return sign === undefined ? null : verdictOf(sign.reason, sign.confidence, sign.nudge ?? null);
}

/**
 * What structure proves no model sees better; where it does not tell, a model's answer counts, in its
 * words under our title. Null where neither tells, and where the model contradicts itself.
 */
export function combineStuck(
  floor: StuckVerdict | null,
  model: StuckVerdict | null,
): StuckVerdict | null {
  if (floor !== null || model === null) return floor;
  const { stuck, reason, confidence, shouldNudge, nudgeMessage } = model;
  if (stuck !== (reason === "genuinely_stuck")) return null;
  const words = oneLine(nudgeMessage ?? "", MOST_NUDGE) || "Go on with the task.";
  return verdictOf(reason, confidence, stuck && shouldNudge ? words : null);
}

/** So much of a model's words is handed on. */
const MOST_NUDGE = 600;

function verdictOf(reason: StuckReason, confidence: number, nudge: string | null): StuckVerdict {
  return {
    ...{ stuck: reason === "genuinely_stuck", reason, confidence, shouldNudge: nudge !== null },
    nudgeMessage: nudge === null ? null : markedText("Continue", nudge),
  };
}

function isOpen({ state, background }: ToolCall): boolean {
  return !background && (state === "running" || state === "pending");
}

/** Whether a client itself asks the person something, be it to agree to a plan. */
function asksPerson({ name }: ToolCall): boolean {
  return isQuestionTool(name) || /^exit_?plan_?mode$/i.test(name);
}
