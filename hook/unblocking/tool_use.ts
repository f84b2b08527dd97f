/**
 * A command that has ended, looked at: most of them passed and are nothing to anybody. Only what
 * failed, or may have overcome a failure, is worth loading what counts.
 */

import { type Hooked, openHook } from "../judging/hooked.ts";

/** What the client tells of a tool call. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly failed: boolean;
}

/** So much of an output is looked at; how it ended stands last. */
const MAX_OUTPUT = 200_000;

/** Words without which no run of tests says that it failed. */
const FAILED = /fail|error|not ok|panic|✖|✗|×/i;

/** What is counted, loaded only where there is something to count; not by a name deno can read. */
const COUNT = "./count.ts";

/** The state of a session, beside which nothing has failed yet. */
export function attemptsFile(session: string): string {
  return `state/${session}.unblock.json`;
}

/** Takes note of a tool call. */
export async function noteToolUse(): Promise<void> {
  const hooked = await openHook();
  if (hooked === null) return;
  const use = toolUseOf(hooked);
  const { store, session, event } = hooked;
  const known = store.has(attemptsFile(session));
  if (use === null || event.sessionId === "unknown" || !isWorthCounting(use, known)) {
    return await hooked.writeNotes();
  }
  await hooked.guarded("Cannot count the attempt", async () => {
    const { countAttempt }: typeof import("./count.ts") = await import(COUNT);
    const said = await countAttempt(hooked, use);
    if (said === null) return;
    const answer = { hookEventName: event.name, additionalContext: said };
    console.log(JSON.stringify({ hookSpecificOutput: answer }));
  });
}

/** A command that passed matters only where something failed before, or its output says otherwise. */
function isWorthCounting({ failed, output }: ToolUse, known: boolean): boolean {
  return failed || known || FAILED.test(output);
}

/** What was called, and what came back; null where the payload does not tell. */
function toolUseOf({ event: { name: event, payload } }: Hooked): ToolUse | null {
  const { tool_name: name, tool_input: input, tool_response, error, is_interrupt } = payload;
  if (typeof name !== "string" || typeof input !== "object" || input === null) return null;
  // Whoever stops a command has not tried anything.
  if (is_interrupt === true) return null;
  const failed = event === "PostToolUseFailure";
  const output = (failed ? textOf(error) : outputOf(tool_response)).slice(-MAX_OUTPUT);
  return { name, input: input as Record<string, unknown>, output, failed };
}

function outputOf(response: unknown): string {
  if (typeof response !== "object" || response === null) return textOf(response);
  const { stdout, stderr } = response as Record<string, unknown>;
  return [stdout, stderr].map(textOf).filter((text) => text !== "").join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
