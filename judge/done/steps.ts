/** The agent's tool calls since a task began, each with its place. */

import type { Conversation, ToolCall } from "../conversation.ts";
import type { Outcome, Place } from "./facts.ts";
import type { Task } from "../task.ts";
import { type Use, useOf } from "./tools.ts";

/** A call and where it stands. */
export interface Step extends Place {
  readonly call: ToolCall;
  readonly use: Use;
}

/** Every call of the agent itself; those from `task.from` on, or those before. */
export function stepsIn(
  { turns, turnsBefore }: Conversation,
  task: Task,
  part: "task" | "before" = "task",
): Step[] {
  const steps: Step[] = [];
  let step = 0;
  for (const [index, { origin, subagent, calls }] of turns.entries()) {
    const wanted = origin === "agent" && !subagent && (index >= task.from) === (part === "task");
    for (const call of calls) {
      if (wanted) steps.push({ turn: turnsBefore + index, step, call, use: useOf(call) });
      step++;
    }
  }
  return steps;
}

/** How a call ended that is no command. */
export function outcomeOf({ state, output }: ToolCall): Outcome {
  if (state === "failed") return "failed";
  if (state !== "done") return "running";
  return output === null ? "not_recorded" : "passed";
}

/** What clients say in place of an output when a call was refused: it never ran. */
const REFUSED =
  /^\s{0,9}(?:<\w{1,40}>)?\s{0,9}(?:Error: )?(?:The user (?:doesn't want|rejected)|User (?:rejected|refused)|\[Request interrupted|Permission (?:to use|denied by)|\w{1,20} requested permissions|The user has specified a rule|This command requires approval|Operation blocked by hook|PreToolUse:|Tool execution aborted)/i;

/** Whether a call was refused before it ran. */
export function isRefused({ state, output }: ToolCall): boolean {
  return state === "failed" && output !== null && REFUSED.test(output.slice(0, 400));
}
