/** What is known when nothing happens, and what the signs ask about it. */

import type { ToolCall, Turn } from "../conversation.ts";
import type { Evidence } from "../evidence.ts";
import type { Task } from "../task.ts";
import { code } from "../rules/quote.ts";
import { STUCK_LIMITS } from "./limits.ts";

/** What is known when nothing happens. */
export interface Silence {
  readonly task: Task;
  readonly evidence: Evidence;
  /** The agent's last turn; null if it has not answered yet. */
  readonly turn: Turn | null;
  readonly idleMs: number;
  /** Whether the facts say that the task is done. */
  readonly complete: boolean;
}

/** Whether the agent has not said anything, and long enough for that to mean something. */
export function isMute({ turn, idleMs, evidence: { said } }: Silence): boolean {
  if (!said.empty) return false;
  if (turn?.completed || turn?.outputTokens === 0) return true;
  return idleMs >= STUCK_LIMITS.uncountedAfterMs.value;
}

/** The same action that failed again and again at the end. */
export function repeatedFailure({ turn, evidence: { done } }: Silence): string | null {
  const loop = done.loops.find(({ kind }) => kind === "action");
  const failing = [...done.commands, ...done.failures].filter(({ outcome }) =>
    outcome === "failed"
  );
  const last = failing.at(-1);
  const again = failing.filter(({ command }) => command === last?.command).length;
  const command = loop?.command ?? (again >= 3 ? last?.command : undefined) ?? failedThrice(turn);
  return command === undefined || command === null
    ? null
    : `You tried ${code(command)} again and again. Do not repeat it: find the cause and try ` +
      "another way.";
}

/** Three failed calls at the end of a turn that are the same. */
function failedThrice(turn: Turn | null): string | null {
  const ends = turn?.calls.slice(-3) ?? [];
  const [first] = ends;
  return first !== undefined && ends.length === 3 &&
      ends.every((call) => call.state === "failed" && nameOf(call) === nameOf(first))
    ? nameOf(first)
    : null;
}

/** What a call is called: its command, or its tool. */
export function nameOf({ name, input }: ToolCall): string {
  const { command } = input;
  return typeof command === "string" ? command : name;
}

/** The last words of a text. */
export function ending(text: string): string {
  return text.slice(-80);
}
