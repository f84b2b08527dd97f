/** A stop in Claude Code for which the conversation has to be read, from the client's file. */

import { blockCap } from "./block_cap.ts";
import type { Heard } from "../judging/heard.ts";
import type { HookContext } from "../context.ts";
import type { JudgeState } from "../judging/judge_state.ts";
import { judgeStop } from "../judging/stopped.ts";
import { readSince, readWholeTranscript } from "../judging/transcript_file.ts";
import { type Decision, type JudgedTurn, skipped } from "../judging/verdict_record.ts";

/** Judges a stop, or says why not. */
export async function judgeClaudeStop(
  context: HookContext,
  judge: "observe" | "on",
  modelMs: number,
): Promise<Decision> {
  const { transcript, ...circumstances } = context.stop;
  if (transcript === null) return skipped("unreadable");
  const turn: JudgedTurn = { ...context, judge, modelMs, blockCap: blockCap(), host: null };
  return await judgeStop(turn, circumstances, (state) => hear(context, transcript, state));
}

async function hear(
  { event, stop, notes }: HookContext,
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
