/**
 * Keeps the judge from looping: a pure state machine, one state per session.
 *
 * {@linkcode startJudging} at every stop; where it says so, judge, and {@linkcode finishJudging}
 * with the verdict; {@linkcode noteAbort} and {@linkcode notePrompt} where a client tells what the person
 * does. Read the state anew before each of them, and keep the new one before acting on the
 * decision: feedback that was counted and not sent is lost, feedback that was not counted repeats.
 *
 * What it promises, for every order of events:
 * - a session of a judge, or an agent that an agent started, is never judged;
 * - of two judgements at a time one counts, and one state is never answered twice;
 * - a finished task stays so until the person says something new;
 * - an interrupted task gets no feedback, also where the interruption comes while it is judged;
 * - the limits of {@linkcode GUARD_LIMITS} hold, and a client's own cap is never reached;
 * - a message of the person opens everything again; no clock and no lost file mutes for longer.
 */

export {
  type JudgeRun,
  type StartDecision,
  startJudging,
  type StopFacts,
} from "./loop_guard/start.ts";
export {
  type FinishDecision,
  finishJudging,
  type VerdictEffect,
  type VerdictFacts,
} from "./loop_guard/finish.ts";
export { noteAbort, notePrompt } from "./loop_guard/state.ts";
export { GUARD_LIMITS } from "./loop_guard/limits.ts";
export {
  FINISHED_REASONS,
  type GuardState,
  newGuardState,
  readGuardState,
} from "./loop_guard/state.ts";
