/**
 * Transcripts that the real client wrote, kept for tests that run without it. With
 * `REFLECTION_RECORD=1` a test writes what its client has just written; without, it makes sure that
 * what is kept still tells the same.
 */

import assert from "node:assert/strict";
import { ClaudeTranscript, type TranscriptRead } from "../../judge/transcript/claude_code.ts";
import { PROJECT } from "../support/process.ts";
import type { Place } from "./claude.ts";
import { neutralTranscript } from "./neutral_transcript.ts";
import type { ClientRun } from "./stream.ts";

const FOLDER = `${PROJECT}/tests/judge/transcripts`;

/** Keeps the transcript of a run under this name, and those of the agents that its agent started. */
export async function keepTranscript(
  name: string,
  place: Place,
  { sessionId }: ClientRun,
  { subagents = false }: { subagents?: boolean } = {},
): Promise<void> {
  await keep(name, await place.transcript(sessionId), place);
  if (!subagents) return;
  const [subagent, ...more] = await place.subagentTranscripts(sessionId);
  assert.ok(subagent, "the agent started another one");
  assert.deepEqual(more, []);
  await keep(`${name}.agent`, subagent, place);
}

async function keep(name: string, written: Uint8Array, place: Place): Promise<void> {
  const file = `${FOLDER}/${name}.jsonl`;
  const neutral = neutralTranscript(new TextDecoder().decode(written), {
    [place.repo.folder]: "/home/user/project",
    [place.outside.path("home")]: "/home/user",
    [place.outside.folder]: "/home/user/outside",
    [PROJECT]: "/opt/kernel",
  });
  if (Deno.env.get("REFLECTION_RECORD") === "1") await Deno.writeTextFile(file, neutral);
  const kept = await Deno.readTextFile(file);
  const again = "with REFLECTION_RECORD=1 the test keeps what the client writes now";
  assert.deepEqual(gistOf(kept), gistOf(neutral), `"${name}" differs; ${again}`);
}

/** What a transcript tells, without what is another one in every run. */
function gistOf(text: string): unknown {
  const transcript = new ClaudeTranscript();
  transcript.push(new TextEncoder().encode(text));
  const { conversation, broken, lastInterrupted }: TranscriptRead = transcript.finish();
  return {
    ...{ broken, lastInterrupted },
    turns: conversation.turns.map(({ origin, subagent, aborted, calls }) => ({
      ...{ origin, subagent, aborted },
      calls: calls.map(({ name, state, exitCode, background }) => ({
        ...{ name, state, exitCode, background },
      })),
    })),
  };
}
