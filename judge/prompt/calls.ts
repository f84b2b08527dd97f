/** Tool calls as a model reads them: what was asked of a tool, and what really came back. */

import type { ToolCall } from "../conversation.ts";
import type { Ends } from "../cut_middle.ts";
import { inOneLine, linesOf } from "./bounded.ts";

/** So many of the last calls are shown. */
const MOST_CALLS = 10;

const INPUT: Ends = { head: 200, tail: 0 };

/** Results stand at the end of an output, the command's own name for itself at the beginning. */
const OUTPUT: Ends = { head: 200, tail: 400 };

/** The lines for the last of the calls. */
export function callLines(calls: readonly ToolCall[]): string[] {
  const first = Math.max(0, calls.length - MOST_CALLS);
  const earlier = first === 0 ? [] : [`(${first} earlier calls are not shown)`];
  const shown = calls.slice(first).flatMap((call, n) => [
    `${first + n + 1}. ${inOneLine(call.name, INPUT)} ${inputText(call.input)}: ${
      howItEnded(call)
    }`,
    ...call.output === null ? [] : linesOf(call.output, OUTPUT).map((line) => `   | ${line}`),
  ]);
  return [...earlier, ...shown];
}

function howItEnded({ state, exitCode, background, output }: ToolCall): string {
  return [
    state === "failed" ? "failed" : state === "done" ? "ended" : `still ${state}`,
    ...exitCode === null ? [] : [`exit code ${exitCode}`],
    ...background ? ["in the background"] : [],
    output === null ? "output not recorded" : output.trim() === "" ? "empty output" : "output:",
  ].join(", ");
}

function inputText(input: ToolCall["input"]): string {
  return inOneLine(json(input), INPUT);
}

/** A file's whole text may be an input: no more of it is written out than is shown. */
function json(input: ToolCall["input"]): string {
  const short = (_: string, value: unknown): unknown =>
    typeof value === "string" ? value.slice(0, INPUT.head) : value;
  try {
    return JSON.stringify(input, short);
  } catch {
    // Nested too deeply, or it holds itself.
    return "(unreadable input)";
  }
}
