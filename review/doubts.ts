/** What the agent said of the same turn: the capture has written it down, scrubbed, by now. */

import type { Store } from "../hook/store.ts";
import type { SelfReport } from "../schema/reflection.ts";
import { parseSelfReport } from "../schema/self_report.ts";

/** The hooks of one event start together; an older record speaks of an older turn. */
const SAME_TURN_MS = 10_000;

/** The self-report in the session's newest record, if that is of this turn; null if there is none. */
export function newestDoubts(store: Store, session: string, now: number): SelfReport | null {
  let newest: string | null = null;
  for (const { name } of Deno.readDirSync(store.folder)) {
    if (!name.startsWith(`${session}-`) || !name.endsWith(".reflection.json")) continue;
    if (newest === null || name > newest) newest = name;
  }
  if (newest === null) return null;
  try {
    const { timestamp, ...record } = JSON.parse(store.read(newest) ?? "null");
    if (!(now - Date.parse(timestamp) < SAME_TURN_MS)) return null;
    const { confidence, most_likely_wrong, known_not_in_diff } = record;
    const report = parseSelfReport(
      JSON.stringify({ confidence, most_likely_wrong, known_not_in_diff }),
    );
    const said = report.most_likely_wrong !== null || report.known_not_in_diff !== null ||
      report.confidence !== null;
    return said ? report : null;
  } catch {
    return null;
  }
}
