/** Messages as OpenCode 1.18.33 gives them, with what a test does not care about filled in. */

import { markOf } from "../../../hook/opencode/messages.ts";

type Given = Record<string, unknown>;

/** What `session.messages` gives for one message. */
export interface Message {
  readonly info: Given;
  readonly parts: readonly Given[];
}

export const MODEL = { providerID: "anthropic", modelID: "claude-opus-4-6" };

export const text = (text: string, more: Given = {}): Given => ({
  id: "prt_1",
  type: "text",
  text,
  ...more,
});

export const tool = (state: Given, more: Given = {}): Given => ({
  id: "prt_2",
  type: "tool",
  callID: "call_1",
  tool: "bash",
  state: { input: { command: "node --test" }, ...state },
  ...more,
});

/** A message that stands as a user's. */
export function user(id: string, parts: readonly Given[], info: Given = {}): Message {
  const time = { created: 1_000 };
  return {
    info: { id, role: "user", sessionID: "ses_1", time, agent: "build", model: MODEL, ...info },
    parts,
  };
}

export const person = (id: string, said: string, info: Given = {}): Message =>
  user(id, [text(said)], info);

export const ours = (id: string, said: string): Message =>
  user(id, [text(said, { metadata: markOf("feedback") })]);

export const compactionAsked = (id: string, auto: boolean): Message =>
  user(id, [{ id: "prt_3", type: "compaction", auto }]);

export const continued = (id: string): Message =>
  user(id, [text("Continue", { synthetic: true, metadata: { compaction_continue: true } })]);

/** What the client writes down where the person runs a command in it, and what came of that. */
export function commanded(id: string, state: Given, info: Given = {}): [Message, Message] {
  const told = text("The following tool was executed by the user", { synthetic: true });
  const ran = answer(`${id}_ran`, [], { parentID: id, finish: undefined, tokens: {}, ...info });
  return [user(id, [told]), { ...ran, parts: [tool(state)] }];
}

/** An answer that came to its end. */
export function answer(id: string, parts: readonly Given[], info: Given = {}): Message {
  return {
    info: {
      id,
      role: "assistant",
      sessionID: "ses_1",
      parentID: "msg_1",
      mode: "build",
      agent: "build",
      ...MODEL,
      tokens: { input: 100, output: 42, reasoning: 0, cache: { read: 0, write: 0 } },
      time: { created: 2_000, completed: 3_000 },
      finish: "stop",
      ...info,
    },
    parts: [{ id: "prt_8", type: "step-start" }, ...parts, { id: "prt_9", type: "step-finish" }],
  };
}

export const summary = (id: string): Message =>
  answer(id, [text("What was done so far")], {
    summary: true,
    agent: "compaction",
    mode: "compaction",
  });
