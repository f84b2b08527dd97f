/** Transcript lines in the client's own form, with what a test does not care about filled in. */

import { ClaudeTranscript, type TranscriptRead } from "../../judge/transcript/claude_code.ts";

const encoder = new TextEncoder();

/** A user line. */
export function user(content: unknown, more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type: "user",
    message: { role: "user", content },
    timestamp: "2026-01-01T00:00:00.000Z",
    ...more,
  });
}

/** A line of an answer, with one block as the client writes it. */
export function answer(
  id: string | undefined,
  block: unknown,
  message: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    parentUuid: "p",
    isSidechain: false,
    message: {
      id,
      role: "assistant",
      model: "some-model",
      content: [block],
      stop_reason: "end_turn",
      usage: { input_tokens: 9, output_tokens: 42 },
      ...message,
    },
    type: "assistant",
    timestamp: "2026-01-01T00:00:01.000Z",
    ...more,
  });
}

export const text = (text: string): unknown => ({ type: "text", text });

export const toolUse = (
  id: string,
  input: unknown = { command: "ls" },
  name = "Bash",
): unknown => ({
  type: "tool_use",
  id,
  name,
  input,
});

/** The line with what came back from a call. */
export function result(
  id: string,
  content: unknown,
  block: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): string {
  return user([{ type: "tool_result", tool_use_id: id, content, ...block }], {
    timestamp: "2026-01-01T00:00:02.000Z",
    ...more,
  });
}

/** A message that was sent while the agent worked. */
export function queued(attachment: Record<string, unknown>): string {
  return JSON.stringify({
    parentUuid: "p",
    isSidechain: false,
    attachment: { type: "queued_command", ...attachment },
    type: "attachment",
  });
}

export function read(lines: readonly string[]): TranscriptRead {
  return readBytes([encoder.encode(lines.map((line) => `${line}\n`).join(""))]);
}

export function readBytes(chunks: readonly Uint8Array[]): TranscriptRead {
  const transcript = new ClaudeTranscript();
  for (const chunk of chunks) transcript.push(chunk);
  return transcript.finish();
}
