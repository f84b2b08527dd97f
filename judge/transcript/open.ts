/** Turns and calls that may still grow, and what they are once nothing more comes. */

import type { CallState, Origin, ToolCall, Turn } from "../conversation.ts";

/** A call whose result may still come. */
export type OpenCall = { -readonly [key in keyof Omit<ToolCall, "state">]: ToolCall[key] } & {
  /** Null until something came back. */
  state: CallState | null;
};

/** A turn that may still grow. */
export interface OpenTurn {
  readonly id: string;
  readonly origin: Origin;
  readonly subagent: boolean;
  readonly at: number | null;
  text: string;
  /** Why the model stopped, as its last line says. */
  stopReason: string | null;
  /** Whether the client says that it has not come to its end. */
  open: boolean;
  outputTokens: number | null;
  aborted: boolean;
  readonly calls: OpenCall[];
}

/** Reasons to stop that leave a message unfinished. */
const CUT_OFF: ReadonlySet<string> = new Set([
  "max_tokens",
  "model_context_window_exceeded",
  "pause_turn",
]);

/** The turns as they stand at the end of a transcript. */
export function closedTurns(turns: readonly OpenTurn[]): Turn[] {
  // The agent and those it started take their turns side by side.
  const followed = { own: false, others: false };
  const closed: Turn[] = [];
  for (const turn of turns.toReversed()) {
    const side = turn.subagent ? "others" : "own";
    closed.push(closedTurn(turn, followed[side]));
    followed[side] = true;
  }
  return closed.reverse();
}

function closedTurn(turn: OpenTurn, followed: boolean): Turn {
  const { id, origin, text, outputTokens, aborted, subagent, at } = turn;
  return {
    id,
    origin,
    text,
    completed: origin !== "agent" || isCompleted(turn, followed),
    outputTokens,
    calls: turn.calls.map((call) => closedCall(call, turn, followed)),
    aborted,
    subagent,
    at,
  };
}

/**
 * Many releases of Claude Code write no reason: then what was followed by more had come to its end,
 * and so had what said something and waits for no call.
 */
function isCompleted(turn: OpenTurn, followed: boolean): boolean {
  const { stopReason, aborted, open, text, calls } = turn;
  if (stopReason !== null) return !CUT_OFF.has(stopReason);
  const said = text !== "" && calls.every(({ state }) => state !== null);
  return !aborted && (followed || !open && said);
}

/**
 * A call that nothing came back from still runs if nothing came after it, and has failed if the
 * person stopped it. Otherwise its result was not recorded: done, with an output of null.
 */
function closedCall(call: OpenCall, { aborted }: OpenTurn, followed: boolean): ToolCall {
  const { state, ...rest } = call;
  return { ...rest, state: state ?? (aborted ? "failed" : followed ? "done" : "running") };
}
