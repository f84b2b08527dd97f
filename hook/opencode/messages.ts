/** What we say: to the agent, marked so that it is told from a person's, and to the person in passing. */

import type { JudgedStop } from "./question.ts";
import { OURS } from "../../judge/transcript/opencode.ts";
import { oneLine } from "../../lib/text/text.ts";

/** What we say to an agent: that a task is not done, or that it should go on. */
export type Kind = "feedback" | "nudge";

/**
 * The metadata of a message of ours. One without it would count as a new task and start everything
 * over.
 */
export function markOf(kind: Kind): Record<string, unknown> {
  return { [OURS]: { kind } };
}

/** A short message in the corner of the client. */
export interface Toast {
  readonly message: string;
  readonly variant: "info" | "success" | "warning" | "error";
}

/** The texts that are always the same. */
export const TOASTS = {
  complete: { message: "Task complete", variant: "success" },
  waiting: { message: "Awaiting user input", variant: "info" },
  stuck: {
    message: "The agent has been silent for a while and seems stuck; Esc stops it",
    variant: "warning",
  },
  noDeno: {
    message: 'The reflection kernel does nothing: there is no "deno" on the PATH',
    variant: "warning",
  },
} as const satisfies Record<string, Toast>;

/** So much of a sentence fits. */
const MAX_CHARACTERS = 200;

/** What a verdict without feedback looks like to the person; null where it is nothing to tell. */
export function toastOf({ decision, skipped, complete, human, summary }: JudgedStop): Toast | null {
  if (human) {
    return { message: oneLine(`Action needed: ${summary}`, MAX_CHARACTERS), variant: "warning" };
  }
  if (skipped === "awaiting_user") return TOASTS.waiting;
  if (decision === "handed_over") {
    return {
      message: oneLine(`Not finished, over to you: ${summary}`, MAX_CHARACTERS),
      variant: "warning",
    };
  }
  return decision === "let_go" && skipped === null && complete === true ? TOASTS.complete : null;
}
