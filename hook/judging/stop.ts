/**
 * A stop, judged: whether it may be, by the loop guard, and if so what the conversation comes to.
 * Where the conversation is from, and how the agent is told, is the caller's business.
 */

import {
  type Conversation,
  countPersonTurns,
  positionOf,
  taskStart,
} from "../../judge/conversation.ts";
import type { Facts } from "../../judge/evidence/facts.ts";
import { isFeedback } from "../../judge/feedback.ts";
import { startJudging } from "../../judge/loop_guard.ts";
import { vetoesOf } from "../../judge/vetoes.ts";
import { messageOf } from "../../lib/store/notes.ts";
import type { Verdict } from "../../schema/types.ts";
import type { TranscriptSnapshot } from "../clients/claude_code.ts";
import type { StopEvent } from "../event.ts";
import { decide } from "./decide.ts";
import { type Decision, type Found, type JudgedTurn, skipped, type StartedStop } from "./judged.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";

/**
 * Most of the judge, loaded only where there is something to judge. Not by a name that deno can
 * read: it would look at all of it before every start.
 */
const JUDGEMENT = "./judgement.ts";

/** What the client tells of a stop beside the conversation. */
type Circumstances = Omit<StopEvent, "transcript">;

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

/** Whether nothing but words came since the last task was settled. */
function isTalk(conversation: Conversation, settled: number): boolean {
  const { turns } = conversation;
  return turns.slice(taskStart(conversation, settled)).every(({ calls }) => calls.length === 0);
}

/**
 * Judges a stop after mere talk: no call was made for the task at hand. Then nothing can be unmet and
 * nothing was changed, so that git is not asked and no model either, and most of the judge is not
 * loaded. Most stops are such. Of what was said nothing is kept.
 */
function judgeTalk(
  turn: JudgedTurn,
  { snapshot, circumstances, run }: StartedStop,
  state: JudgeState,
): Decision {
  const { interrupted, conversation, inputSince } = snapshot;
  const since = inputSince();
  const vetoes = vetoesOf(conversation, NO_CALLS, {
    ...circumstances,
    ...{ interrupted, messageWaiting: since.messages > 0, escalated: false },
  });
  const found: Found = {
    ...{ floor: "unknown", requirements: [], observations: [] },
    // A quotation stands at the end.
    vetoes: vetoes.map(({ name, evidence }) => ({ name, evidence: evidence.split(": `")[0]! })),
  };
  const { state: after, judged } = decide({
    ...{ run, blockCap: turn.blockCap, observed: turn.judge === "observe", effect: "hold", found },
    ...{ tree: null, asked: null, change: null, since, state },
    redacted: { verdict: NOTHING_TELLS, task: null, failure: null, found, withheld: false },
  });
  writeJudgeState(turn.store, turn.session, after);
  return { judged, feedback: null };
}

const NO_CALLS: Facts = {
  ...{ runs: [], checks: [], edits: [], calls: [], todos: [], git: [], background: [] },
  ...{ delegated: [], total: 0, running: 0 },
};

const NOTHING_TELLS: Verdict = {
  ...{ complete: null, severity: "NONE", feedback: "", missing: [], next_actions: [] },
  ...{ requires_human_action: false, evidence: [] },
};
