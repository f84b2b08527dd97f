/** Any record of this project, told by its `schema` and checked against it. */

import type {
  CapturedRun,
  EscalationRecord,
  Phase0,
  Reflection,
  Review,
  UnblockRecord,
  VerdictRecord,
} from "../../schema/types.ts";
import {
  escalationSchema,
  phase0Schema,
  reflectionSchema,
  reviewSchema,
  runSchema,
  unblockSchema,
  verdictSchema,
} from "../../schema/zod.ts";

/** A record that stands for a run, or for a part of one. */
export type RunRecord =
  | Reflection
  | CapturedRun
  | Review
  | VerdictRecord
  | EscalationRecord
  | UnblockRecord;

/** A record of any kind. */
export type AnyRecord = RunRecord | Phase0;

/** What checks each kind. */
export const SCHEMAS = {
  "reflection.v1": reflectionSchema,
  "run.v1": runSchema,
  "review.v1": reviewSchema,
  "verdict.v1": verdictSchema,
  "escalation.v1": escalationSchema,
  "unblock.v1": unblockSchema,
  "phase0.v1": phase0Schema,
} as const;

/** The name of a format. */
export type RecordSchema = keyof typeof SCHEMAS;

/** Every format. */
export const RECORD_SCHEMAS = Object.keys(SCHEMAS) as readonly RecordSchema[];

/** A record larger than this is not one of ours. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** A record from its bytes, or in words why they are none. */
export function parseRecord(bytes: Uint8Array): AnyRecord | string {
  if (bytes.length === 0) return "empty";
  let value: unknown;
  try {
    value = JSON.parse(strictUtf8.decode(bytes));
  } catch (error) {
    return error instanceof SyntaxError ? "not JSON, or only half of it" : "not UTF-8";
  }
  return checkRecord(value);
}

/** A value as a record, or in words why it is none. */
export function checkRecord(value: unknown): AnyRecord | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not an object";
  const name = (value as { schema?: unknown }).schema;
  if (typeof name !== "string" || !Object.hasOwn(SCHEMAS, name)) {
    return name === undefined ? "no schema named" : "of a schema that is not known";
  }
  const result = SCHEMAS[name as RecordSchema].safeParse(value);
  // What was read, not zod's copy of it: the two are equal, and one of them can be thrown away.
  if (result.success) return value as AnyRecord;
  const [issue] = result.error.issues;
  const where = issue?.path.join(".") ?? "";
  return `not a valid ${name} record${where === "" ? "" : `: ${where}`}`;
}

/** Whether a record is about a run. */
export function isRunRecord(record: AnyRecord): record is RunRecord {
  return record.schema !== "phase0.v1";
}
