/** A session that a file holds, of any client that is known, as if it stopped where the file ends. */

import { type Conversation, lastAgentTurn } from "../../judge/conversation.ts";
import type { Circumstances } from "../../judge/vetoes.ts";
import { UserError } from "../../lib/text/errors.ts";
import { quoted } from "../../lib/text/text.ts";
import { nameOf, objectOf, type Values } from "../../lib/text/values.ts";
import { readMessages } from "../opencode/conversation.ts";
import { readTranscript } from "./claude_code.ts";

/** What a file tells of a session's last stop. */
export interface FiledSession {
  readonly conversation: Conversation;
  /** But for the escalation, which is read from what the agent said. */
  readonly circumstances: Omit<Circumstances, "escalated">;
}

/**
 * Reads Claude Code's transcripts and what `opencode export` writes; tells them by their content.
 *
 * @throws {UserError} If the file is neither.
 */
export function readTranscriptFile(path: string): FiledSession {
  const { conversation, broken, ...read } = readTranscript(path);
  if (conversation.turns.length === 0) {
    const exported = readExport(path);
    if (exported !== null) return exported;
    if (broken > 0) {
      throw new UserError(
        `Cannot read ${quoted(path)}: expected a transcript of Claude Code or what ` +
          `"opencode export" writes`,
      );
    }
  }
  return {
    conversation,
    circumstances: {
      interrupted: read.lastInterrupted,
      messageWaiting: read.personWaits,
      planMode: read.permissionMode === "plan",
      subagent: read.teammate || isOfSubagent(conversation),
      backgroundTasks: null,
    },
  };
}

/** What OpenCode exported; null for any other file. */
function readExport(path: string): FiledSession | null {
  const session = objectIn(Deno.readTextFileSync(path));
  if (!Array.isArray(session?.messages)) return null;
  const { conversation, aborted, planMode, summarised } = readMessages(session.messages);
  return {
    conversation,
    circumstances: {
      interrupted: aborted,
      messageWaiting: false,
      planMode,
      subagent: summarised || nameOf(objectOf(session.info)?.parentID) !== null,
      backgroundTasks: null,
    },
  };
}

function objectIn(text: string): Values | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A file of a subagent holds nothing else. */
function isOfSubagent(conversation: Conversation): boolean {
  return lastAgentTurn(conversation) === null &&
    conversation.turns.some(({ subagent }) => subagent);
}
