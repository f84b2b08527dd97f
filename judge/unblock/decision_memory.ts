/**
 * What was decided, and may not be undone in silence: `@RATIONALE` and `@REJECTED` in source texts,
 * and architecture decision records.
 *
 * Reads them out of texts that it is given, and finds where a proposal or a change takes a rejected
 * path or removes such a record, unless it comes with an explicit revision that names new evidence.
 * Reads at most a million characters of a text; the cost is linear, and nothing throws. Pure.
 */

export type { Decision } from "./decision_memory/decision.ts";
export { readTags } from "./decision_memory/tags.ts";
export { isAdrPath, readAdr } from "./decision_memory/adr.ts";
export { findRejectedReuse, REUSED } from "./decision_memory/reuse.ts";
export { findRemovedTags } from "./decision_memory/removal.ts";
export { checkDiff } from "./decision_memory/diff_check.ts";
export { hasDecisionRevision } from "./decision_memory/revision.ts";
