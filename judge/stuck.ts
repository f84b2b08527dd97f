/**
 * Whether a silent agent is stuck, as far as structure tells: a tool that runs, a question of the
 * client's that is open, a message that broke off. What it wrote is not read; where only that tells,
 * the answer is null: a model may be asked, and without one the agent is left alone.
 */

import type { StuckReason } from "../schema/names.ts";
import type { StuckVerdict } from "../schema/types.ts";
import { type Conversation, lastAgentTurn, type ToolCall, type Turn } from "./conversation.ts";
import { inModelsWords, markedText } from "./feedback.ts";
import { isQuestionTool } from "./vetoes.ts";

/** A message younger than this says nothing: the agent may be about to go on. */
const STUCK_AFTER_MS = 30_000;

/** A model that thinks writes nothing either, and a slow provider takes this long to begin. */
const MUTE_AFTER_MS = 60_000;

/** Installs, builds and test runs take minutes; after this it is less sure that they run. */
const LONG_TOOL_MS = 600_000;

/** What a sign means, how sure that is, when it holds, and what to tell an agent that is stuck. */
type Sign = readonly [
  reason: StuckReason,
  confidence: number,
  holds: (silence: Silence) => boolean,
  nudge?: string,
];

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
  /** How long nothing has happened, in milliseconds. */
  readonly idleMs: number;
  /** Whether the client says that the generation ended with an error. */
  readonly failed: boolean;
}

/** The signs. The first that holds decides. */
const SIGNS: readonly Sign[] = [
  ["waiting_for_user", 0.95, ({ turn }) => turn?.aborted === true],
  ["waiting_for_user", 0.95, ({ open }) => open.some(asksPerson)],
  ["working", 0.9, ({ open, idleMs }) => open.length > 0 && idleMs < LONG_TOOL_MS],
  ["working", 0.5, ({ open }) => open.length > 0],
  ["waiting_for_user", 0.9, ({ asked, mute }) => !asked && mute],
  ["working", 0.9, ({ idleMs }) => !(idleMs >= STUCK_AFTER_MS)],
  [
    "genuinely_stuck",
    0.9,
    ({ failed }) => failed,
    "Your last request failed. Go on with the task.",
  ],
  [
    "genuinely_stuck",
    0.85,
    ({ turn, mute, idleMs }) => mute && (turn?.completed === true || idleMs >= MUTE_AFTER_MS),
    "You stopped without a word. Go on with the task.",
  ],
  [
    "genuinely_stuck",
    0.85,
    ({ turn, mute }) => turn?.completed === false && !mute,
    "Your message broke off. Go on from there, and finish the task.",
  ],
];

/** What silence after the end of a conversation means; null where structure does not tell. */
export function judgeStuck(
  conversation: Conversation,
  { idleMs, failed = false }: Pick<Silence, "idleMs"> & Partial<Pick<Silence, "failed">>,
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
    open: since.turns.flatMap(({ calls, subagent }) => subagent ? [] : calls)
      .filter(({ state, background }) =>
        !background && (state === "running" || state === "pending")
      ),
  };
  const sign = SIGNS.find(([, , holds]) => holds(silence));
  if (sign === undefined) return null;
  const [reason, confidence, , nudge = null] = sign;
  return verdictOf(reason, confidence, nudge);
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
  const words = inModelsWords(nudgeMessage, "Go on with the task.");
  return verdictOf(reason, confidence, stuck && shouldNudge ? words : null);
}

function verdictOf(reason: StuckReason, confidence: number, nudge: string | null): StuckVerdict {
  return {
    ...{ stuck: reason === "genuinely_stuck", reason, confidence, shouldNudge: nudge !== null },
    nudgeMessage: nudge === null ? null : markedText("Continue", nudge),
  };
}

/** Whether a client itself asks the person something, be it to agree to a plan. */
function asksPerson({ name }: ToolCall): boolean {
  return isQuestionTool(name) || /^exit_?plan_?mode$/i.test(name);
}
