/** Conversations of a few tool calls, and what is seen of them in one line. */

import { callOf, conversationOf, type ToolCall, turnOf } from "../../../judge/conversation.ts";
import type { CheckFact, Done } from "../../../judge/done/facts.ts";
import { doneIn } from "../../../judge/done.ts";
import type { TaskKind } from "../../../judge/task/kind.ts";
import type { Task } from "../../../judge/task.ts";

/** A task that begins with the first turn. */
export function taskOfKind(kind: TaskKind = "work", from = 0): Task {
  return { text: "Do it", messages: ["Do it"], from, kind, wishes: [], personTurns: 1 };
}

/** What was done by these calls, each in a turn of its own, after a person asked. */
export function doneBy(calls: readonly ToolCall[], kind: TaskKind = "work"): Done {
  const turns = calls.map((call) => turnOf({ origin: "agent", calls: [call] }));
  const asked = turnOf({ origin: "person", text: "Do it" });
  return doneIn(conversationOf([asked, ...turns]), taskOfKind(kind));
}

/** A shell line with its output. An exit status other than 0 is a failed call. */
export function shell(command: string, output: string | null = null, exit = 0): ToolCall {
  return callOf({
    name: "Bash",
    input: { command },
    output,
    state: exit === 0 ? "done" : "failed",
  });
}

/** An edit of a file. */
export function edit(path: string, state: ToolCall["state"] = "done"): ToolCall {
  return callOf({ name: "Edit", input: { file_path: path }, output: "ok", state });
}

/** `test vitest failed 3/1 partial`. */
export function shown({ kind, runner, outcome, passed, failed, partial }: CheckFact): string {
  const counts = passed === null && failed === null ? "" : ` ${passed ?? "-"}/${failed ?? "-"}`;
  return `${kind} ${runner} ${outcome}${counts}${partial ? " partial" : ""}`;
}

/** The checks of one shell line. */
export function checks(command: string, output: string | null = null, exit = 0): string[] {
  return doneBy([shell(command, output, exit)]).checks.map(shown);
}
