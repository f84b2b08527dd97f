/**
 * A stop, judged: whether it may be, by the loop guard, and if so what the conversation comes to.
 * What it was heard from, and how the agent is told, is the business of whoever calls.
 */

import { type Conversation, countPersonTurns, positionOf } from "../../judge/conversation.ts";
import { isFeedback } from "../../judge/feedback_marks.ts";
import { askToJudge, conclude, type StopFacts, type Ticket } from "../../judge/loop_guard.ts";
import { isPlainAnswer } from "../../judge/plain_answer.ts";
import { messageOf } from "../../lib/store/notes.ts";
import type { Heard } from "./heard.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";
import {
  ANSWERED,
  type Decision,
  type JudgedTurn,
  NOTHING_JUDGED,
  skipped,
} from "./verdict_record.ts";

/**
 * Most of the judge, loaded only where there is something to judge. Not by a name that deno can
 * read: it would look at all of it before every start.
 */
const JUDGEMENT = "./judgement.ts";

/** What the client tells of a stop beside the conversation. */
type Circumstances = Pick<
  StopFacts,
  "subagent" | "planMode" | "backgroundTasks" | "continued"
>;

/** Judges a stop, one session at a time; the kernel frees the lock of a process that was killed. */
export async function judgeStop(
  turn: JudgedTurn,
  circumstances: Circumstances,
  hear: (state: JudgeState) => Promise<Heard>,
): Promise<Decision> {
  const { store, session, event, notes } = turn;
  // Without an id there is nothing to remember the attempts by.
  if (event.sessionId === "unknown") return skipped("unreadable");
  try {
    if (!store.lock(`state/${session}.judge.lock`)) return skipped("concurrent");
    const { guard, ...kept } = readJudgeState(store, session);
    // Whoever judged before and holds the lock no longer was ended on the way.
    const state: JudgeState = { ...kept, guard: { ...guard, active: null } };
    return await judgeHeard(turn, circumstances, state, await hear(state));
  } catch (error) {
    notes.error(`Cannot judge: ${messageOf(error)}`);
    return skipped("unreadable", messageOf(error));
  }
}

async function judgeHeard(
  turn: JudgedTurn,
  circumstances: Circumstances,
  state: JudgeState,
  heard: Heard,
): Promise<Decision> {
  const { store, session, started: now, blockCap } = turn;
  const { conversation, interrupted } = heard;
  const personTurns = countPersonTurns(conversation);
  // More than there are: messages were taken back, and the newest has not been judged.
  if (state.settled > personTurns) state.settled = Math.max(0, personTurns - 1);
  const asked = askToJudge(state.guard, {
    ...circumstances,
    judgeSession: false,
    aborted: interrupted,
    personTurns,
    feedbacks: feedbacksIn(conversation),
    print: positionOf(conversation),
  }, { now, blockCap });
  if (asked.decision.judge && isPlainAnswer(conversation)) {
    return plainAnswer(turn, { ...state, guard: asked.state }, asked.decision.ticket);
  }
  writeJudgeState(store, session, { ...state, guard: asked.state });
  if (!asked.decision.judge) return skipped(asked.decision.reason, null, asked.decision.attempt);
  const { judgeConversation }: typeof import("./judgement.ts") = await import(JUDGEMENT);
  return await judgeConversation(turn, heard, asked.decision.ticket);
}

/** A question and its answer: done, and nothing of it is worth keeping. */
function plainAnswer(turn: JudgedTurn, state: JudgeState, ticket: Ticket): Decision {
  const { store, session, judge } = turn;
  const { personTurns } = ticket;
  const facts = {
    ticket,
    personTurns,
    evidence: "",
    aborted: false,
    observed: judge === "observe",
  };
  const concluded = conclude(state.guard, { ...facts, effect: "let_go" }, turn);
  writeJudgeState(store, session, { ...state, guard: concluded.state, settled: personTurns });
  return { judged: { ...NOTHING_JUDGED, verdict: ANSWERED, decision: "let_go" }, feedback: null };
}

/** How often the agent was told after the person's last message that the task is not done. */
export function feedbacksIn({ turns }: Conversation): number {
  const last = turns.findLastIndex(({ origin }) => origin === "person");
  return turns.slice(last + 1).filter(({ origin, text }) =>
    origin === "feedback" && isFeedback(text)
  ).length;
}
