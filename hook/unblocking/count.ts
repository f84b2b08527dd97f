/** Counting: whether a failure is one more attempt, and what the agent is told about it. */

import { callOf } from "../../judge/conversation.ts";
import {
  type Attempts,
  endOfCall,
  type Failure,
  noteFailure,
  notePass,
} from "../../judge/unblock/attempts.ts";
import { dispatch, type DispatchState } from "../../judge/unblock/dispatch.ts";
import { attemptText, OVERRIDE_ATTEMPT } from "../../judge/unblock/protocol.ts";
import { scrub } from "../../lib/scrub/scrub.ts";
import { readRepositoryState } from "../judging/repository_state.ts";
import type { HookContext } from "../event.ts";
import { roleOf } from "./session.ts";
import {
  holdUnblockState,
  readUnblockState,
  type UnblockState,
  writeUnblockState,
} from "./unblock_state.ts";

/** What the client tells of a tool call. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly failed: boolean;
}

/** Takes note of a command that has ended; what to tell the agent, or null. */
export async function countAttempt(context: HookContext, use: ToolUse): Promise<string | null> {
  const { store, session, event, notes } = context;
  const { failures, passed } = endOfCall(callOf({
    name: use.name,
    input: use.input,
    output: use.output.replace(STATUS_LINE, ""),
    state: use.failed ? "failed" : "done",
    exitCode: exitCodeIn(use),
  }));
  if (failures.length === 0 && passed.length === 0) return null;
  const tree = failures.length === 0 ? null : (await readRepositoryState(context))?.hash ?? null;
  await holdUnblockState(store, session);
  const role = roleOf(event.payload);
  const state = readUnblockState(store, session, event.promptId);
  let attempts = state.attempts[role];
  for (const command of passed) attempts = notePass(attempts, command);
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
    dispatch: role === "coder" ? dispatched(state, told?.attempt, attempts) : state.dispatch,
  });
  return told === null ? null : await scrub(attemptText(role, told.attempt, told.failure));
}

/**
 * What comes next: for the coder it matters once it goes in circles, and again when it no longer
 * does. A failure here and there that is put right is how work goes.
 */
function dispatched(
  before: UnblockState,
  attempt: number | undefined,
  now: Attempts,
): DispatchState {
  const circles = ({ counters }: Attempts): boolean =>
    counters.some(({ attempt }) => attempt >= OVERRIDE_ATTEMPT);
  if (attempt !== undefined && attempt >= OVERRIDE_ATTEMPT) {
    return dispatch(before.dispatch, { kind: "coder_failed", attempt }).state;
  }
  const over = circles(before.attempts.coder) && !circles(now);
  return over ? dispatch(before.dispatch, { kind: "coder_passed" }).state : before.dispatch;
}

/** The client puts the status of a failed command before its output. */
const STATUS_LINE = /^Exit code (\d{1,3})\b\n?/;

function exitCodeIn({ failed, output }: ToolUse): number | null {
  const [, status] = STATUS_LINE.exec(output) ?? [];
  return status === undefined ? (failed ? 1 : null) : Number(status);
}
