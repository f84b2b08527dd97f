/**
 * The end of a turn, judged: from the conversation to a `verdict.v1` record, and to feedback for the
 * agent where the user wants that and the loop guard allows it. What goes wrong on the way makes the
 * record poorer; the agent is then let go.
 */

import type { SkipReason } from "../../schema/verdict.ts";
import { messageOf } from "../notes.ts";
import { openHook } from "./hooked.ts";
import type { StopEvent } from "./stop_event.ts";
import { type Decision, type JudgedTurn, skipped, writeVerdict } from "./verdict_record.ts";

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
  const reason = reasonToSkip(stop);
  if (reason !== null) return skipped(reason);
  try {
    if (!store.lock(`state/${session}.judge.lock`)) return skipped("concurrent");
    const { judgeStop } = await import("./judged_stop.ts");
    return await judgeStop(turn);
  } catch (error) {
    notes.error(`Cannot judge: ${messageOf(error)}`);
    return skipped("unreadable", messageOf(error));
  }
}

/**
 * Why a stop is not judged, where what the client tells is enough to know: then the conversation is
 * not read, and nothing is remembered. After a block the loop guard has to see the stop all the
 * same, because it counts them.
 */
function reasonToSkip({ subagent, planMode, backgroundTasks, continued }: StopEvent) {
  const reason: SkipReason | null = (Deno.env.get("REFLECTION_INSIDE") ?? "") !== ""
    ? "judge_session"
    : subagent
    ? "subagent"
    : continued
    ? null
    : planMode
    ? "plan_mode"
    : backgroundTasks > 0
    ? "background_tasks"
    : null;
  return reason;
}

/** The client takes the answer only if nothing else was printed. */
function say(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
