/** Counting: whether a failure is one more attempt, and what the agent is told about it. */

import { callOf } from "../../judge/conversation.ts";
import { type Attempts, noteFailure, notePass } from "../../unblock/attempts.ts";
import { dispatch, type DispatchState } from "../../unblock/dispatch.ts";
import { endOfCall, type Failure } from "../../unblock/failure.ts";
import { attemptText } from "../../unblock/instructions.ts";
import { scrub } from "../../scrub/scrub.ts";
import { readChangePrint } from "../judging/change_print.ts";
import type { Hooked } from "../judging/hooked.ts";
import { roleOf } from "./roles.ts";
import type { ToolUse } from "./tool_use.ts";
import { readUnblockState, writeUnblockState } from "./unblock_state.ts";

/** Takes note of a command that has ended; what to tell the agent, or null. */
export async function countAttempt(hooked: Hooked, use: ToolUse): Promise<string | null> {
  const { store, session, event, notes } = hooked;
  const { failures, passed } = endOfCall(callOf({
    name: use.name,
    input: use.input,
    output: use.output.replace(STATUS_LINE, ""),
    state: use.failed ? "failed" : "done",
    exitCode: exitCodeIn(use),
  }));
  if (failures.length === 0 && passed.length === 0) return null;
  // Tools of one message end at the same time.
  if (!store.lock(`state/${session}.unblock.lock`)) return null;
  const role = roleOf(event.payload);
  const state = readUnblockState(store, session);
  let attempts = state.attempts[role];
  for (const command of passed) attempts = notePass(attempts, command);
  const tree = failures.length === 0 ? null : (await readChangePrint(hooked)).diffHash;
  let told: { failure: Failure; attempt: number } | null = null;
  for (const failure of failures) {
    const counted = noteFailure(attempts, failure, tree);
    attempts = counted.attempts;
    notes.step(`attempt ${counted.attempt}${counted.counted ? "" : " again"}: ${failure.shown}`);
    if (!counted.counted || (told !== null && told.attempt >= counted.attempt)) continue;
    told = { failure, attempt: counted.attempt };
  }
  writeUnblockState(store, session, {
    ...state,
    attempts: { ...state.attempts, [role]: attempts },
    dispatch: role === "coder"
      ? dispatched(state.dispatch, told?.attempt, attempts)
      : state.dispatch,
  });
  return told === null ? null : await scrub(attemptText(role, told.attempt, told.failure));
}

/** What comes next after the coder failed, or has nothing left that fails. */
function dispatched(
  state: DispatchState,
  attempt: number | undefined,
  { counters }: Attempts,
): DispatchState {
  if (attempt !== undefined) return dispatch(state, { kind: "coder_failed", attempt }).state;
  return counters.length === 0 ? dispatch(state, { kind: "coder_passed" }).state : state;
}

/** The client puts the status of a failed command before its output. */
const STATUS_LINE = /^Exit code (\d{1,3})\b\n?/;

function exitCodeIn({ failed, output }: ToolUse): number | null {
  const [, status] = STATUS_LINE.exec(output) ?? [];
  return status === undefined ? (failed ? 1 : null) : Number(status);
}
