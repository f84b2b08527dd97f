/** The beginning of a session: what its end will be compared with. */

import type { Deadline, GitResult } from "../lib/git/run.ts";
import { statusOf } from "../lib/git/status.ts";
import { ASK } from "./ask.ts";
import { ContentHashes } from "../lib/git/file_hash.ts";
import { readEvent } from "./event.ts";
import { messageOf, Notes } from "../lib/store/notes.ts";
import { readSettings } from "../lib/config/environment.ts";
import { newSession, readSession, type SessionState, writeSession } from "../lib/store/state.ts";
import { isIn, isThere, ownFolders, Store } from "../lib/store/store.ts";
import { safeName } from "../lib/text/names.ts";

/** Beyond this many dirty paths, only the first are remembered: the state stays small. */
const MAX_DIRTY = 2000;

/** Remembers the beginning once per session, and asks for the self-report where that is wanted. */
export async function begin(status: Promise<GitResult>, deadline: Deadline): Promise<void> {
  const settings = readSettings();
  const event = await readEvent(deadline);
  if (!isThere(".git")) return;
  if (settings.ask) console.log(ASK_ANSWER);

  const store = Store.open(settings.folder);
  const session = await safeName(event.sessionId);
  if (!store.lock(`state/${session}.lock`)) return;
  const notes = new Notes(settings.debug);
  const timestamp = new Date().toISOString();
  // Resuming and compacting go on with the same run: its beginning stays.
  const state = readSession(store, session) ?? newSession();
  const own = ownFolders(settings.folder);
  if (state.startedAt !== null) {
    notes.step("session goes on");
  } else {
    try {
      writeSession(store, session, { ...state, ...await beginning(await status, timestamp, own) });
      notes.step("session begins");
    } catch (error) {
      notes.error(`Cannot remember the beginning: ${messageOf(error)}`);
    }
  }
  await notes.write(store, session, timestamp);
}

async function beginning(
  status: GitResult,
  startedAt: string,
  own: readonly string[],
): Promise<Pick<SessionState, "base" | "startedAt" | "dirty">> {
  const { head, changed, untracked } = statusOf(status);
  const dirty: Record<string, string> = {};
  const hashes = new ContentHashes();
  // What this very hook writes meanwhile is not the person's.
  const paths = [...changed, ...untracked].filter((path) => !isIn(own, path));
  for (const path of paths.slice(0, MAX_DIRTY)) {
    const hash = await hashes.of(path);
    if (hash !== null) dirty[path] = hash;
  }
  return { base: head, startedAt, dirty };
}

/** The form in which the client takes context from this event. */
const ASK_ANSWER = JSON.stringify({
  hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: ASK },
});
