/** What the client tells a hook on stdin, and what a hook at work has: settings, a store, a log. */

import { type HookSettings, readSettings } from "../lib/config/environment.ts";
import { Deadline } from "../lib/git/run.ts";
import { messageOf, Notes } from "../lib/store/notes.ts";
import { isThere, Store } from "../lib/store/store.ts";
import { safeName } from "../lib/text/names.ts";
import { isObject } from "../lib/text/values.ts";

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
    return isObject(payload) ? event(payload, null) : event({}, "Payload is not an object");
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

/** A hook at work. */
export interface HookContext {
  readonly started: number;
  readonly event: HookEvent;
  readonly stop: StopEvent;
  readonly settings: HookSettings;
  readonly store: Store;
  readonly session: string;
  readonly notes: Notes;
  /** Does something; what goes wrong is noted, and the notes are written. */
  readonly guarded: (what: string, action: () => Promise<void>) => Promise<void>;
  /** Writes the notes. A log that cannot be written stops nothing that is more important. */
  readonly writeNotes: () => Promise<void>;
}

/** The circumstances of a stop. Whatever is odd in the payload counts as not told. */
export interface StopEvent {
  /** The file with the conversation; null where the client did not say. */
  readonly transcript: string | null;
  readonly planMode: boolean;
  /** What the agent started beside the conversation and has not ended; null where it is not told. */
  readonly backgroundTasks: number | null;
  /** Whether the agent went on because a hook had sent it back. */
  readonly continued: boolean;
  readonly subagent: boolean;
}

/**
 * Opens what a hook needs; null where it has nothing to do.
 *
 * @param read What the client tells; by default what it writes to stdin.
 */
export async function openHook(
  read: () => Promise<HookEvent> = () => readEvent(new Deadline(5)),
): Promise<HookContext | null> {
  const started = Date.now();
  const settings = readSettings();
  const event = await read();
  if (!isThere(".git") && settings.folder === null) return null;
  const store = Store.open(settings.folder);
  const session = await safeName(event.sessionId);
  const notes = new Notes(settings.debug);
  for (const problem of settings.problems) notes.error(problem);
  if (event.problem !== null) notes.error(event.problem);
  const writeNotes = async (): Promise<void> => {
    try {
      await notes.write(store, session, new Date(started).toISOString());
    } catch (error) {
      console.error(`reflection: ${messageOf(error)}`);
    }
  };
  const guarded = async (what: string, action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      notes.error(`${what}: ${messageOf(error)}`);
    }
    await writeNotes();
  };
  const stop = stopEventOf(event);
  return { started, event, stop, settings, store, session, notes, guarded, writeNotes };
}

/**
 * How a background task is when it has ended. Any other word means that it will wake the agent: the
 * client has several for that (`running`, `pending`), and may get more.
 */
const ENDED: ReadonlySet<unknown> = new Set(["completed", "failed", "killed", "stopped"]);

function stopEventOf({ payload }: HookEvent): StopEvent {
  const { transcript_path, permission_mode, background_tasks, agent_id } = payload;
  return {
    transcript: typeof transcript_path === "string" && transcript_path.startsWith("/")
      ? transcript_path
      : null,
    planMode: permission_mode === "plan",
    backgroundTasks: Array.isArray(background_tasks)
      ? background_tasks.filter((task) => isObject(task) && !ENDED.has(task.status)).length
      : null,
    continued: payload.stop_hook_active === true,
    subagent: typeof agent_id === "string" && agent_id !== "",
  };
}
