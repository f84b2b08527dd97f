/**
 * The records as zod schemas, for programs that read them.
 *
 * Every object is strict, except `run.v1`, which may get more fields: a key that the format does not
 * name is an error, at any depth. The JSON Schemas beside this file are generated from these and
 * accept exactly the same records.
 *
 * @example
 * ```ts
 * import { reflectionSchema } from "@reflection/kernel/zod";
 * import assert from "node:assert/strict";
 *
 * const result = reflectionSchema.safeParse({ schema: "reflection.v2" });
 * assert.equal(result.success, false);
 * ```
 *
 * @module
 */

import type { z } from "zod";
import { phase0 } from "./phase0_records.ts";
import { escalationRecord, unblockRecord } from "./protocol_records.ts";
import { capturedRun, reflection, review, selfReport, verdictRecord } from "./records.ts";
import type {
  CapturedRun,
  EscalationRecord,
  Phase0,
  Reflection,
  Review,
  SelfReport,
  UnblockRecord,
  VerdictRecord,
} from "./types.ts";

/**
 * A `reflection.v1` record.
 *
 * @example
 * ```ts
 * import { buildReflection } from "@reflection/kernel/reflection";
 * import { reflectionSchema } from "@reflection/kernel/zod";
 *
 * reflectionSchema.parse(buildReflection({
 *   taskRef: "shop/main",
 *   agent: "unknown",
 *   sessionId: "s-1",
 *   timestamp: "2026-01-31T12:00:00.000Z",
 *   repo: "shop",
 *   risk: { needs_review: false, score: 0.1, surface: "docs", reason: "docs surface" },
 *   filesChanged: ["README.md"],
 *   mode: "solo",
 * }));
 * ```
 */
export const reflectionSchema: z.ZodType<Reflection> = reflection;

/**
 * A self-report that holds nothing but its three fields, each good, null or absent. Stricter than
 * `parseSelfReport` in `./self-report`, which keeps what is good and names the rest.
 */
export const selfReportSchema: z.ZodType<SelfReport> = selfReport;

/** A `phase0.v1` record of any experiment. */
export const phase0Schema: z.ZodType<Phase0> = phase0;

/** A `review.v1` record. */
export const reviewSchema: z.ZodType<Review> = review;

/** A `run.v1` record. A key that it does not name is passed over. */
export const runSchema: z.ZodType<CapturedRun> = capturedRun;

/** A `verdict.v1` record. */
export const verdictSchema: z.ZodType<VerdictRecord> = verdictRecord;

/** An `escalation.v1` record. */
export const escalationSchema: z.ZodType<EscalationRecord> = escalationRecord;

/** An `unblock.v1` record. */
export const unblockSchema: z.ZodType<UnblockRecord> = unblockRecord;
