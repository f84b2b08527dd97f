/** Checks what was handed over, and keeps it: records, and the packet for the agent that goes on. */

import { Deadline, Repository } from "../../lib/git/run.ts";
import { readStatus } from "../../lib/git/status.ts";
import { factsIn } from "../../judge/evidence/evidence.ts";
import { taskText } from "../../judge/conversation.ts";
import { newAttempts } from "../../judge/unblock/attempts.ts";
import { modeFor, type Role, TERMINAL_ATTEMPT } from "../../judge/unblock/protocol.ts";
import type { Decision } from "../../judge/unblock/decisions.ts";
import { dispatch } from "../../judge/unblock/dispatch.ts";
import { lintEscalation } from "../../judge/unblock/form.ts";
import { buildHandoff, checkHandoff } from "../../judge/unblock/handoff.ts";
import { checkAnswer } from "../../judge/unblock/answer.ts";
import type {
  EscalationPayload,
  EscalationRecord,
  UnblockRecord,
  Violation,
} from "../../schema/types.ts";
import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { readRepositoryState } from "../judging/repository_state.ts";
import type { HookContext } from "../event.ts";
import { readJudgeState } from "../judging/judge_state.ts";
import { readTranscript } from "../clients/claude_code.ts";
import { recordHeader, scrubLabel } from "../../lib/records/header.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { isThere, readDecisions } from "./read_memory.ts";
import {
  holdUnblockState,
  readUnblockState,
  triedWith,
  type UnblockState,
  writeUnblockState,
} from "./unblock_state.ts";
import { momentName, sha256 } from "../../lib/text/names.ts";

/** Git has so long to tell what there is, in seconds. */
const GIT_SECONDS = 5;

/**
 * Keeps an escalation: valid, with a packet for the agent that is next; invalid, with what is wrong,
 * and that is also one that had to be said and was not.
 */
export async function keepEscalation(context: HookContext, said: string): Promise<void> {
  const { store, session, event, notes } = context;
  const role: Role = "coder";
  await holdUnblockState(store, session);
  const state = readUnblockState(store, session, event.promptId);
  const { phase } = state.dispatch;
  const linted = lintEscalation(said);
  // The person's next message is what was waited for: then nothing has to be handed over.
  if (linted.found === 0 && phase !== "escalate" && phase !== "person") {
    return writeUnblockState(store, session, state);
  }
  const { payload } = linted;
  const name = recordName(context, ".escalation.json");
  const handoff = payload === null || linted.violations.length > 0
    ? null
    : await keepHandoff(context, payload, name, countedIn(state, role));
  const violations = [...linted.violations, ...handoff?.violations ?? []];
  const valid = payload !== null && violations.length === 0;
  const { state: dispatched, answer } = dispatch(state.dispatch, {
    kind: "coder_escalated",
    valid,
  });
  const tried = valid ? triedWith(state.tried, payload.what_was_tried) : state.tried;
  writeUnblockState(store, session, { ...state, dispatch: dispatched, tried });
  notes.step(`escalation: ${valid ? "valid" : violations.map(({ code }) => code).join(", ")}`);
  notes.step(`next: ${answer.step}, ${answer.why}`);
  const record: EscalationRecord = {
    schema: "escalation.v1",
    ...await recordHeader(context, await readRepositoryState(context)),
    role,
    valid,
    attempt: payload?.attempt ?? null,
    ...await scrubDeep({ payload, violations, ...notesOf(linted.notes) }),
    handoff: handoff?.file ?? null,
    degraded: handoff?.failure !== undefined,
    failure: handoff?.failure ?? null,
  };
  store.write(`${name}.escalation.json`, `${JSON.stringify(record, null, 2)}\n`);
}

/** Builds the clean packet and writes it beside the record. */
async function keepHandoff(
  { stop, store, session, notes }: HookContext,
  payload: EscalationPayload,
  name: string,
  attempt: number | null,
): Promise<{ file?: string; failure?: string; violations?: readonly Violation[] }> {
  try {
    if (stop.transcript === null) {
      throw new TypeError("The client did not say where the conversation is");
    }
    const repository = Repository.at(".", new Deadline(GIT_SECONDS));
    const [{ head, changed, untracked }, memory] = await Promise.all([
      readStatus(repository),
      readDecisions(repository),
    ]);
    const { settled } = readJudgeState(store, session);
    const { conversation } = readTranscript(stop.transcript);
    const snapshot = { head, dirty: [...changed, ...untracked] };
    const text = await buildHandoff({
      task: taskText(conversation, settled).text,
      facts: factsIn(conversation),
      payload,
      snapshot,
      memory,
      scrub: scrubDeep,
    });
    const { violations } = checkHandoff(text, {
      snapshot,
      memory,
      ...attempt === null ? {} : { attempt },
    });
    // A packet that contradicts itself is no help to the agent that begins with it.
    if (violations.length > 0) return { violations };
    const file = `${name}.handoff.md`;
    store.write(file, text);
    return { file };
  } catch (error) {
    notes.error(`Cannot build the handoff: ${messageOf(error)}`);
    return { failure: await scrubLabel(messageOf(error)) };
  }
}

/** Keeps the answer of the reflection agent: what it is, what is wrong with it, and what is next. */
export async function keepAnswer(context: HookContext, said: string): Promise<void> {
  const { store, session, event, notes } = context;
  await holdUnblockState(store, session);
  const state = readUnblockState(store, session, event.promptId);
  // The agent was told an attempt by what it ran, and by its answers: the later one counts.
  const rescue = Math.min(
    TERMINAL_ATTEMPT,
    Math.max(state.dispatch.rescue, countedIn(state, "reflection") ?? 0),
  );
  const attempt = rescue > 0 ? rescue : null;
  const checked = checkAnswer(said, {
    attempt,
    tried: state.tried,
    failed: new Set(state.attempts.coder.counters.map(({ command }) => command)),
    memory: await decisions(context),
    exists: isThere,
  });
  const { output, report, packet, canonical, violations, notes: noted } = checked;
  const hash = canonical === null ? null : await sha256(new TextEncoder().encode(canonical));
  const { state: dispatched, answer } = dispatch({ ...state.dispatch, rescue }, {
    kind: "reflection_answered",
    checked,
    hash,
  });
  // The coder begins anew with what it is sent; what was refused was never tried.
  const accepted = dispatched.accepted.length > state.dispatch.accepted.length;
  writeUnblockState(store, session, {
    ...state,
    attempts: accepted ? { coder: newAttempts(), reflection: newAttempts() } : state.attempts,
    dispatch: dispatched,
    tried: triedWith(state.tried, accepted && report !== null ? [report.new_hypothesis] : []),
  });
  notes.step(`rescue: ${output ?? "no output"}, next: ${answer.step}, ${answer.why}`);
  const record: UnblockRecord = {
    schema: "unblock.v1",
    ...await recordHeader(context, await readRepositoryState(context)),
    role: "reflection",
    attempt,
    mode: attempt === null ? null : modeFor(attempt),
    output,
    ...await scrubDeep({ report, packet, violations: [...violations], ...notesOf(noted) }) as Pick<
      UnblockRecord,
      "report" | "packet" | "violations" | "notes"
    >,
    packet_hash: packet === null ? null : hash,
    valid: violations.length === 0,
    next: { step: answer.step, why: await scrubLabel(answer.why) },
    degraded: false,
    failure: null,
  };
  const name = recordName(context, ".unblock.json");
  store.write(`${name}.unblock.json`, `${JSON.stringify(record, null, 2)}\n`);
}

/** Notes as a record has them: none are left out. */
function notesOf(notes: readonly Violation[]): { notes?: Violation[] } {
  return notes.length === 0 ? {} : { notes: [...notes] };
}

/** The attempt of a role, as it was counted; null where nothing was. */
function countedIn({ attempts }: UnblockState, role: Role): number | null {
  const counted = attempts[role].counters.map(({ attempt }) => attempt);
  return counted.length === 0 ? null : Math.max(...counted);
}

/** The decisions of the repository; none where git does not tell. */
async function decisions({ notes }: HookContext): Promise<Decision[]> {
  try {
    return await readDecisions(Repository.at(".", new Deadline(GIT_SECONDS)));
  } catch (error) {
    notes.error(`Cannot read the decisions of the repository: ${messageOf(error)}`);
    return [];
  }
}

function recordName({ store, session }: HookContext, ending: string): string {
  return store.freeName(`${session}-${momentName(new Date().toISOString())}`, ending);
}
