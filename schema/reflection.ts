/**
 * `reflection.v1`: what an agent's run changed, how risky that is, and what the agent itself
 * doubts about it.
 *
 * A record has two kinds of fields. The mechanical ones (ids, `risk`, `files_changed`,
 * `provenance`) are observed; the three of {@linkcode SelfReport} are claimed by the agent.
 * {@linkcode buildReflection} is the one place where the two meet, and nothing claimed can replace
 * anything observed.
 *
 * This module imports nothing at run time: it is loaded on every start of a hook. To check a record
 * read from elsewhere, use the schema in `./zod` or the JSON Schema `reflection.v1.schema.json`.
 *
 * @module
 */

import type { ReviewSurface, RiskFloorVerdict } from "../risk_floor.ts";
import type {
  MostLikelyWrong,
  Provenance,
  Reflection,
  ReflectionMode,
  SelfReport,
} from "./types.ts";

export type {
  MostLikelyWrong,
  Provenance,
  Reflection,
  ReflectionMode,
  ReviewSurface,
  RiskFloorVerdict,
  SelfReport,
};

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

/** Every surface, in the order in which the record's format lists them. */
export const REVIEW_SURFACES = [
  "auth",
  "data",
  "infra",
  "ui",
  "build",
  "test",
  "docs",
  "none",
] as const;

/** Every mode of capture. */
export const REFLECTION_MODES = ["off", "solo", "orchestrated"] as const;

// Compiles only while the list names exactly what the type does.
type Same<A extends B, B extends C, C = A> = [A, C];
type _Surfaces = Same<(typeof REVIEW_SURFACES)[number], ReviewSurface>;

/**
 * A moment in ISO-8601, in UTC and ending in `Z`, with seconds and an optional fraction. Knows the
 * calendar: 30 February does not match, 29 February only in leap years. Uses nothing but what every
 * dialect of regular expressions has, because the JSON Schema carries it too.
 */
export const TIMESTAMP_PATTERN: RegExp = new RegExp(
  "^(?:[0-9]{4}-(?:" +
    "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|" +
    "(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|" +
    "02-(?:0[1-9]|1[0-9]|2[0-8]))|" +
    "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)" +
    "T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?Z$",
);

/** Whether a value can stand in `confidence`: a number in [0,1]. */
export function isConfidence(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

/** Whether a value is one of {@linkcode REVIEW_SURFACES}. */
export function isReviewSurface(value: unknown): value is ReviewSurface {
  return (REVIEW_SURFACES as readonly unknown[]).includes(value);
}

/**
 * Puts a record together from what was observed and what the agent said.
 *
 * The record is `degraded` when any of the three self-report fields was not supplied or is bad
 * (it is then null), or when the caller says so. `known_not_in_diff: null` is an answer; null in
 * the other two is none.
 *
 * @example
 * ```ts
 * import { buildReflection } from "@reflection/kernel/reflection";
 * import assert from "node:assert/strict";
 *
 * const record = buildReflection({
 *   taskRef: "shop/main",
 *   agent: "unknown",
 *   sessionId: "s-1",
 *   timestamp: "2026-01-31T12:00:00.000Z",
 *   repo: "shop",
 *   risk: { needs_review: false, score: 0.1, surface: "docs", reason: "docs surface" },
 *   filesChanged: ["README.md"],
 *   mode: "solo",
 * });
 * assert.equal(record.confidence, null);
 * assert.equal(record.provenance.degraded, true);
 * ```
 *
 * @throws {RangeError} If the attempt is not an integer from 1, or the timestamp does not match
 * {@linkcode TIMESTAMP_PATTERN}.
 */
export function buildReflection(parts: ReflectionParts): WrittenReflection {
  const { risk, timestamp, attempt = 1 } = parts;
  if (!TIMESTAMP_PATTERN.test(timestamp)) {
    throw new RangeError(`Timestamp is not ISO-8601 in UTC: "${timestamp}"`);
  }
  if (!Number.isSafeInteger(attempt) || attempt < 1) {
    throw new RangeError(`Attempt is not an integer from 1: "${attempt}"`);
  }
  // Field by field, never by spreading: an extra key in a part must not become one in the record.
  const said: NonNullable<ReflectionParts["selfReport"]> = parts.selfReport ?? {};
  const confidence = isConfidence(said.confidence) ? said.confidence : null;
  const mostLikelyWrong = pickMostLikelyWrong(said.most_likely_wrong);
  const known = typeof said.known_not_in_diff === "string" ? said.known_not_in_diff : null;
  const supplied = confidence !== null && mostLikelyWrong !== null &&
    (known !== null || said.known_not_in_diff === null);
  return {
    schema: "reflection.v1",
    task_ref: parts.taskRef,
    agent: parts.agent,
    session_id: parts.sessionId,
    timestamp,
    repo: parts.repo,
    confidence,
    most_likely_wrong: mostLikelyWrong,
    known_not_in_diff: known,
    risk: {
      needs_review: risk.needs_review,
      score: risk.score,
      surface: risk.surface,
      reason: risk.reason,
    },
    files_changed: [...parts.filesChanged],
    provenance: {
      source: "stop-hook",
      reflection_attempt: attempt,
      degraded: !supplied || (said.problems?.length ?? 0) > 0 || parts.degraded === true,
      reflection_mode: parts.mode,
    },
  };
}

function pickMostLikelyWrong(value: MostLikelyWrong | null | undefined): MostLikelyWrong | null {
  if (!isReviewSurface(value?.surface) || typeof value?.description !== "string") return null;
  return { surface: value.surface, description: value.description };
}
