/**
 * A conversation without secrets. Whatever is derived from it may be shortened: a secret that is cut
 * in two first would not be recognised any more.
 */

import type { Conversation, Turn } from "../../judge/conversation.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";

/**
 * The conversation with what was said and done scrubbed.
 *
 * As it is where secrets cannot be looked for: whoever stores or sends something of it scrubs again,
 * fails as well, and withholds it.
 *
 * @param from The first turn that matters.
 */
export async function scrubConversation(
  conversation: Conversation,
  from = 0,
): Promise<Conversation> {
  try {
    const turns: Turn[] = conversation.turns.slice(0, from);
    for (const turn of conversation.turns.slice(from)) {
      const calls = [];
      for (const call of turn.calls) {
        calls.push({ ...call, ...await scrubDeep({ input: call.input, output: call.output }) });
      }
      turns.push({ ...turn, text: await scrubDeep(turn.text), calls });
    }
    return { ...conversation, turns };
  } catch {
    return conversation;
  }
}
