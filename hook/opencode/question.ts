/**
 * What the plugin and the script that judges say to each other, one line of JSON each. The plugin
 * begins with a {@linkcode Question}; the script may ask for the client's own model any number of
 * times, and ends with an {@linkcode Answer}.
 */

import type { CompactionVerdict } from "../../judge/compaction.ts";
import type { Conversation } from "../../judge/conversation.ts";
import type { SkipReason } from "../../schema/names.ts";
import type { StuckVerdict, VerdictOutcome } from "../../schema/types.ts";

/** What there is to judge. */
export interface Question {
  readonly kind: "task" | "stuck" | "compaction";
  readonly session_id: string;
  readonly prompt_id: string | null;
  readonly conversation: Conversation;
  /** Whether the agent may only plan. */
  readonly plan_mode: boolean;
  /** How long nothing has happened, in milliseconds, where that is the question. */
  readonly idle_ms: number;
  /** Whether the last message ended with an error that is no abort. */
  readonly failed: boolean;
}

/** How the client names a model. */
export interface ModelName {
  readonly providerID: string;
  readonly modelID: string;
}

/** What the script wants of the client's own model. */
export interface ModelRequest {
  readonly ask: {
    /** By which the reply is known. */
    readonly id: number;
    /** So long the script waits, in milliseconds. */
    readonly ms: number;
    readonly system: string;
    readonly prompt: string;
    /** The model that the user named; null for none. */
    readonly model: ModelName | null;
    /** Quick models by provider, the best first; null for the model that the session uses. */
    readonly quick: Readonly<Record<string, readonly string[]>> | null;
  };
}

/** What came of it. */
export interface ModelReply {
  /** Of the request. */
  readonly id: number;
  /** Null where there is no answer. */
  readonly text: string | null;
  /** Who answered. */
  readonly model?: string;
  /** Why there is none; null where there is one. */
  readonly failure: string | null;
}

/** What became of a stop. */
export interface JudgedStop {
  readonly decision: VerdictOutcome["decision"];
  readonly skipped: SkipReason | null;
  /** What to tell the agent; null where it is let go. */
  readonly feedback: string | null;
  /** Whether the task is done; null where nothing tells. */
  readonly complete: boolean | null;
  /** Whether only a person can go on. */
  readonly human: boolean;
  /** The verdict in a sentence. */
  readonly summary: string;
}

/** The last line of the script; a verdict is null where neither structure nor a model tells. */
export type Answer =
  | { readonly kind: "task"; readonly outcome: JudgedStop }
  | { readonly kind: "stuck"; readonly verdict: StuckVerdict | null }
  | { readonly kind: "compaction"; readonly verdict: CompactionVerdict | null };
