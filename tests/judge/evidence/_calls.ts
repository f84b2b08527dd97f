/** Conversations of a few tool calls, and what is seen of them in one line. */

import { callOf, conversationOf, type ToolCall, turnOf } from "../../../judge/conversation.ts";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import type { Facts } from "../../../judge/evidence/facts.ts";

/** The facts of these calls, each in a turn of its own, after a person asked. */
export function factsOf(...calls: readonly ToolCall[]): Facts {
  const turns = calls.map((call) => turnOf({ origin: "agent", calls: [call] }));
  return factsIn(conversationOf([turnOf({ origin: "person", text: "Do it" }), ...turns]));
}

/** A shell line with its output and exit status. */
export function shell(
  command: string,
  output: string | null = "",
  exit: number | null = 0,
  more: Partial<ToolCall> = {},
): ToolCall {
  const state = exit === 0 ? "done" : "failed";
  return callOf({ name: "Bash", input: { command }, output, state, exitCode: exit, ...more });
}

/** An edit of a file. */
export function edit(path: string, before = "a", after = "b"): ToolCall {
  return callOf({
    name: "Edit",
    input: { file_path: path, old_string: before, new_string: after },
    output: "ok",
  });
}
