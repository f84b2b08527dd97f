/**
 * The end of a turn in Claude Code, judged: from the client's file to a `verdict.v1` record, and to
 * feedback for the agent where the user wants that and the loop guard allows it. What goes wrong on
 * the way makes the record poorer; the agent is then let go.
 */

import { openHook } from "./hooked.ts";
import { blockCap } from "./block_cap.ts";
import type { Heard } from "./heard.ts";
import type { JudgeState } from "./judge_state.ts";
import { type Circumstances, judgeStop, skipped } from "./stopped.ts";
import { readSince, readWholeTranscript } from "./transcript_file.ts";
import { type Decision, type JudgedTurn, writeVerdict } from "./verdict_record.ts";

/** A model that takes longer, in milliseconds, is not waited for. */
export const MODEL_MS = 30_000;

/** Judges the turn that has just ended. */
export async function judgeTurn(judge: "observe" | "on", modelMs = MODEL_MS): Promise<void> {
  const hooked = await openHook();
  if (hooked === null) return;
  const turn: JudgedTurn = { ...hooked, judge, modelMs, blockCap: blockCap(), host: null };
  const { judged, feedback } = await decide(turn);
  // Whatever is said to the agent is said after it stands on disk that it was.
  await writeVerdict(turn, judged);
  await turn.writeNotes();
  if (feedback !== null) say(JSON.stringify({ decision: "block", reason: feedback }));
}

async function decide(turn: JudgedTurn): Promise<Decision> {
  const { event, stop: { transcript, ...stop } } = turn;
  // What was lost may have said that nobody is to be judged here.
  if (event.cut) return skipped("unreadable", event.problem);
  const judgeSession = (Deno.env.get("REFLECTION_INSIDE") ?? "") !== "";
  const circumstances: Circumstances = { ...stop, judgeSession };
  return await judgeStop(turn, circumstances, async (state) => {
    return judgeSession || stop.subagent || transcript === null
      ? null
      : await hear(turn, transcript, state);
  });
}

async function hear(
  { event, stop, notes }: JudgedTurn,
  transcript: string,
  { settled, guard }: JudgeState,
): Promise<Heard> {
  const read = await readWholeTranscript(transcript, settled, {
    last: event.lastMessage,
    // Whoever was sent back has said something since, be it the same words.
    beyond: stop.continued ? guard.at : null,
  });
  notes.step(`judge: ${read.lines} lines, ${read.broken} broken`);
  return {
    conversation: read.conversation,
    interrupted: read.lastInterrupted,
    since: () => readSince(transcript, read),
  };
}

/** The client takes the answer only if nothing else was printed. */
function say(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}
