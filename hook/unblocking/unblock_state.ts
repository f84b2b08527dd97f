/** What is remembered of a blocked loop between events; broken or missing, it is as new. */

import { type Attempts, readAttempts } from "../../judge/unblock/attempts.ts";
import type { Role } from "../../judge/unblock/protocol.ts";
import { dispatch, type DispatchState, readDispatch } from "../../judge/unblock/dispatch.ts";
import type { Store } from "../../lib/store/store.ts";
import { attemptsFile } from "./session.ts";
import { readState, writeState } from "../../lib/store/state.ts";
import { objectOf } from "../../lib/text/values.ts";

/** A blocked loop so far. */
export interface UnblockState {
  readonly attempts: Readonly<Record<Role, Attempts>>;
  readonly dispatch: DispatchState;
  /** What was tried so far, a statement each: no packet may propose it again. */
  readonly tried: readonly string[];
  /** The person's message that the state is of. */
  readonly promptId: string | null;
}

/** So many statements are remembered, each so long. */
const MAX_TRIED = 60;
const MAX_STATEMENT = 500;

/** What was tried, with more of it. */
export function triedWith(tried: readonly string[], more: readonly string[]): string[] {
  const all = [...tried, ...more.map((statement) => statement.slice(0, MAX_STATEMENT))];
  return [...new Set(all)].slice(-MAX_TRIED);
}

/** Tools of one message end at the same time: so long each waits for the others. */
const PATIENCE_MS = 3_000;
const LOOK_AGAIN_MS = 15;

/** Waits until the state is this process's alone; it stays so until the process ends. */
export async function holdUnblockState(store: Store, session: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  const lock = `state/${session}.unblock.lock`;
  while (!store.lock(lock)) {
    if (Date.now() > deadline) throw new Error(`Timed out after 3 s waiting for ${lock}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/**
 * The state of a session. Where it waits for a person, a new message of the person's is what it
 * waited for.
 */
export function readUnblockState(
  store: Store,
  session: string,
  promptId: string | null,
): UnblockState {
  const state = readState(store, attemptsFile(session), unblockStateOf);
  const { phase } = state.dispatch;
  const waits = phase === "person" || phase === "context";
  if (!waits || promptId === null || promptId === state.promptId) return { ...state, promptId };
  const kind = phase === "person" ? "person_took_over" : "context_supplied";
  return { ...state, promptId, dispatch: dispatch(state.dispatch, { kind }).state };
}

function unblockStateOf(value: unknown): UnblockState {
  const { attempts, dispatch, tried, promptId } = objectOf(value) ?? {};
  const { coder, reflection } = objectOf(attempts) ?? {};
  return {
    attempts: { coder: readAttempts(coder), reflection: readAttempts(reflection) },
    dispatch: readDispatch(dispatch),
    tried: triedWith(
      [],
      Array.isArray(tried) ? tried.filter((statement) => typeof statement === "string") : [],
    ),
    promptId: typeof promptId === "string" ? promptId : null,
  };
}

/** Remembers the state of a session. */
export function writeUnblockState(store: Store, session: string, state: UnblockState): void {
  writeState(store, attemptsFile(session), state);
}
