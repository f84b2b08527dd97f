/**
 * What the agent said of the same turn, as the capture writes it down, scrubbed. The hooks of one
 * event run side by side, so the record may come a moment later: whoever needs it waits a little.
 */

import type { Store } from "../lib/store/store.ts";
import type { SelfReport } from "../schema/reflection.ts";
import { parseSelfReport } from "../schema/self_report.ts";

/** The capture may have been this much faster, and is never this much slower. */
const EARLIER_MS = 5_000;
const PATIENCE_MS = 2_500;

/** The self-report in the session's record of this turn; null if there is none. */
export async function readDoubts(
  store: Store,
  session: string,
  started: number,
  isTracked: (path: string) => boolean,
): Promise<SelfReport | null> {
  const look = (): Record<string, unknown> | null =>
    newestRecord(store, session, started, isTracked);
  let record = look();
  if (record === null) {
    using changes = Deno.watchFs(store.folder, { recursive: false });
    const timer = setTimeout(() => changes.close(), PATIENCE_MS);
    record = look();
    if (record === null) {
      for await (const _ of changes) if ((record = look()) !== null) break;
    }
    clearTimeout(timer);
  }
  if (record === null) return null;
  const { confidence, most_likely_wrong, known_not_in_diff } = record;
  const said = parseSelfReport(
    JSON.stringify({ confidence, most_likely_wrong, known_not_in_diff }),
  );
  return said.most_likely_wrong === null && said.known_not_in_diff === null ? null : said;
}

/** The newest record of the session, if it is of this turn. */
function newestRecord(
  store: Store,
  session: string,
  started: number,
  isTracked: (path: string) => boolean,
): Record<string, unknown> | null {
  const names = Array.from(Deno.readDirSync(store.folder), ({ name }) => name)
    .filter((name) => name.startsWith(`${session}-`) && name.endsWith(".reflection.json"))
    .filter((name) => !isTracked(`${store.folder}/${name}`)).sort();
  const newest = names.at(-1);
  if (newest === undefined) return null;
  try {
    const record = JSON.parse(store.read(newest) ?? "null");
    return Date.parse(record?.timestamp) > started - EARLIER_MS ? record : null;
  } catch {
    return null;
  }
}
