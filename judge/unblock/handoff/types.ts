/** What a packet is, what it is built from, and what a check of one says. */

import type { Conversation } from "../../conversation.ts";
import type { Role } from "../contract.ts";
import type { Decision } from "../decision_memory.ts";
import type { EscalationPayload } from "../escalation.ts";
import type { Scrub } from "./clean.ts";
import type { Runs } from "./standing_failure.ts";
import type { Violation } from "../violation.ts";

/** Where the source stands. */
interface Snapshot {
  /** The commit that is checked out; null without one. */
  readonly head: string | null;
  /** The files that are not as the commit has them. */
  readonly dirty: readonly string[];
}

/** What a packet is built from. */
export interface HandoffFacts {
  readonly conversation: Conversation;
  readonly snapshot: Snapshot;
  /** The payload, as it was read; only a valid one gives a packet that is accepted. */
  readonly payload: EscalationPayload;
  /**
   * Whose payload it is.
   *
   * @default {"coder"}
   */
  readonly role?: Role;
  /** What the environment told the agent to look at. */
  readonly forcedContext?: readonly string[];
  /**
   * What has to be verified first.
   *
   * @default {BLIND_ZONES}
   */
  readonly checklist?: readonly string[];
  /** The decisions of the repository. */
  readonly memory?: readonly Decision[];
  /**
   * So many messages of the person belong to tasks that are settled.
   *
   * @default {0}
   */
  readonly settled?: number;
  /** All free text passes it. */
  readonly scrub: Scrub;
}

/** What fails. */
export interface Failure {
  readonly command: string;
  /** The lines of the output that tell. */
  readonly signature: readonly string[];
}

/** A packet. Every text in it is scrubbed and bounded. */
export interface Handoff {
  /** As the person put it. */
  readonly task: string;
  /** `head` is null too where what was given is no commit; `more`: how many dirty files are not named. */
  readonly snapshot: Snapshot & { readonly more: number };
  /** The payload between its tags. */
  readonly escalation: string;
  readonly forcedContext: readonly string[];
  readonly checklist: readonly string[];
  /** Null where nothing that was run still fails. */
  readonly failure: Failure | null;
  readonly decisionMemory: readonly string[];
}

/** What is known besides a packet. */
export interface HandoffCheckOptions {
  /**
   * Who escalated.
   *
   * @default {"coder"}
   */
  readonly role?: Role;
  /** Where the source stands. */
  readonly snapshot?: Pick<Snapshot, "head">;
  /** The attempt that was counted. */
  readonly attempt?: number;
  /** What was run, and how it ended. */
  readonly runs?: Runs;
  /** The decisions that bind, besides those in the packet. */
  readonly memory?: readonly Decision[];
}

/** What a check says. */
export interface CheckedHandoff {
  /** What has to be said instead of working from it; null where it may be worked from. */
  readonly answer: string | null;
  readonly violations: Violation[];
}
