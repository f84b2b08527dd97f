/** What forbids sending an agent back, whatever is missing, as far as the conversation tells. */

import type { Veto } from "../schema/types.ts";
import type { Conversation } from "./conversation.ts";
import type { Facts } from "./evidence/facts.ts";

/** What the client tells of a stop beside the conversation. */
export interface Circumstances {
  /** Whether the conversation ends with the person's interruption. */
  readonly interrupted: boolean;
  /** Whether a message of the person waits until the agent is free. */
  readonly messageWaiting: boolean;
  readonly planMode: boolean;
  /** Whether it is the stop of a subagent, a teammate or a summary. */
  readonly subagent: boolean;
  /** How many tasks the client says still run beside the conversation; null where it does not tell. */
  readonly backgroundTasks: number | null;
}

/** The vetoes of a stop, in the order of `VETOES`. */
export function vetoesOf(
  _conversation: Conversation,
  _facts: Facts,
  _circumstances: Circumstances,
): Veto[] {
  throw new Error("Not written yet");
}
