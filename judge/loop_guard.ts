/**
 * Keeps the judge from looping: a pure state machine, one state per session.
 *
 * {@linkcode askToJudge} at every stop; where it says so, judge, and {@linkcode conclude} with the
 * verdict; {@linkcode noteAbort} and {@linkcode notePrompt} where a client tells what the person
 * does. Read the state anew before each of them, and keep the new one before acting on the
 * decision: feedback that was counted and not sent is lost, feedback that was not counted repeats.
 *
 * What it promises, for every order of events:
 * - a session of a judge, or an agent that an agent started, is never judged;
 * - of two judgements at a time one counts, and one state is never answered twice;
 * - a task that is settled stays so until the person says something new;
 * - an interrupted task gets no feedback, also where the interruption comes while it is judged;
 * - the limits of {@linkcode GUARD_LIMITS} hold, and a client's own cap is never reached;
 * - a message of the person opens everything again; no clock and no lost file mutes for longer.
 */

export { type AskDecision, askToJudge, type StopFacts, type Ticket } from "./loop_guard/ask.ts";
export {
  conclude,
  type ConcludeDecision,
  type VerdictEffect,
  type VerdictFacts,
} from "./loop_guard/conclude.ts";
export { noteAbort, notePrompt } from "./loop_guard/state.ts";
export { GUARD_LIMITS } from "./loop_guard/limits.ts";
export {
  type GuardState,
  newGuardState,
  readGuardState,
  SETTLED_REASONS,
} from "./loop_guard/state.ts";
