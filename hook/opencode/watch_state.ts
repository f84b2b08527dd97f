/** What is known of a session, what may happen in it, and what can be done about it. */

import type { CompactionVerdict } from "../../judge/compaction.ts";
import type { StuckVerdict } from "../../schema/types.ts";
import type { Standing } from "./conversation.ts";
import type { Kind, Toast } from "./messages.ts";
import type { JudgedStop } from "./question.ts";

/** How often and how long, in milliseconds. */
export const WATCH_LIMITS = {
  /** Messages of ours, feedback and nudges, until the person speaks. */
  messages: 16,
  /** Silence younger than this means nothing. */
  silence: 30_000,
  /** A look at a silence is good for so long; after so many there is none any more. */
  look: 60_000,
  looks: 15,
  /** After a compaction: the first try, then so many more, so far apart, while the session works. */
  compaction: { first: 3_000, tries: 5, apart: 15_000 },
} as const;

/** What is known of a session. */
export interface Watch {
  /** Rises with everything the person does. */
  readonly epoch: number;
  /** Whether the person stopped the agent, and has not spoken since. */
  readonly aborted: boolean;
  readonly busy: boolean;
  /** Whether the turn ended with an error that is no abort. */
  readonly failed: boolean;
  /** Questions and requests for permission that the person has not answered. */
  readonly waiting: readonly string[];
  /** When something last happened. */
  readonly lastAt: number;
  /** Where the session stood at the last stop: one that is told twice is one. */
  readonly stoppedAt: string | null;
  /** Whether the agent should be at work, though it is not: after a message of ours, or an error. */
  readonly expecting: boolean;
  /** Whether something was said about this silence. */
  readonly nudged: boolean;
  /** Whether a message of ours is on its way, and the client has not taken it up yet. */
  readonly speaking: boolean;
  /** Messages of ours since the person spoke. */
  readonly said: number;
  /** Whether what became of the last stop was shown to the person. */
  readonly shown: boolean;
  /** Whether a stop is being judged. */
  readonly judging: boolean;
  /** How often this silence was looked at, and until when the last look is good. */
  readonly looks: number;
  readonly lookedUntil: number;
  /** A compaction that nothing has come of yet. */
  readonly compaction: { readonly tries: number; readonly next: number } | null;
}

/** What is read of a session when it stops. */
export type StopFacts = Pick<
  Standing,
  "position" | "open" | "unanswered" | "byPerson" | "aborted" | "failed" | "summarised"
>;

/** What may happen. Answers carry the epoch in which they were asked for. */
export type WatchEvent =
  /** The person wrote something. */
  | { readonly kind: "person" }
  /** The person stopped the agent. */
  | { readonly kind: "aborted" }
  /** The person took something back. */
  | { readonly kind: "reverted" }
  /** The turn ended with another error. */
  | { readonly kind: "failed" }
  | { readonly kind: "busy" }
  | { readonly kind: "idle" }
  /** The agent wrote something or used a tool. */
  | { readonly kind: "activity" }
  | { readonly kind: "asked"; readonly id: string }
  | { readonly kind: "answered"; readonly id: string }
  | { readonly kind: "compacted" }
  /** Time has passed. */
  | { readonly kind: "time" }
  | { readonly kind: "stopped"; readonly epoch: number; readonly facts: StopFacts }
  | {
    readonly kind: "judged";
    readonly epoch: number;
    /** The stop that was judged. */
    readonly position: string;
    /** Null where no answer came. */
    readonly outcome: JudgedStop | null;
  }
  | {
    readonly kind: "looked";
    readonly epoch: number;
    /** The `lastAt` of the silence that was looked at. */
    readonly since: number;
    readonly verdict: StuckVerdict;
  }
  | {
    readonly kind: "weighed";
    readonly epoch: number;
    readonly compaction: Standing["compaction"];
    readonly verdict: CompactionVerdict;
  };

/** What to do about it. */
export type WatchAction =
  /** Read where the session stands, for a `stopped` event. */
  | { readonly do: "read"; readonly epoch: number }
  /** Leave a record of the run; `failure` only if something moved since the last. */
  | { readonly do: "capture"; readonly event: "Stop" | "StopFailure" }
  | { readonly do: "judge"; readonly epoch: number; readonly position: string }
  | { readonly do: "look"; readonly epoch: number; readonly since: number; readonly idleMs: number }
  /** Weigh what a compaction needs. */
  | { readonly do: "weigh"; readonly epoch: number }
  | { readonly do: "say"; readonly text: string; readonly as: Kind }
  | { readonly do: "toast"; readonly toast: Toast };

/** What the user switched on. */
export interface WatchOptions {
  readonly now: number;
  /** Whether anything is judged. */
  readonly judges: boolean;
  /** Whether the agent and the person hear of it. */
  readonly speaks: boolean;
}

/** The next state, and what to do. */
export interface WatchStep {
  readonly watch: Watch;
  readonly actions: readonly WatchAction[];
}

/** A session of which nothing is known yet. */
export function newWatch(now: number): Watch {
  return {
    epoch: 0,
    aborted: false,
    busy: false,
    failed: false,
    waiting: [],
    lastAt: now,
    stoppedAt: null,
    expecting: false,
    nudged: false,
    speaking: false,
    shown: false,
    judging: false,
    said: 0,
    looks: 0,
    lookedUntil: 0,
    compaction: null,
  };
}
