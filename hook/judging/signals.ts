/** Verdicts for other tools: the latest one of a session, where they look for it. */

import type { VerdictRecord } from "../../schema/types.ts";
import { Store } from "../../lib/store/store.ts";

/**
 * Writes the latest verdict of a session beside the records, and into the folder that the user named
 * for other tools. Nothing where nothing was judged.
 */
export function writeSignals(
  store: Store,
  session: string,
  name: string,
  { session_id, timestamp, verdict, outcome }: VerdictRecord,
  folder: string | null,
): void {
  if (verdict === null) return;
  const { complete, severity, requires_human_action } = verdict;
  const signal = {
    sessionId: session_id,
    complete,
    severity,
    // Milliseconds: what the tools that read such a file expect.
    timestamp: Date.parse(timestamp),
    requires_human_action,
    decision: outcome.decision,
    record: `${name}.verdict.json`,
  };
  const file = `verdict_${session}.json`;
  const text = `${JSON.stringify(signal)}\n`;
  store.write(file, text);
  if (folder !== null) Store.openPlain(folder).write(file, text);
}
