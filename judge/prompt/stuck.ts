/** Is a silent agent stuck? */

import { STUCK_REASONS } from "../../schema/names.ts";
import type { StuckVerdict } from "../../schema/types.ts";
import { type Conversation, lastAgentTurn } from "../conversation.ts";
import { linesOf, MESSAGE, turnLines } from "./lines.ts";
import {
  answerOf,
  linesSection,
  numberTo,
  type Question,
  SAID,
  textOrNull,
  z,
} from "./question.ts";

/** What the question is made of. */
interface StuckParts {
  /** Since anything happened. */
  readonly seconds: number;
  readonly completed: boolean;
  readonly outputTokens: number | null;
  /** What the person said last. */
  readonly asked: string;
  /** What the agent said last. */
  readonly response: string;
  /** The last calls and their state, as lines. */
  readonly tools: readonly string[];
}

/** The parts of the question about a silence. */
export function stuckParts(conversation: Conversation, from: number, idleMs: number): StuckParts {
  const turns = conversation.turns.slice(from);
  const last = lastAgentTurn({ ...conversation, turns });
  return {
    seconds: Math.round(idleMs / 1000),
    completed: last?.completed ?? false,
    outputTokens: last?.outputTokens ?? null,
    asked: turns.findLast(({ origin }) => origin === "person")?.text ?? "",
    response: last?.text ?? "",
    tools: turnLines(turns),
  };
}

/** The question. */
export const STUCK: Question<StuckParts, StuckVerdict> = {
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
      entries: [
        { label: "Seconds since anything happened", variable: "time_since_activity" },
        { label: "The last message was completed", variable: "message_completed" },
        { label: "Tokens that the agent wrote", variable: "output_tokens" },
      ],
    },
    linesSection("What the person said last:", "last_user_message"),
    linesSection(SAID, "last_assistant_response"),
    linesSection("Tool calls and their state:", "tool_calls"),
  ],
  values: ({ seconds, completed, outputTokens, asked, response, tools }) => ({
    time_since_activity: [String(seconds)],
    message_completed: [String(completed)],
    output_tokens: [outputTokens === null ? "not known" : String(outputTokens)],
    last_user_message: linesOf(asked, MESSAGE),
    last_assistant_response: linesOf(response, MESSAGE),
    tool_calls: tools,
  }),
  answer: answerOf<StuckVerdict>(
    z.object({
      stuck: z.boolean(),
      reason: z.enum(STUCK_REASONS),
      confidence: numberTo(1),
      shouldNudge: z.boolean(),
      nudgeMessage: textOrNull("text"),
    }),
    { nudgeMessage: null },
  ),
};
