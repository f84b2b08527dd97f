/**
 * The end of a turn, judged: from the conversation to a `verdict.v1` record, and to feedback for the
 * agent where the user wants that and the loop guard allows it. What goes wrong on the way makes the
 * record poorer; the agent is then let go.
 */

import { countPersonTurns } from "../../judge/conversation.ts";
import { askToJudge, conclude, type Ticket } from "../../judge/loop_guard.ts";
import { isPlainAnswer } from "../../judge/plain_answer.ts";
import type { SkipReason } from "../../schema/verdict.ts";
import { messageOf } from "../notes.ts";
import { openHook } from "./hooked.ts";
import { blockCap } from "./block_cap.ts";
import { type JudgeState, readJudgeState, writeJudgeState } from "./judge_state.ts";
import type { StopEvent } from "./stop_event.ts";
import { positionOf, type ReadTranscript, readWholeTranscript } from "./transcript_file.ts";
import {
  ANSWERED,
  type Decision,
  type JudgedTurn,
  NOTHING_JUDGED,
  writeVerdict,
} from "./verdict_record.ts";

/**
 * Most of the judge, loaded only where there is something to judge. Not by a name that deno can
 * read: it would look at all of it before every start.
 */
const JUDGEMENT = "./judgement.ts";

/** A model that takes longer, in milliseconds, is not waited for. */
export const MODEL_MS = 30_000;

/** Judges the turn that has just ended. */
export async function judgeTurn(judge: "observe" | "on", modelMs = MODEL_MS): Promise<void> {
  const hooked = await openHook();
  if (hooked === null) return;
  const turn: JudgedTurn = { ...hooked, judge, modelMs };
  const { judged, feedback } = await decide(turn);
  // Whatever is said to the agent is said after it stands on disk that it was.
  await writeVerdict(turn, judged);
  await turn.writeNotes();
  if (feedback !== null) say(JSON.stringify({ decision: "block", reason: feedback }));
}

/** One session at a time; the kernel frees the lock of a process that was killed. */
async function decide(turn: JudgedTurn): Promise<Decision> {
  const { store, session, event, stop, notes } = turn;
  // Without an id there is nothing to remember the attempts by.
  if (event.sessionId === "unknown") return skipped("unreadable");
  // What was lost may have said that nobody is to be judged here.
  if (event.cut) return skipped("unreadable", event.problem);
  try {
    if (!store.lock(`state/${session}.judge.lock`)) return skipped("concurrent");
    return await judgeStop(turn, stop);
  } catch (error) {
    notes.error(`Cannot judge: ${messageOf(error)}`);
    return skipped("unreadable", messageOf(error));
  }
}

async function judgeStop(turn: JudgedTurn, stop: StopEvent): Promise<Decision> {
  const { store, session, notes, started: now } = turn;
  const { guard, ...kept } = readJudgeState(store, session);
  // Whoever judged before and holds the lock no longer was ended on the way.
  const state: JudgeState = { ...kept, guard: { ...guard, active: null } };
  const judgeSession = (Deno.env.get("REFLECTION_INSIDE") ?? "") !== "";
  if (!judgeSession && !stop.subagent && stop.transcript === null) return skipped("unreadable");
  const read = judgeSession || stop.subagent || stop.transcript === null
    ? null
    : await readWholeTranscript(stop.transcript, state.settled, {
      last: turn.event.lastMessage,
      // Whoever was sent back has said something since, be it the same words.
      beyond: stop.continued ? state.guard.at : null,
    });
  if (read !== null) notes.step(`judge: ${read.lines} lines, ${read.broken} broken`);
  const personTurns = read === null ? 0 : countPersonTurns(read.conversation);
  // More than there are: messages were taken back, and the newest has not been judged.
  if (state.settled > personTurns) state.settled = Math.max(0, personTurns - 1);
  const asked = askToJudge(state.guard, {
    ...stop,
    judgeSession,
    aborted: read?.lastInterrupted ?? false,
    personTurns,
    feedbacks: read === null ? 0 : feedbacksOf(read),
    print: read === null ? "" : positionOf(read.conversation),
  }, { now, blockCap: blockCap() });
  if (asked.decision.judge && isPlainAnswer(read!.conversation)) {
    return plainAnswer(turn, { ...state, guard: asked.state }, asked.decision.ticket);
  }
  writeJudgeState(store, session, { ...state, guard: asked.state });
  if (!asked.decision.judge) return skipped(asked.decision.reason, null, asked.decision.attempt);
  const { judgeTranscript }: typeof import("./judgement.ts") = await import(JUDGEMENT);
  return await judgeTranscript(turn, stop, read!, asked.decision.ticket);
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

function skipped(reason: SkipReason, failure: string | null = null, attempt = 0): Decision {
  return { judged: { ...NOTHING_JUDGED, skipped: reason, attempt, failure }, feedback: null };
}

/** How many of our own messages came after the person's last one. */
function feedbacksOf({ conversation: { turns } }: ReadTranscript): number {
  const last = turns.findLastIndex(({ origin }) => origin === "person");
  return turns.slice(last + 1).filter(({ origin }) => origin === "feedback").length;
}

/** The client takes the answer only if nothing else was printed. */
function say(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
