/** The records of a run, read once more from where they came. */

import { isRunRecord, type RunRecord } from "../lib/records/record.ts";
import type { RecordSource } from "../lib/records/source.ts";
import { detailOf, type DetailSection } from "./detail.ts";
import { entriesOf, type Run } from "./run.ts";

/** What there is to say about a run. */
export async function sectionsOf(run: Run, source: RecordSource): Promise<DetailSection[]> {
  return detailOf(run, await recordsOf(run, source));
}

/** The records of a run, and the reading that stands for it, as far as they are still there. */
export async function recordsOf(run: Run, source: RecordSource): Promise<RunRecord[]> {
  const own = entriesOf(run).map(({ origin }) => origin);
  const origins = new Set([...own, ...run.standing === null ? [] : [run.standing.origin]]);
  const records: RunRecord[] = [];
  for (const origin of origins) {
    const record = await source.again(origin);
    if (record !== null && isRunRecord(record)) records.push(record);
  }
  return records;
}
