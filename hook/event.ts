/** What the client tells a hook on stdin. */

import type { Deadline } from "../lib/git/run.ts";

/** The part of a payload that capture uses. */
export interface HookEvent {
  /** `Stop`, `SessionEnd`, …; empty where the payload does not say. */
  name: string;
  /** `unknown` where the payload does not say. */
  sessionId: string;
  /** The folder the session is in. */
  cwd: string | null;
  /** The prompt that the turn answers. */
  promptId: string | null;
  /** What the agent said last. */
  lastMessage: string | null;
  /** Every field, as the client gave it: for a hook that needs more than is named here. */
  payload: Readonly<Record<string, unknown>>;
  /** What was wrong with the payload, if anything. */
  problem: string | null;
  /** Whether the payload was too long, so that fields of it are lost. */
  cut: boolean;
}

/** So much of a payload is kept; the rest is read and dropped, so that the client can finish. */
const MAX_KEPT_BYTES = 1024 * 1024;
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;

/** Reads the payload. Whatever is wrong with it, and by the deadline, there is an event. */
export async function readEvent(deadline: Deadline): Promise<HookEvent> {
  const { text, cut } = await readInput(deadline);
  return parseEvent(text, cut);
}

/** The event in a payload, of which the end may have been cut off. */
export function parseEvent(text: string, cut: boolean): HookEvent {
  if (cut) {
    const problem = "Payload is too long and was cut";
    return { ...event(fieldsOfBrokenText(text), problem), cut };
  }
  if (text.trim() === "") return event({}, "Payload is missing");
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload === "object" && payload !== null && !Array.isArray(payload)) {
      return event(payload as Record<string, unknown>, null);
    }
    return event({}, "Payload is not an object");
  } catch {
    return event({}, "Payload is not JSON");
  }
}

function event(payload: Record<string, unknown>, problem: string | null): HookEvent {
  const text = (name: string): string | null => {
    const value = payload[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const sessionId = text("session_id");
  return {
    name: text("hook_event_name") ?? "",
    sessionId: sessionId ?? "unknown",
    cwd: text("cwd"),
    promptId: text("prompt_id"),
    lastMessage: text("last_assistant_message"),
    payload,
    problem: problem ?? (sessionId === null ? "Payload has no session_id" : null),
    cut: false,
  };
}

/** The fields of a text that was cut and so is no JSON any more. Quotes inside of strings are
 * escaped there, so a quoted name with a colon behind it is a real one. */
function fieldsOfBrokenText(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of ["session_id", "transcript_path", "cwd", "hook_event_name", "prompt_id"]) {
    const found = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text);
    if (found === null) continue;
    try {
      fields[name] = JSON.parse(found[1]!);
    } catch {
      // Not a string after all: as if it were not there
    }
  }
  return fields;
}

/** A loop of plain reads: the web streams would cost a tenth of the hook's whole time. */
async function readInput(deadline: Deadline): Promise<{ text: string; cut: boolean }> {
  if (Deno.stdin.isTerminal()) return { text: "", cut: false };
  let kept = new Uint8Array(16 * 1024);
  let length = 0;
  const rest = new Uint8Array(16 * 1024);
  for (let dropped = 0; dropped < MAX_DROPPED_BYTES;) {
    const keep = length <= MAX_KEPT_BYTES;
    if (keep && length === kept.length) {
      const larger = new Uint8Array(kept.length * 4);
      larger.set(kept);
      kept = larger;
    }
    const reading = Deno.stdin.read(keep ? kept.subarray(length) : rest);
    // A client that never closes its end must not hold the hook, and its record, for ever.
    const read = await Promise.race([reading, deadline.over.then(() => null)]);
    if (read === null || read === 0) break;
    if (keep) length += read;
    else dropped += read;
  }
  const text = new TextDecoder().decode(kept.subarray(0, Math.min(length, MAX_KEPT_BYTES)));
  return { text, cut: length > MAX_KEPT_BYTES };
}
