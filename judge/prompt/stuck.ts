/** Is a silent agent stuck? */

import { STUCK_REASONS } from "../../schema/names.ts";
import type { StuckVerdict } from "../../schema/types.ts";
import { type Conversation, lastAgentTurn } from "../conversation.ts";
import { turnLines } from "./lines.ts";
import { answerOf, type Asked, NUDGE, numberTo, type Question, SAID, z } from "./question.ts";

/** The question. */
export const STUCK: Question<StuckVerdict> = {
  role: "You judge whether a coding agent that has gone quiet is stuck.",
  rules: [
    "working: a tool call is pending or running, however long; builds, tests, installations and " +
    "downloads take minutes. Also where the agent says that it waits for something that comes by " +
    "itself (a rate limit, a timer, CI), and whenever less than 30 seconds have passed.",
    "waiting_for_user: it asked the person something, offers a choice, or needs something that " +
    "only a person has.",
    "complete: it finished what was asked, said so, and leaves nothing open. Where the task wants " +
    "something changed and the calls only read, it is not complete, however good the analysis.",
    "genuinely_stuck: it broke off in the middle of a sentence, wrote nothing, announced a step or " +
    'listed "next steps" and then did nothing, a tool failed and silence followed, or it tried ' +
    "the same thing again and again.",
    "stuck and shouldNudge are true for genuinely_stuck and for nothing else. When in doubt, do " +
    "not nudge: an interruption costs more than a minute.",
    "nudgeMessage, where there is one, says in one or two sentences what to go on with, by name.",
  ],
  sections: [
    {
      title: "The state of the run:",
      shows: {
        time_since_activity: "Seconds since anything happened",
        message_completed: "The last message was completed",
        output_tokens: "Tokens that the agent wrote",
      },
    },
    { title: "What the person said last:", shows: "last_user_message" },
    { title: SAID, shows: "last_assistant_response" },
    { title: "Tool calls and their state:", shows: "tool_calls" },
  ],
  answer: answerOf(
    z.object({
      stuck: z.boolean(),
      reason: z.enum(STUCK_REASONS),
      confidence: numberTo(1),
      shouldNudge: z.boolean(),
      nudgeMessage: NUDGE,
    }),
    { nudgeMessage: null },
  ),
};

/** The parts of the question about a silence, in a task that begins with turn `from`. */
export function askStuck(
  conversation: Conversation,
  from: number,
  idleMs: number,
): Asked<StuckVerdict> {
  const turns = conversation.turns.slice(from);
  const last = lastAgentTurn({ ...conversation, turns });
  const parts = {
    time_since_activity: Math.round(idleMs / 1000),
    message_completed: last?.completed ?? false,
    output_tokens: last?.outputTokens ?? "not known",
    last_user_message: turns.findLast(({ origin }) => origin === "person")?.text ?? "",
    last_assistant_response: last?.text ?? "",
    tool_calls: turnLines(turns),
  };
  return { question: STUCK, parts };
}
