/** A stop for which the conversation has to be read: may it be judged, and is there anything to judge? */

import { countPersonTurns } from "../../judge/conversation.ts";
import { askToJudge, conclude, type Ticket } from "../../judge/loop_guard.ts";
import { isPlainAnswer } from "../../judge/plain_answer.ts";
import { blockCap } from "./block_cap.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";
import { positionOf, type ReadTranscript, readWholeTranscript } from "./transcript_file.ts";
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

/** Judges a stop, or says why not. */
export async function judgeStop(turn: JudgedTurn): Promise<Decision> {
  const { store, session, stop, notes, started: now } = turn;
  if (stop.transcript === null) return skipped("unreadable");
  const { guard, ...kept } = readJudgeState(store, session);
  // Whoever judged before and holds the lock no longer was ended on the way.
  const state: JudgeState = { ...kept, guard: { ...guard, active: null } };
  const read = await readWholeTranscript(stop.transcript, state.settled, {
    last: turn.event.lastMessage,
    // Whoever was sent back has said something since, be it the same words.
    beyond: stop.continued ? state.guard.at : null,
  });
  notes.step(`judge: ${read.lines} lines, ${read.broken} broken`);
  const personTurns = countPersonTurns(read.conversation);
  // More than there are: messages were taken back, and the newest has not been judged.
  if (state.settled > personTurns) state.settled = Math.max(0, personTurns - 1);
  const asked = askToJudge(state.guard, {
    ...stop,
    judgeSession: false,
    aborted: read.lastInterrupted,
    personTurns,
    feedbacks: feedbacksOf(read),
    print: positionOf(read.conversation),
  }, { now, blockCap: blockCap() });
  if (asked.decision.judge && isPlainAnswer(read.conversation)) {
    return plainAnswer(turn, { ...state, guard: asked.state }, asked.decision.ticket);
  }
  writeJudgeState(store, session, { ...state, guard: asked.state });
  if (!asked.decision.judge) return skipped(asked.decision.reason, null, asked.decision.attempt);
  const { judgeTranscript }: typeof import("./judgement.ts") = await import(JUDGEMENT);
  return await judgeTranscript(turn, stop.transcript, read, asked.decision.ticket);
}

/** A question and its answer: done, and nothing of it is worth keeping. */
function plainAnswer(
  { store, session, judge }: JudgedTurn,
  state: JudgeState,
  ticket: Ticket,
): Decision {
  const { personTurns } = ticket;
  const facts = {
    ticket,
    personTurns,
    evidence: "",
    aborted: false,
    observed: judge === "observe",
  };
  const concluded = conclude(state.guard, { ...facts, effect: "let_go" }, { blockCap: blockCap() });
  writeJudgeState(store, session, { ...state, guard: concluded.state, settled: personTurns });
  return { judged: { ...NOTHING_JUDGED, verdict: ANSWERED, decision: "let_go" }, feedback: null };
}

/** How many of our own messages came after the person's last one. */
function feedbacksOf({ conversation: { turns } }: ReadTranscript): number {
  const last = turns.findLastIndex(({ origin }) => origin === "person");
  return turns.slice(last + 1).filter(({ origin }) => origin === "feedback").length;
}
