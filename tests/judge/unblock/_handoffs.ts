// A conversation in which a coder got stuck, and the facts that a packet is built from.

import {
  callOf,
  type Conversation,
  conversationOf,
  taskText,
  turnOf,
} from "../../../judge/conversation.ts";
import { factsIn } from "../../../judge/evidence/evidence.ts";
import type { HandoffFacts } from "../../../judge/unblock/handoff.ts";
import { samplePayload } from "./_escalations.ts";

/** The commit that is checked out. */
export const HEAD = "1f3c9aa0d2b14c6e8f7a9b0c1d2e3f4a5b6c7d8e";

/** The output of the test that fails. */
export const FAILING =
  "FAIL total.test.js\n  ● rounds to cents\nTests: 1 failed, 4 passed, 5 total";

/** A run of a command. */
function run(command: string, output: string, exitCode: number) {
  const state = exitCode === 0 ? "done" as const : "failed" as const;
  return callOf({ name: "Bash", input: { command }, output, exitCode, state });
}

/** The person asks, the agent tries and fails. */
export function stuck(
  task = "Round the order total to cents.",
  said: readonly string[] = ["Let me think. I will round in total().", "Hmm, that did not work."],
): Conversation {
  return conversationOf([
    turnOf({ id: "p", origin: "person", text: task }),
    ...said.map((text, at) =>
      turnOf({ id: `a${at}`, origin: "agent", text, calls: [run("npm test", FAILING, 1)] })
    ),
    turnOf({
      id: "f",
      origin: "feedback",
      text: "## Reflection: Task Incomplete\n\nThe tests fail.",
    }),
    turnOf({ id: "s", origin: "synthetic", text: "[ATTEMPT: 4] Terminal Escalation Mode" }),
  ]);
}

/** Facts that give a good packet; its task and its failure come from a conversation. */
export function facts(
  { conversation = stuck(), ...given }: Partial<HandoffFacts> & { conversation?: Conversation } =
    {},
): HandoffFacts {
  return {
    task: taskText(conversation).text,
    facts: factsIn(conversation),
    snapshot: { head: HEAD, dirty: ["src/total.js"] },
    payload: samplePayload(),
    scrub: (value) =>
      Promise.resolve(JSON.parse(JSON.stringify(value).replaceAll("hunter2", "[redacted: p]"))),
    ...given,
  };
}
