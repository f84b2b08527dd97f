/**
 * `unblock.v1`: what a reflection agent answered to an escalation, and what comes next.
 *
 * One record per answer, also where it breaks the protocol: then `violations` says how, and nothing
 * may be sent to anybody on it. Only types and lists of names: nothing here is computed.
 *
 * @module
 */

import {
  COHERENCE_FAILED,
  type FailureLayer,
  type Mode,
  OUTPUT_NAMES,
  type OutputName,
  type Role,
} from "./protocol.ts";
import type { Violation } from "./escalation.ts";

export {
  FAILURE_LAYERS,
  type FailureLayer,
  type Mode,
  MODES,
  OUTPUT_NAMES,
  type OutputName,
  type Role,
  ROLES,
} from "./protocol.ts";
export type { Violation } from "./escalation.ts";

/** What an answer comes down to: an output of the protocol, or that the handoff contradicts itself. */
export type UnblockOutput = OutputName | "[COHERENCE_CHECK_FAILED]";

/** Everything that an answer may come down to. */
export const UNBLOCK_OUTPUTS: readonly UnblockOutput[] = [
  ...OUTPUT_NAMES,
  COHERENCE_FAILED,
];

/** Whoever may be next. */
export const NEXT_STEPS = ["coder", "reflection", "person", "none"] as const;

/** Who is next. */
export interface NextStep {
  /** Whoever goes on; `none` where there is nothing to do. */
  step: (typeof NEXT_STEPS)[number];
  /** Why, for a person to read. */
  why: string;
}

/** The compact report that an answer begins with. */
export interface UnblockReport {
  /** The layer at fault. */
  failure_layer: FailureLayer;
  /** What was seen. */
  observations: string[];
  /** What is believed now, materially different from what was tried. */
  new_hypothesis: string;
  /** The name of the output that follows, as it was written. */
  action: string;
}

/** What sends the task back to the coder. */
export interface RetryPacket {
  /** What is believed now, materially different from what was tried. */
  new_hypothesis: string;
  /** The layer at fault. */
  failure_layer: FailureLayer;
  /** The paths to look at again. */
  files_to_recheck: string[];
  /** What has to be verified before any edit. */
  forced_checklist: string[];
  /** What must stay as it is. */
  constraints: string[];
  /** What was tried and did not work. */
  what_not_to_retry: string[];
  /** The decisions that constrain this. */
  decision_memory_notes: string[];
}

/** An `unblock.v1` record. */
export interface UnblockRecord {
  /** Name and version of the format. */
  schema: "unblock.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or `unknown`. */
  agent: string;
  /** The session, or `unknown`. */
  session_id: string;
  /** When the record was written; ISO-8601 in UTC, ending in `Z`. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The prompt that the turn answered, where the client told. */
  prompt_id: string | null;
  /** The commit that was checked out; null without one. */
  head: string | null;
  /** A hash of the change so far; null if it could not be read. */
  diff_hash: string | null;
  /** Who answered. */
  role: Role;
  /** The attempt that it was answered in; null where nobody knows. */
  attempt: number | null;
  /** The mode of that attempt; null where nobody knows. */
  mode: Mode | null;
  /** What the answer comes down to; null where that cannot be told. */
  output: UnblockOutput | null;
  /** The compact report, scrubbed; null where there is none, or none that can be read whole. */
  report: UnblockReport | null;
  /** What goes back to the coder, scrubbed; null where nothing does, or it cannot be read whole. */
  packet: RetryPacket | null;
  /** A hash of the packet's content, by which it is known again; null without a packet. */
  packet_hash: string | null;
  /** Whether the answer follows every rule. */
  valid: boolean;
  /** What is wrong with it. */
  violations: Violation[];
  /** Who is next; null where nobody asked. */
  next: NextStep | null;
  /** Whether something that the record should hold was missing or unreadable. */
  degraded: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
}
