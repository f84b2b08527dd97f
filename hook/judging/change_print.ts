/** What tells one state of the repository from another, so that records can be joined. */

import { Deadline } from "../../lib/git/deadline.ts";
import { parentOf, Repository } from "../../lib/git/run.ts";
import { gatherChange } from "../../lib/git/gather.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { readState } from "../../lib/store/session_state.ts";
import type { HookContext } from "../context.ts";
import type { ChangePrint } from "./verdict_record.ts";

/** A change that takes longer to read has no hash: nobody waits for one. */
const SECONDS = 5;

/** The same hash as a review of the change has. */
export async function readChangePrint(
  { settings, store, session, notes }: HookContext,
): Promise<ChangePrint> {
  try {
    const repository = new Repository(".", {
      deadline: new Deadline(SECONDS),
      fence: parentOf(Deno.cwd()),
    });
    const signal = AbortSignal.timeout(SECONDS * 1000);
    const state = readState(store, session);
    const { status, change } = await gatherChange(repository, settings, state, notes, signal);
    return { head: status.head, branch: status.branch ?? "detached", diffHash: change.hash };
  } catch (error) {
    notes.error(`Cannot tell what changed: ${messageOf(error)}`);
    return { head: null, branch: null, diffHash: null };
  }
}
