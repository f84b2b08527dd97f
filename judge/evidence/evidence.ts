/** The facts of a conversation: everything that its tool calls prove. */

import type { Conversation } from "../conversation.ts";
import type { Facts } from "./facts.ts";

/** Reads the calls of the agent and of those that it started. */
export function factsIn(_conversation: Conversation): Facts {
  throw new Error("Not written yet");
}
