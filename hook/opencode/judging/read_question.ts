/** What the plugin asks. It is ours, but it comes through a pipe: nothing odd may get far. */

import type { Conversation } from "../../../judge/conversation.ts";
import type { Question } from "../question.ts";
import { countOf, nameOf, objectOf } from "../../../lib/text/values.ts";

const KINDS = ["task", "stuck", "compaction"] as const;

/**
 * The question in a line.
 *
 * @throws {TypeError} If it is none.
 */
export function readQuestion(line: unknown): Question {
  const given = objectOf(line) ?? {};
  const kind = KINDS.find((name) => name === given.kind);
  const session = nameOf(given.session_id);
  const conversation = objectOf(given.conversation);
  if (kind === undefined || session === null || !Array.isArray(conversation?.turns)) {
    throw new TypeError("Cannot read the plugin's question: no kind, session or conversation");
  }
  return {
    kind,
    session_id: session,
    prompt_id: nameOf(given.prompt_id),
    conversation: conversation as unknown as Conversation,
    plan_mode: given.plan_mode === true,
    idle_ms: countOf(given.idle_ms) ?? 0,
  };
}
