/** What came back from a tool. */

import type { ToolCall } from "../conversation.ts";
import { OUTPUT } from "./bounds.ts";
import type { OpenCall } from "./turns.ts";
import { countOf, nameOf, objectOf, objectsOf, type Values } from "../../lib/text/values.ts";
import { CUT_MARK, cutMiddle } from "../../lib/text/text.ts";

/** How a call ended, or that it goes on beside the conversation. */
interface Result
  extends Pick<ToolCall, "output" | "state" | "exitCode" | "background" | "refusedBy" | "cut"> {
  /** What the person said with a refusal; empty: nothing. */
  readonly words: string;
  /** The name of what was left running; null where the client names nothing. */
  readonly job: string | null;
}

/** How the client begins the output that it moved into a file. */
const MOVED_TO_FILE = "<persisted-output>";

/** How the client begins what comes back from a tool that a person kept from running. */
const PERSON_REFUSED: readonly string[] = [
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  "Permission for this tool use was denied. The tool use was rejected",
  "[Request interrupted by user",
];

/** What the person said with a refusal comes after this, unless the client says it for the person. */
const WITH_WORDS = " the user said:\n";
const CLIENTS_WORDS = "The user wants to clarify these questions.";

/** And where a rule, a hook, a mode or another call's failure kept it from running. */
const CLIENT_REFUSED: readonly string[] = [
  "Permission to use ",
  "Permission for this action ",
  "Claude requested permissions to ",
  "This command requires approval",
  "This Bash command contains multiple operations",
  "PreToolUse:",
  "Hook PreToolUse:",
  "Sibling tool call errored",
  "Cancelled: parallel tool call",
  "[Tool call skipped",
  "Operation stopped by hook",
];

/** Words of the sandbox, after what they are about. */
const SANDBOX_REFUSED = " was blocked. For security, Claude Code may only ";

/** What the client puts before them. */
const ERROR_PREFIX = /^(?:<tool_use_error>|Error: )/;

/** Where the client left something out of an output, or ended the command. */
const LEFT_OUT = /\.\.\. \[\d{1,12} (?:characters|lines) truncated\] \.\.\./;
const TIMED_OUT = /^(?:Exit code \d{1,9}\n)?Command timed out after \d/;

/** The client's own line, behind what a command printed, that says that it was left running. */
const LEFT_RUNNING =
  /(?:^|\n)Command (?:running in background|was manually backgrounded by user) with ID:? ([\w-]{1,100})\b.{0,2000}$/;

/**
 * Reads a `tool_result` block of a call. `structured` is the line's `toolUseResult`: an object for
 * what worked, a text for what did not; null where it is another call's.
 */
export function resultOf(block: Values, structured: unknown, call: OpenCall): Result {
  const details = objectOf(structured);
  const failed = block.is_error === true || details?.interrupted === true;
  const content = contentOf(block.content);
  const job = nameOf(details?.backgroundTaskId) ?? jobIn(block);
  // A shell that was to leave its command running gives back how to look for it, and no more.
  const left = call.background && typeof call.input.command === "string" && !failed;
  const background = left || job !== null || details?.status === "async_launched";
  const streams = streamsOf(details);
  // The preview in the message is shorter than what the structured form still has.
  const moved = streams !== null && (typeof details?.persistedOutputPath === "string" ||
    content?.startsWith(MOVED_TO_FILE) === true);
  // What came back from the background is only where to find the output.
  const output = background ? null : moved ? streams + CUT_MARK : content ?? streams;
  const refusal = failed ? refusedBy(content ?? "") : null;
  return {
    output: output === null ? null : cutMiddle(output, OUTPUT),
    state: failed ? "failed" : background ? "running" : "done",
    exitCode: countOf(details?.exitCode) ?? (failed ? exitCodeIn(content ?? "") : null),
    background,
    refusedBy: refusal,
    words: refusal === "person" ? wordsIn(content ?? "") : "",
    job,
    cut: moved || details?.truncated === true || isCut(content ?? ""),
  };
}

/** The name of the job that a result says was left running; null where it says nothing of one. */
export function jobIn({ content }: Values): string | null {
  return LEFT_RUNNING.exec((contentOf(content) ?? "").slice(-4_000).trimEnd())?.[1] ?? null;
}

function refusedBy(content: string): ToolCall["refusedBy"] {
  const told = content.slice(0, 4_000).replace(ERROR_PREFIX, "");
  if (PERSON_REFUSED.some((start) => told.startsWith(start))) return "person";
  const byClient = CLIENT_REFUSED.some((start) => told.startsWith(start)) ||
    told.includes(SANDBOX_REFUSED);
  return byClient ? "client" : null;
}

function wordsIn(refusal: string): string {
  const at = refusal.indexOf(WITH_WORDS);
  const words = at === -1 ? "" : refusal.slice(at + WITH_WORDS.length).trim();
  return words.startsWith(CLIENTS_WORDS) ? "" : words;
}

function isCut(content: string): boolean {
  return content.startsWith(MOVED_TO_FILE) || TIMED_OUT.test(content) || LEFT_OUT.test(content);
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
