/** What the person does beside the stops, where a client tells. */

import { beginTask, type GuardState, settle } from "./state.ts";

/**
 * The person interrupted the agent. The task that is under way is over, whichever the client
 * names: feedback after an interruption is worse than a task that is not judged.
 */
export function noteAbort(state: GuardState, personTurns: number | null, now: number): GuardState {
  const abort = { task: personTurns, at: now };
  return { ...(state.task === null ? state : settle(state, "aborted")), abort };
}

/**
 * The person sent a message, so that they have sent so many. Everything is open again, also where
 * they took messages back and the count is an old one. Not for what we or the client send.
 *
 * The blocks in a row stay: a message that comes while the agent works does not end them for the
 * client, and the next stop tells.
 */
export function notePrompt(state: GuardState, personTurns: number): GuardState {
  return { ...beginTask(state, personTurns), abort: null };
}
