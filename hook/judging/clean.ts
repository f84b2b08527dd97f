/** What was judged, without secrets. */

import { scrubDeep } from "../../lib/scrub/scrub_deep.ts";
import { messageOf, type Notes } from "../../lib/store/notes.ts";
import type { Judged } from "./verdict_record.ts";

/** The same with its texts scrubbed; without them where secrets cannot be looked for. */
export async function cleanJudged(judged: Judged, notes: Notes): Promise<Judged> {
  const { verdict, task, stuck } = judged;
  try {
    return { ...judged, ...await scrubDeep({ verdict, task, stuck }) };
  } catch (error) {
    notes.error(`Cannot look for secrets: ${messageOf(error)}`);
    const none = { feedback: "", missing: [], next_actions: [], evidence: [] };
    return {
      ...judged,
      task: null,
      verdict: verdict && { ...verdict, ...none },
      stuck: stuck && { ...stuck, nudgeMessage: null },
      failure: judged.failure ?? messageOf(error),
    };
  }
}
