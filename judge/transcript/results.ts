/** What came back from a tool, and what became of a command that was left running. */

import type { CallState } from "../conversation.ts";
import { OUTPUT } from "./bounds.ts";
import { textInTag } from "./tags.ts";
import { countOf, nameOf, objectOf, objectsOf, type Values } from "../../lib/text/values.ts";
import { CUT_MARK, cutMiddle } from "../../lib/text/text.ts";

/** How a call ended, or that it goes on beside the conversation. */
interface Result {
  readonly output: string | null;
  readonly state: CallState;
  readonly exitCode: number | null;
  readonly background: boolean;
  /** The file that has the whole output, where the transcript only has its beginning. */
  readonly file: string | null;
}

/** What the client says has ended in the background. */
interface Notice {
  readonly callId: string;
  readonly state: CallState;
  readonly exitCode: number | null;
  readonly file: string | null;
}

/** How the client begins the output that it moved into a file. */
const MOVED_TO_FILE = "<persisted-output>";

const NOTICE = "<task-notification>";

/**
 * Reads a `tool_result` block. `structured` is the line's `toolUseResult`: an object for what
 * worked, a text for what did not; null where the line has several results and it is not clear
 * whose it is.
 */
export function resultOf(block: Values, structured: unknown): Result {
  const details = objectOf(structured);
  const file = nameOf(details?.persistedOutputPath);
  const background = nameOf(details?.backgroundTaskId) !== null ||
    details?.status === "async_launched";
  const failed = block.is_error === true || details?.interrupted === true;
  const content = contentOf(block.content);
  const streams = streamsOf(details);
  // The preview in the message is shorter than what the structured form still has.
  const moved = streams !== null && (file !== null || content?.startsWith(MOVED_TO_FILE) === true);
  // What came back from the background is only where to find the output.
  const output = background ? null : moved ? streams + CUT_MARK : content ?? streams;
  return {
    output: output === null ? null : cutMiddle(output, OUTPUT),
    state: failed ? "failed" : background ? "running" : "done",
    exitCode: countOf(details?.exitCode) ?? (failed ? exitCodeIn(content ?? "") : null),
    background,
    file,
  };
}

/** Reads the client's notice that something in the background has ended; null for other text. */
export function noticeOf(text: string): Notice | null {
  const start = text.indexOf(NOTICE);
  if (start === -1) return null;
  const notice = text.slice(start, start + 4_000);
  const callId = nameOf(textInTag(notice, "tool-use-id"));
  const status = textInTag(notice, "status");
  if (callId === null || !["completed", "failed", "killed", "stopped"].includes(status)) {
    return null;
  }
  const code = /exit code:? (\d{1,10})\)?\.?$/i.exec(textInTag(notice, "summary"))?.[1];
  const exitCode = code === undefined ? null : Number(code);
  return {
    callId,
    state: status === "completed" && (exitCode ?? 0) === 0 ? "done" : "failed",
    exitCode,
    file: nameOf(textInTag(notice, "output-file")),
  };
}

function contentOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = textsOf(content);
  const others = objectsOf(content).length - texts.length;
  return [...texts, ...(others > 0 ? [`[${others} without text]`] : [])].join("\n");
}

function streamsOf(details: Values | null): string | null {
  const streams = [details?.stdout, details?.stderr].filter((part) => typeof part === "string");
  return streams.length === 0 ? null : streams.filter((part) => part !== "").join("\n");
}

/** Only of a failure: what a program prints may begin with any words. */
function exitCodeIn(output: string): number | null {
  const code = /^\s{0,9}(?:Error: )?Exit code (\d{1,10})\b/.exec(output.slice(0, 100))?.[1];
  return code === undefined ? null : Number(code);
}

/** The texts of a message or a tool result: a string, or a list of blocks. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  const texts: string[] = [];
  for (const { type, text } of objectsOf(content)) {
    if (type === "text" && typeof text === "string") texts.push(text);
  }
  return texts;
}
