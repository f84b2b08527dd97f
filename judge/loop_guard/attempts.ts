/** How often the agent was sent back, and how often it still may be. */

import { GUARD_LIMITS } from "./limits.ts";
import { type GuardState, isCount } from "./state.ts";

/** How often the agent was sent back in this task: the higher of what is remembered and shown. */
export function attemptsOf({ pushed }: GuardState, feedbacks: number): number {
  // A number that is none may not lift the limit.
  return isCount(feedbacks) ? Math.max(pushed.length, feedbacks) : GUARD_LIMITS.attempts;
}

/** How often the agent may still be sent back before the person speaks, this time included. */
export function pushesLeft(state: GuardState, feedbacks: number, blockCap: number | null): number {
  const attempts = attemptsOf(state, feedbacks);
  const own = GUARD_LIMITS.attempts - attempts;
  if (blockCap === null) return own;
  // A row whose beginning was not seen may be of any length. A client that does not say what
  // follows a block still counts ours.
  const blocks = Math.max(state.row ?? Infinity, attempts);
  const below = blockCap - 1 - blocks;
  return Number.isNaN(below) ? 0 : Math.min(own, below);
}
