/** What tells one state of the repository from another, so that records can be joined. */

import { Deadline, Repository } from "../../lib/git/run.ts";
import { rangeOf } from "../../lib/git/change.ts";
import { readFullChange } from "../../lib/git/change_content.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { readSession } from "../../lib/store/state.ts";
import type { HookContext } from "../context.ts";
import type { RepositoryState } from "../../lib/records/header.ts";

/** A change that takes longer to read has no hash: a hook does not wait for one. */
const SECONDS = 5;

/** The same hash as a review of the change has. */
export async function readRepositoryState(
  { settings, store, session, notes }: HookContext,
): Promise<RepositoryState | null> {
  try {
    const repository = Repository.at(".", new Deadline(SECONDS));
    const signal = AbortSignal.timeout(SECONDS * 1000);
    const range = rangeOf(settings, readSession(store, session));
    return await readFullChange(repository, range, notes, signal);
  } catch (error) {
    notes.error(`Cannot tell what changed: ${messageOf(error)}`);
    return null;
  }
}
