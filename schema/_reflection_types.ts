// The shapes of `reflection.v1`, apart from `reflection.ts` only so that each file stays short:
// types are erased, so this file is never loaded.

import type { ReviewSurface, RiskFloorVerdict } from "../risk_floor.ts";

/** How capture was switched on; with `off` nothing is captured. */
export type ReflectionMode = "off" | "solo" | "orchestrated";

/** The single most likely way in which the work is wrong. */
export interface MostLikelyWrong {
  /** Where it would be wrong. */
  surface: ReviewSurface;
  /** How it would be wrong, in the agent's words. */
  description: string;
}

/** What only the agent can say. A field that is null or absent was not supplied. */
export interface SelfReport {
  /** How sure the agent is of its work, in [0,1]. */
  confidence?: number | null | undefined;
  /** The single most likely way in which the work is wrong. */
  most_likely_wrong?: MostLikelyWrong | null | undefined;
  /** What the agent knows that the diff does not show; null also says "nothing". */
  known_not_in_diff?: string | null | undefined;
}

/** How a record came to be. */
export interface Provenance {
  /** What wrote the record. */
  source: "stop-hook";
  /** Which capture of the session this is, from 1. */
  reflection_attempt: number;
  /** Whether something the record should hold was missing or unreadable. */
  degraded: boolean;
  /** The mode that was on. */
  reflection_mode: ReflectionMode;
}

/** A `reflection.v1` record as a reader accepts it. */
export interface Reflection extends SelfReport {
  /** Name and version of the format. */
  schema: "reflection.v1";
  /** The task the run worked on. */
  task_ref: string;
  /** The persona or runtime that did the work, or `unknown`. */
  agent: string;
  /** The session that ended, or `unknown`. */
  session_id: string;
  /** When the record was written; ISO-8601 in UTC, ending in `Z`. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The least review the change needs. */
  risk: RiskFloorVerdict;
  /** The paths that changed, relative to the repository. */
  files_changed: string[];
  /** How the record came to be. */
  provenance: Provenance;
}

/** A `reflection.v1` record as it is written: what was not supplied is null, never absent. */
export interface WrittenReflection extends Reflection {
  /** How sure the agent is of its work, in [0,1]. */
  confidence: number | null;
  /** The single most likely way in which the work is wrong. */
  most_likely_wrong: MostLikelyWrong | null;
  /** What the agent knows that the diff does not show. */
  known_not_in_diff: string | null;
}

/** What {@linkcode Reflection} is put together from. */
export interface ReflectionParts {
  /** The task the run worked on. */
  taskRef: string;
  /** The persona or runtime that did the work. */
  agent: string;
  /** The session that ended. */
  sessionId: string;
  /** When the record is written: ISO-8601 in UTC, ending in `Z`. */
  timestamp: string;
  /** The name of the repository's top folder. */
  repo: string;
  /** The least review the change needs. */
  risk: RiskFloorVerdict;
  /** The paths that changed, relative to the repository. */
  filesChanged: readonly string[];
  /**
   * Which capture of the session this is, from 1.
   *
   * @default {1}
   */
  attempt?: number | undefined;
  /** The mode that is on. */
  mode: ReflectionMode;
  /** What the agent said, if anything. Any of `problems` makes the record degraded. */
  selfReport?: (SelfReport & { problems?: readonly string[] | undefined }) | null | undefined;
  /**
   * Whether the caller knows of another reason to call the record degraded.
   *
   * @default {false}
   */
  degraded?: boolean | undefined;
}
