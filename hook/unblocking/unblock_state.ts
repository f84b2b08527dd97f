/** What is remembered of a blocked loop between events; broken or missing, it is as new. */

import { type Attempts, readAttempts } from "../../unblock/attempts.ts";
import type { Role } from "../../unblock/contract.ts";
import { type DispatchState, readDispatch } from "../../unblock/dispatch.ts";
import type { Store } from "../store.ts";
import { attemptsFile } from "./tool_use.ts";

/** A blocked loop so far. */
export interface UnblockState {
  readonly attempts: Readonly<Record<Role, Attempts>>;
  readonly dispatch: DispatchState;
  /** What was tried so far, a statement each: no packet may propose it again. */
  readonly tried: readonly string[];
}

/** So many statements are remembered, each so long. */
const MAX_TRIED = 60;
const MAX_STATEMENT = 500;

/** What was tried, with more of it. */
export function triedWith(tried: readonly string[], more: readonly string[]): string[] {
  const all = [...tried, ...more.map((statement) => statement.slice(0, MAX_STATEMENT))];
  return [...new Set(all)].slice(-MAX_TRIED);
}

/** A file of ours that is larger was not written by us. */
const MAX_BYTES = 256 * 1024;

/** The state of a session. */
export function readUnblockState(store: Store, session: string): UnblockState {
  let value: unknown = null;
  try {
    value = JSON.parse(store.read(attemptsFile(session), MAX_BYTES) ?? "null");
  } catch {
    // As new
  }
  const { attempts, dispatch, tried } = (value ?? {}) as Record<string, unknown>;
  const { coder, reflection } = (attempts ?? {}) as Record<string, unknown>;
  return {
    attempts: { coder: readAttempts(coder), reflection: readAttempts(reflection) },
    dispatch: readDispatch(dispatch),
    tried: triedWith(
      [],
      Array.isArray(tried) ? tried.filter((statement) => typeof statement === "string") : [],
    ),
  };
}

/** Remembers the state of a session. */
export function writeUnblockState(store: Store, session: string, state: UnblockState): void {
  store.write(attemptsFile(session), JSON.stringify(state));
}
