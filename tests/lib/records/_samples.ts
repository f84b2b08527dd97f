// A valid record of every kind, and files as they stand in a folder of records.

import type { AnyRecord, RecordSchema, RunRecord } from "../../../lib/records/record.ts";
import type { Found, RecordSource } from "../../../lib/records/source.ts";
import { sampleEscalation } from "../../schema/_escalation_records.ts";
import { samplePhase0 } from "../../schema/_phase0_records.ts";
import { sampleRecord } from "../../schema/_records.ts";
import { sampleRun } from "../../schema/_run_records.ts";
import { sampleReview } from "../../schema/_review_records.ts";
import { sampleUnblock } from "../../schema/_unblock_records.ts";
import { sampleVerdict } from "../../schema/_verdict_records.ts";

/** One of every kind that stands for a run, or for a part of one. */
export const runSamples = (): RunRecord[] => [
  sampleRecord(),
  sampleRun(),
  sampleReview(),
  sampleVerdict(),
  sampleEscalation(),
  sampleUnblock(),
];

/** One of every kind. */
export const allSamples = (): AnyRecord[] => [...runSamples(), samplePhase0("calibration")];

/** How the hooks name what they write. */
const ENDINGS: Readonly<Record<RecordSchema, string>> = {
  "reflection.v1": "reflection.json",
  "run.v1": "run.json",
  "review.v1": "review.json",
  "verdict.v1": "verdict.json",
  "escalation.v1": "escalation.json",
  "unblock.v1": "unblock.json",
  "phase0.v1": "phase0.json",
};

/** Records as files, each with a name like those that the hooks give. */
export function asFiles(records: readonly AnyRecord[], folder = ""): Record<string, string> {
  return Object.fromEntries(records.map((record, index) => [
    `${folder}s-${index}.${ENDINGS[record.schema]}`,
    JSON.stringify(record, null, 2),
  ]));
}

/** Files that the hooks leave beside records. */
export const BESIDE: Readonly<Record<string, string>> = {
  ".gitignore": "*\n",
  "errors.log": "2026-01-31 Something\n",
  "debug.log": "2026-01-31 Something\n",
  "s-1-2026-01-31T12-00-00-000Z.review.md": "# Review\n",
  "s-1-2026-01-31T12-00-00-000Z.handoff.md": "# Handoff\n",
  "s-1-2026-01-31T12-00-00-000Z.self-report.json": '{"confidence":0.7}',
  "verdict_s-1.json": '{"sessionId":"s-1","complete":true,"severity":"NONE"}',
  "state/s-1.json": "{}",
  "state/s-1.review.lock": "",
};

/** Everything that is found, once. */
export async function everything(source: RecordSource): Promise<Found[]> {
  return (await Array.fromAsync(source.read())).flat();
}
