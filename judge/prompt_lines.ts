/** Outside text as the lines of a prompt: bounded, one line each, with nothing unseen in it. */

import { cutMiddle, type Ends, plainLine } from "../lib/text/text.ts";
import type { ToolCall, Turn } from "./conversation.ts";

/** A message is known by its beginning, and its result by its end. */
export const MESSAGE: Ends = { head: 1500, tail: 2500 };

const INPUT: Ends = { head: 200, tail: 0 };

/** Results stand at the end of an output, the command's own name for itself at the beginning. */
const OUTPUT: Ends = { head: 200, tail: 400 };

/** So many of the last calls are shown. */
const MOST_CALLS = 10;

/** The lines of a text; none of a blank one. */
export function linesOf(text: string, ends: Ends): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const plain = cutMiddle(trimmed, ends).split(/\r\n?|\n/).map(plainLine).join("\n");
  // Again, because what cannot be seen is longer when it can.
  return cutMiddle(plain, ends).split("\n");
}

/** The name or the input of a call, in one line. */
function inOneLine(text: string): string {
  return linesOf(text, INPUT).map((line) => line.trim()).filter((line) => line !== "").join(" / ");
}

/** The lines for the last of the agent's own calls in these turns. */
export function turnLines(turns: readonly Turn[]): string[] {
  const calls = turns.flatMap((turn) => turn.subagent ? [] : turn.calls);
  const last = calls.slice(-MOST_CALLS);
  const first = calls.length - last.length;
  return [
    ...first === 0 ? [] : [`(${first} earlier calls are not shown)`],
    ...last.flatMap((call, n) => [
      `${first + n + 1}. ${inOneLine(call.name)} ${inOneLine(JSON.stringify(call.input))}: ` +
      howItEnded(call),
      ...call.output === null ? [] : linesOf(call.output, OUTPUT).map((line) => `   | ${line}`),
    ]),
  ];
}

function howItEnded({ state, exitCode, background, refusedBy, output }: ToolCall): string {
  return [
    state === "failed" ? "failed" : state === "done" ? "ended" : `still ${state}`,
    ...exitCode === null ? [] : [`exit code ${exitCode}`],
    ...refusedBy === null ? [] : [`refused by the ${refusedBy}`],
    ...background ? ["in the background"] : [],
    output === null ? "output not recorded" : output.trim() === "" ? "empty output" : "output:",
  ].join(", ");
}
