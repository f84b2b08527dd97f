/** What a hook that judges or unblocks works with: the payload, the settings, where to write, a log. */

import { Deadline } from "../lib/git/run.ts";
import { type HookEvent, readEvent } from "./event.ts";
import { messageOf, Notes } from "../lib/store/notes.ts";
import { type HookSettings, readSettings } from "../lib/config/environment.ts";
import { isThere, Store } from "../lib/store/store.ts";
import { safeName } from "../lib/text/names.ts";

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
      ? background_tasks.filter(isUnderWay).length
      : null,
    continued: payload.stop_hook_active === true,
    subagent: typeof agent_id === "string" && agent_id !== "",
  };
}

function isUnderWay(task: unknown): boolean {
  return typeof task === "object" && task !== null && !Array.isArray(task) &&
    !ENDED.has((task as { status?: unknown }).status);
}
