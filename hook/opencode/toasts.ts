/** What the person is shown in passing. */

import type { JudgedStop } from "./question.ts";

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
export function toastOf({ decision, skipped, human, summary }: JudgedStop): Toast | null {
  if (human) return { message: cut(`Action needed: ${summary}`), variant: "warning" };
  if (skipped === "awaiting_user") return TOASTS.waiting;
  if (decision === "handed_over") {
    return { message: cut(`Not finished, over to you: ${summary}`), variant: "warning" };
  }
  return decision === "let_go" && skipped === null ? TOASTS.complete : null;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_CHARACTERS) return line;
  // Never half a character.
  return `${line.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
