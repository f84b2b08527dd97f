/**
 * A command that has ended, or a turn: nearly none is worth more than a look. Only what failed, or
 * may have overcome a failure, an escalation, and the end of the reflection agent load what counts
 * and checks.
 */

import { type HookContext, openHook } from "../event.ts";
import type { ToolUse } from "./count.ts";
import { attemptsFile, roleOf } from "./session.ts";

/** What counts and what checks; not by names that deno can read: it would look at them always. */
const COUNT = "./count.ts";
const KEEP = "./keep.ts";

/** So much of an output is looked at; how it ended stands last. */
const MAX_OUTPUT = 200_000;

/** Words without which no run of tests says that it failed. */
const FAILED = /fail|error|not ok|panic|✖|✗|×/i;

/** What an escalation begins with. */
const OPENING = "<ESCALATION>";

/** A state in which the coder may only hand over, or should have. */
const HAS_TO = /"phase":"(?:escalate|person)"/;

/** No state is larger. */
const MAX_STATE = 1024 * 1024;

/** Takes note of a tool call. */
export async function noteToolUse(): Promise<void> {
  const context = await openHook();
  if (context === null) return;
  const use = toolUseOf(context);
  const { store, session, event } = context;
  const known = store.has(attemptsFile(session));
  if (use === null || event.sessionId === "unknown" || !isWorthCounting(use, known)) {
    return await context.writeNotes();
  }
  await context.guarded("Cannot count the attempt", async () => {
    const { countAttempt }: typeof import("./count.ts") = await import(COUNT);
    const text = await countAttempt(context, use);
    if (text === null) return;
    const answer = { hookEventName: event.name, additionalContext: text };
    console.log(JSON.stringify({ hookSpecificOutput: answer }));
  });
}

/** Takes note of the end of a turn. */
export async function noteStop(): Promise<void> {
  const context = await openHook();
  if (context === null) return;
  const { event, store, session } = context;
  const ofSubagent = event.name === "SubagentStop";
  const rescue = ofSubagent && roleOf(event.payload) === "reflection";
  const message = event.lastMessage ?? "";
  const isDue = () => HAS_TO.test(store.read(attemptsFile(session), MAX_STATE) ?? "");
  const handsOver = rescue || (!ofSubagent && (message.includes(OPENING) || isDue()));
  if (!handsOver || event.sessionId === "unknown") return await context.writeNotes();
  await context.guarded("Cannot keep what was handed over", async () => {
    const { keepAnswer, keepEscalation }: typeof import("./keep.ts") = await import(KEEP);
    await (rescue ? keepAnswer(context, message) : keepEscalation(context, message));
  });
}

/** A command that passed matters only where something failed before, or its output says otherwise. */
function isWorthCounting({ failed, output }: ToolUse, known: boolean): boolean {
  return failed || known || FAILED.test(output);
}

/** What was called, and what came back; null where the payload does not tell. */
function toolUseOf({ event: { name: event, payload } }: HookContext): ToolUse | null {
  const { tool_name: name, tool_input: input, tool_response, error, is_interrupt } = payload;
  if (typeof name !== "string" || typeof input !== "object" || input === null) return null;
  // A command that the person stopped is no attempt.
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
