/** Facts worth a person's look. They are recorded and shown, and never said to the agent. */

import type { Observation } from "../schema/types.ts";
import type { Conversation } from "./conversation.ts";
import type { Facts } from "./evidence/facts.ts";

/** What is worth a look since a turn. */
export function observationsOf(
  _conversation: Conversation,
  _facts: Facts,
  _from: number,
): Observation[] {
  throw new Error("Not written yet");
}
