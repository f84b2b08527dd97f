/** A session as a list of what the agent did, for what is decided on its calls. */

import {
  callOf,
  type Conversation,
  conversationOf,
  type ToolCall,
  turnOf,
} from "../../judge/conversation.ts";

/** The folder that the session stands in. */
export const TOP = "/home/me/app";

/** A call of the agent. */
export type Did = Partial<ToolCall> & Pick<ToolCall, "name">;

/** Changes a file. */
export function edits(path: string, given: Partial<ToolCall> = {}): Did {
  return { name: "Edit", input: { file_path: path, old_string: "a", new_string: "b" }, ...given };
}

/** Runs a shell line, which ends with a status; null where nothing tells. */
export function runs(command: string, exitCode: number | null = 0): Did {
  const state = (exitCode ?? 0) === 0 ? "done" : "failed";
  return { name: "Bash", input: { command }, output: "", exitCode, state };
}

/** What the person asked, what the agent did, and what it said at the end. */
export function session(did: readonly Did[], said = "Done."): Conversation {
  const calls = did.map((call, at) => callOf({ id: `call-${at}`, folder: TOP, ...call }));
  const turns = [
    turnOf({ origin: "person", text: "Fix it" }),
    turnOf({ origin: "agent", calls }),
    turnOf({ origin: "agent", text: said }),
  ];
  return { ...conversationOf(turns), folder: TOP };
}
