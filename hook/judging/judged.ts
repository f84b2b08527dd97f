/** What the judge is given at the end of a turn, and what it comes to. */

import type { RepositoryState } from "../../lib/records/header.ts";
import type { Backend } from "../../lib/model/backend.ts";
import type { SkipReason } from "../../schema/names.ts";
import type { TokenUsage, Verdict, VerdictOutcome, VerdictRecord } from "../../schema/types.ts";
import type { Judgement } from "../../judge/judgement.ts";
import type { JudgeRun } from "../../judge/loop_guard.ts";
import type { Circumstances } from "../../judge/vetoes.ts";
import type { TranscriptSnapshot } from "../clients/claude_code.ts";
import type { HookContext } from "../event.ts";

/** A hook that judges. */
export interface JudgedTurn extends HookContext {
  /** Whether the agent may hear of the verdict. */
  readonly judge: "observe" | "on";
  /** So long a model is waited for, in milliseconds. */
  readonly modelMs: number;
  /** What the person types to start a session of this client without the judge. */
  readonly judgeOff: string;
  /** How often in a row the client lets itself be sent back; null where it does not count. */
  readonly blockCap: number | null;
  /** The client's own models; null where it has none for us. */
  readonly host: Backend | null;
}

/** A stop for which the loop guard has started a run. */
export interface StartedStop {
  readonly snapshot: TranscriptSnapshot;
  readonly circumstances: Pick<Circumstances, "planMode" | "subagent" | "backgroundTasks">;
  readonly run: JudgeRun;
}

/** What was judged, and what became of it. Its texts are redacted before they are written. */
export interface Judged {
  readonly verdict: Verdict | null;
  /** What the floor found; null where nothing was judged. */
  readonly found: Found | null;
  /** As the person put it; null where nothing was done: then it is not needed. */
  readonly task: string | null;
  /** The state of the repository; null where nothing was done: then nothing has to be joined. */
  readonly change: RepositoryState | null;
  readonly skipped: SkipReason | null;
  readonly attempt: number;
  readonly decision: VerdictOutcome["decision"];
  /** What kind of silence it is, where that was the question. */
  readonly stuck: VerdictRecord["stuck"];
  readonly spent: Spent | null;
  readonly failure: string | null;
}

/** What the record holds of a stop beside the verdict. */
export type Found = Omit<Judgement, "facts">;

/** What a model charged. */
export interface Spent {
  readonly model: string;
  readonly usage: TokenUsage | null;
  readonly cost_usd: number | null;
}

/** What a turn's end leads to: what is recorded, and what the agent is told. */
export interface Decision {
  readonly judged: Judged;
  readonly feedback: string | null;
}

/** What is left where nothing was judged. */
export const NOTHING_JUDGED: Judged = {
  verdict: null,
  found: null,
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
