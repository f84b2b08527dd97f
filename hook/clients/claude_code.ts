/** What only Claude Code has: its file with the conversation, read as far as it goes, and its cap. */

import { type Conversation, countPersonTurns, positionOf } from "../../judge/conversation.ts";
import { ClaudeTranscript, type TranscriptRead } from "../../judge/transcript/claude_code.ts";
import { GUARD_LIMITS, type GuardState } from "../../judge/loop_guard.ts";
import type { HookContext } from "../event.ts";

const CHUNK = 1024 * 1024;

/** A file of this size takes a second or two; a larger one is not waited for. */
const MAX_BYTES = 512 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** What was read, and how far. */
interface ReadTranscript extends TranscriptRead {
  /** Where the last whole line ends: what comes later begins there. */
  readonly end: number;
}

/**
 * How often in a row the client lets a hook send the agent back: its default where the variable is no
 * number, and null where it says not to count.
 */
export function blockCap(): number | null {
  // Like the client, which takes the digits that a text begins with.
  const set = Number.parseInt(Deno.env.get("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP") ?? "", 10);
  if (Number.isNaN(set)) return GUARD_LIMITS.blockCap;
  return set > 0 ? set : null;
}

/** A conversation as it stood at the end of a turn. */
export interface TranscriptSnapshot {
  readonly conversation: Conversation;
  /** Whether it ends with the person's interruption. */
  readonly interrupted: boolean;
  /** Whether it is the session of an agent that another one leads. */
  readonly teammate: boolean;
  /** What the person did since; asked once, at the end. */
  readonly inputSince: () => InputSince;
}

/** The conversation at a stop, as soon as it is whole. */
export async function takeSnapshot(
  { event, stop, notes }: HookContext,
  transcript: string,
  { guard }: { readonly guard: GuardState },
): Promise<TranscriptSnapshot> {
  const read = await readWholeTranscript(transcript, {
    last: event.lastMessage,
    // An agent that was sent back has said something since, be it the same words.
    beyond: stop.continued ? guard.at : null,
  });
  notes.step(`judge: ${read.lines} lines, ${read.broken} broken`);
  return {
    conversation: read.conversation,
    interrupted: read.lastInterrupted,
    teammate: read.teammate,
    inputSince: () => readInputSince(transcript, read),
  };
}

/** Reads the conversation, or the end of a long one. */
export function readTranscript(path: string): ReadTranscript {
  const { isFile, size } = Deno.statSync(path);
  // Anything else might never end; a pipe without a writer would not even open.
  if (!isFile) throw new TypeError("The transcript is not a plain file");
  if (size > MAX_BYTES) throw new RangeError(`The transcript has ${size} bytes`);
  using file = Deno.openSync(path);
  const transcript = new ClaudeTranscript();
  const chunk = new Uint8Array(Math.min(CHUNK, size + 1));
  let [bytes, end] = [0, 0];
  for (let read; (read = file.readSync(chunk)) !== null; bytes += read) {
    const piece = chunk.subarray(0, read);
    transcript.push(piece);
    const last = piece.lastIndexOf(LINE_FEED);
    if (last !== -1) end = bytes + last + 1;
  }
  return { ...transcript.finish(), end };
}

/** The client writes its file behind the conversation; later than this it would not catch up. */
const PATIENCE_MS = 1500;
const LOOK_AGAIN_MS = 20;

/** So much of a message tells it from others. */
const TELLING = 200;

/**
 * Reads the conversation once the client has written down what the agent said last.
 *
 * @param expected.last What the agent said last, as the client told it; null where it did not.
 * @param expected.beyond Where the conversation stood before; null if it may stand there still.
 */
async function readWholeTranscript(
  path: string,
  { last, beyond }: { last: string | null; beyond: string | null },
): Promise<ReadTranscript> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const read = readTranscript(path);
    const moved = positionOf(read.conversation) !== beyond;
    const told = last === null || holds(read.conversation, last);
    if ((moved && told) || Date.now() > deadline) return read;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Whether the agent's last words are what they should be: an equal message may have come before. */
function holds({ turns }: Conversation, last: string): boolean {
  const said = turns.findLast(({ origin, subagent }) => origin !== "synthetic" && !subagent);
  return said?.origin === "agent" && said.text.includes(last.trim().slice(0, TELLING));
}

/** What the person did after a conversation was read. */
export interface InputSince {
  readonly interrupted: boolean;
  /** Messages; one that waits until the agent is free counts, and a command that the person ran. */
  readonly messages: number;
}

/** What the person has done since the conversation was read, as far as the client wrote it down. */
function readInputSince(path: string, { end, personWaits }: ReadTranscript): InputSince {
  try {
    using file = Deno.openSync(path);
    file.seekSync(end, Deno.SeekMode.Start);
    const rest = new ClaudeTranscript();
    const chunk = new Uint8Array(64 * 1024);
    for (let read; (read = file.readSync(chunk)) !== null;) rest.push(chunk.subarray(0, read));
    const { conversation, lastInterrupted: interrupted, ...since } = rest.finish();
    const messages = countPersonTurns(conversation);
    // Once the agent is stopped, what waits is the next task.
    const waits = !interrupted && (since.personWaits || personWaits);
    return { interrupted, messages: messages || Number(waits) };
  } catch {
    return { interrupted: false, messages: 0 };
  }
}
