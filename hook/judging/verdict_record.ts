/** Writes down what was judged, or why nothing was: the record, and a signal for other tools. */

import { GUARD_LIMITS } from "../../judge/loop_guard.ts";
import type { VerdictRecord } from "../../schema/types.ts";
import { recordHeader, scrubLabel } from "../../lib/records/header.ts";
import { messageOf } from "../../lib/store/notes.ts";
import { Store } from "../../lib/store/store.ts";
import type { HookContext } from "../event.ts";
import type { Found, Judged } from "./judged.ts";
import { momentName } from "../../lib/text/names.ts";

/** So much of a task is enough to know it again. */
const MAX_TASK = 2000;

/** Writes the record, and the signals for other tools. */
export async function writeVerdict(context: HookContext, judged: Judged): Promise<void> {
  const { store, session, notes } = context;
  const record = await recordOf(context, judged);
  try {
    const name = store.freeName(`${session}-${momentName(record.timestamp)}`, ".verdict.json");
    store.write(`${name}.verdict.json`, `${JSON.stringify(record, null, 2)}\n`);
    notes.step(`wrote ${name}.verdict.json: ${record.outcome.decision}`);
    try {
      writeSignals(context, name, record);
    } catch (error) {
      notes.error(`Cannot write the signal for other tools: ${messageOf(error)}`);
    }
  } catch (error) {
    notes.error(`Cannot write the verdict: ${messageOf(error)}`);
  }
}

async function recordOf(
  context: HookContext,
  judged: Judged,
): Promise<VerdictRecord> {
  const { event, started } = context;
  return {
    schema: "verdict.v1",
    ...await recordHeader(context, judged.change),
    task: judged.task?.slice(0, MAX_TASK) ?? null,
    verdict: judged.verdict,
    ...judged.found === null ? {} : foundFields(judged.found),
    skipped: judged.skipped,
    stuck: judged.stuck,
    outcome: {
      decision: judged.decision,
      attempt: judged.attempt,
      max_attempts: GUARD_LIMITS.attempts,
    },
    model: judged.spent?.model ?? null,
    usage: judged.spent?.usage ?? null,
    cost_usd: judged.spent?.cost_usd ?? null,
    duration_ms: Math.max(0, Date.now() - started),
    degraded: event.problem !== null || judged.failure !== null,
    failure: judged.failure === null ? null : await scrubLabel(judged.failure),
  };
}

function foundFields(
  { floor, requirements, observations, vetoes }: Found,
): Required<Pick<VerdictRecord, keyof Found>> {
  return {
    floor,
    requirements: [...requirements],
    observations: [...observations],
    vetoes: [...vetoes],
  };
}

/**
 * Writes the latest verdict of a session beside the records, and into the folder that the user named
 * for other tools. Nothing where nothing was judged, and where nothing tells.
 */
function writeSignals(
  { store, session, settings: { signalFolder } }: HookContext,
  name: string,
  { session_id, timestamp, verdict, outcome }: VerdictRecord,
): void {
  if (verdict === null || verdict.complete === null) return;
  const { complete, severity, requires_human_action } = verdict;
  const signal = {
    sessionId: session_id,
    complete,
    severity,
    // Milliseconds: what the tools that read such a file expect.
    timestamp: Date.parse(timestamp),
    requires_human_action,
    decision: outcome.decision,
    record: `${name}.verdict.json`,
  };
  const file = `verdict_${session}.json`;
  const text = `${JSON.stringify(signal)}\n`;
  store.write(file, text);
  if (signalFolder !== null) Store.openPlain(signalFolder).write(file, text);
}
