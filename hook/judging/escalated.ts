/** Whether an agent handed its task over, as the unblock protocol asks. */

import { type Conversation, lastAgentTurn } from "../../judge/conversation.ts";

/** Whether the last message is a valid escalation. The protocol is read only where it has such a payload. */
export async function isEscalated(conversation: Conversation): Promise<boolean> {
  const text = lastAgentTurn(conversation)?.text ?? "";
  if (!text.includes("<ESCALATION>")) return false;
  const { lintEscalation } = await import("../../judge/unblock/form.ts");
  return lintEscalation(text).violations.length === 0;
}
