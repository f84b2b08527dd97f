/** Writing down what was judged, or why nothing was. */

// Not through the front door: every module costs a start something.
import { GUARD_LIMITS } from "../../judge/loop_guard/limits.ts";
import type { SkipReason } from "../../schema/names.ts";
import type { TokenUsage, Verdict, VerdictOutcome, VerdictRecord } from "../../schema/types.ts";
import { recordHeader, type RepositoryState, scrubLabel } from "../../lib/records/header.ts";
import { momentName } from "../../lib/store/names.ts";
import { messageOf } from "../../lib/store/notes.ts";
import type { Backend } from "../../lib/model/backend.ts";
import type { HookContext } from "../context.ts";
import { writeSignals } from "./signals.ts";

/** A hook that judges. */
export interface JudgedTurn extends HookContext {
  /** Whether the agent may hear of the verdict. */
  readonly judge: "observe" | "on";
  /** So long a model is waited for, in milliseconds. */
  readonly modelMs: number;
  /** How often in a row the client lets itself be sent back; null where it does not count. */
  readonly blockCap: number | null;
  /** The client's own models; null where it has none for us. */
  readonly host: Backend | null;
}

/** What a model charged. */
export interface Spent {
  readonly model: string;
  readonly usage: TokenUsage | null;
  readonly cost_usd: number | null;
}

/** What was judged, and what became of it. Its texts are scrubbed. */
export interface Judged {
  readonly verdict: Verdict | null;
  /** As the person put it; null where nothing was done, so that nobody needs to know. */
  readonly task: string | null;
  /** What the repository is like; null where nothing was done, so that nothing has to be joined. */
  readonly change: RepositoryState | null;
  readonly skipped: SkipReason | null;
  readonly attempt: number;
  readonly decision: VerdictOutcome["decision"];
  /** What kind of silence it is, where that was the question. */
  readonly stuck: VerdictRecord["stuck"];
  readonly spent: Spent | null;
  readonly failure: string | null;
}

/** What a turn's end leads to: what is recorded, and what the agent is told. */
export interface Decision {
  readonly judged: Judged;
  readonly feedback: string | null;
}

/** What is left where nothing was judged. */
export const NOTHING_JUDGED: Judged = {
  verdict: null,
  task: null,
  change: null,
  skipped: null,
  attempt: 0,
  decision: "skipped",
  stuck: null,
  spent: null,
  failure: null,
};

/** Where nothing was judged, for this reason. */
export function skipped(
  reason: SkipReason,
  failure: string | null = null,
  attempt = 0,
): Decision {
  return { judged: { ...NOTHING_JUDGED, skipped: reason, attempt, failure }, feedback: null };
}

/** What is kept of a turn that was only talk: no text of anybody, so that none has to be read. */
export const ANSWERED: Verdict = {
  complete: true,
  severity: "NONE",
  feedback: "Nothing had to be done beside an answer",
  missing: [],
  next_actions: [],
  requires_human_action: false,
  evidence: [],
};

/** So much of a task is enough to know it again. */
const MAX_TASK = 2000;

/** Writes the record, and the signals for other tools. */
export async function writeVerdict(context: HookContext, judged: Judged): Promise<void> {
  const { store, session, settings, notes } = context;
  const record = await recordOf(context, judged);
  try {
    const name = store.freeName(`${session}-${momentName(record.timestamp)}`, ".verdict.json");
    store.write(`${name}.verdict.json`, `${JSON.stringify(record, null, 2)}\n`);
    notes.step(`wrote ${name}.verdict.json: ${record.outcome.decision}`);
    try {
      writeSignals(store, session, name, record, settings.signalFolder);
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
