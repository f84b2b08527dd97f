/** What the judge's smaller hooks share: the payload, where to write, and errors that hurt nobody. */

import { Deadline } from "../../lib/git/deadline.ts";
import { type HookEvent, readEvent } from "../event.ts";
import { safeName } from "../../lib/store/names.ts";
import { messageOf, Notes } from "../../lib/store/notes.ts";
import { type HookSettings, readSettings } from "../../lib/config/environment.ts";
import { isThere, Store } from "../../lib/store/store.ts";
import { type StopEvent, stopEventOf } from "../clients/stop_event.ts";

/** A hook at work. */
export interface Hooked {
  readonly started: number;
  readonly event: HookEvent;
  readonly stop: StopEvent;
  readonly settings: HookSettings;
  readonly store: Store;
  readonly session: string;
  readonly notes: Notes;
  /** Does something; what goes wrong is noted, and the notes are written. */
  readonly guarded: (what: string, action: () => Promise<void>) => Promise<void>;
  /** Writes the notes. A log that cannot be written keeps nobody from what is more important. */
  readonly writeNotes: () => Promise<void>;
}

/**
 * Opens what a hook needs; null where it has nothing to do.
 *
 * @param read What the client tells; from stdin, if nobody has read it.
 */
export async function openHook(
  read: () => Promise<HookEvent> = () => readEvent(new Deadline(5)),
): Promise<Hooked | null> {
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
