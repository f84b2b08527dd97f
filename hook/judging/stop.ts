/**
 * A stop, judged: whether it may be, by the loop guard, and if so what the conversation comes to.
 * Where the conversation is from, and how the agent is told, is the caller's business.
 */

import { type Conversation, countPersonTurns, positionOf } from "../../judge/conversation.ts";
import { isFeedback } from "../../judge/feedback.ts";
import { startJudging } from "../../judge/loop_guard.ts";
import { messageOf } from "../../lib/store/notes.ts";
import type { TranscriptSnapshot } from "../clients/claude_code.ts";
import { type Decision, type JudgedTurn, skipped } from "./judged.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";
import { isTalk, judgeTalk } from "./talk.ts";

/**
 * Most of the judge, loaded only where there is something to judge. Not by a name that deno can
 * read: it would look at all of it before every start.
 */
const JUDGEMENT = "./judgement.ts";

/** What the client tells of a stop beside the conversation. */
interface Circumstances {
  readonly subagent: boolean;
  readonly planMode: boolean;
  /** Null where the client does not tell. */
  readonly backgroundTasks: number | null;
  /** Whether it follows a block. */
  readonly continued: boolean;
}

/** Judges a stop, one session at a time; the kernel frees the lock of a process that was killed. */
export async function judgeStop(
  turn: JudgedTurn,
  circumstances: Circumstances,
  takeSnapshot: (state: JudgeState) => Promise<TranscriptSnapshot>,
): Promise<Decision> {
  const { store, session, event, notes } = turn;
  // Without an id there is nothing to remember the attempts by.
  if (event.sessionId === "unknown") return skipped("unreadable");
  try {
    if (!store.lock(`state/${session}.judge.lock`)) return skipped("concurrent");
    const state = readJudgeState(store, session);
    return await judgeSnapshot(turn, circumstances, state, await takeSnapshot(state));
  } catch (error) {
    notes.error(`Cannot judge: ${messageOf(error)}`);
    return skipped("unreadable", messageOf(error));
  }
}

async function judgeSnapshot(
  turn: JudgedTurn,
  given: Circumstances,
  state: JudgeState,
  snapshot: TranscriptSnapshot,
): Promise<Decision> {
  const { store, session, blockCap } = turn;
  const { conversation, interrupted, teammate } = snapshot;
  const circumstances = { ...given, subagent: given.subagent || teammate };
  const personTurns = countPersonTurns(conversation);
  // More than there are: messages were taken back, and the newest has not been judged.
  if (state.settled > personTurns) state.settled = Math.max(0, personTurns - 1);
  const { state: guard, decision } = startJudging(state.guard, {
    ...circumstances,
    backgroundTasks: circumstances.backgroundTasks ?? 0,
    aborted: interrupted,
    personTurns,
    feedbacks: feedbacksIn(conversation),
    position: positionOf(conversation),
  }, { blockCap });
  if (decision.judge && isTalk(conversation, state.settled)) {
    return judgeTalk(turn, { snapshot, circumstances, run: decision.run }, { ...state, guard });
  }
  // The one write before the end: the run stands on disk while it is judged, so that a client that
  // kills its hooks counts the stop all the same, and the person's hooks can end the run.
  writeJudgeState(store, session, { ...state, guard });
  if (!decision.judge) return skipped(decision.reason, null, decision.attempt);
  const { judgeConversation }: typeof import("./judgement.ts") = await import(JUDGEMENT);
  return await judgeConversation(turn, { snapshot, circumstances, run: decision.run });
}

/** How often the agent was told after the person's last message that the task is not done. */
export function feedbacksIn({ turns }: Conversation): number {
  const last = turns.findLastIndex(({ origin }) => origin === "person");
  return turns.slice(last + 1).filter(({ origin, text }) =>
    origin === "feedback" && isFeedback(text)
  ).length;
}
