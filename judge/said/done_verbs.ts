/**
 * Verbs of finished work after a subject: "I've also added", "have been moved". They are looked up
 * in a list, since one pattern of so many words takes long to set up.
 */

import type { Pattern } from "./patterns.ts";

/** What an agent does to a code base, as a participle or in the past tense. */
const DONE = new Set(
  "implemented added fixed created updated refactored reworked built rebuilt removed deleted renamed moved migrated converted replaced completed finished resolved solved written rewritten wired configured integrated extended changed corrected introduced enabled deployed pushed committed merged published released installed cleaned optimised optimized patched addressed hooked ported upgraded bumped improved adjusted switched extracted documented simplified hardened exposed restored reverted applied registered connected shipped generated translated modified dropped consolidated tightened reduced eliminated modernised modernized scaffolded covered made closed opened organised organized restructured cached parallelised parallelized normalised normalized tuned verified wrote rewrote done adapted aligned swapped trimmed streamlined repaired provisioned packaged localised localized styled redesigned rebased squashed tagged taken hid hidden sent sorted validated paginated encrypted inlined seeded archived labelled labeled replied booked downloaded uploaded synced rotated vendored dockerised dockerized prevented allowed limited pinned locked scheduled notified imported exported indexed renewed revoked granted restarted redeployed disabled debounced throttled memoised memoized annotated formatted reformatted deduplicated unified escaped redirected highlighted rounded"
    .split(" "),
);
/** Those that are also nouns, adjectives or the base form: only after "I" or "have been". */
const DONE_AFTER_SUBJECT = new Set(["set", "put", "split", "took", "got", "cut"]);
const BETWEEN = new Set(
  "now also just successfully already fully then all both finally correctly since been gone went ahead and properly completely entirely further carefully"
    .split(" "),
);
/** "I changed nothing" tells of no work. */
const NOTHING = new Set(["nothing", "none", "neither"]);
const WORDS_AT_MOST = 5;

/** Where a verb of finished work may follow, and what takes it back. */
export interface VerbRule {
  /** Global; the verb stands behind it, with adverbs between. */
  readonly after: RegExp;
  readonly unless: readonly Pattern[];
  readonly reason: string;
}

/** Whether a clause says that something was done. */
export function tellsOfWork({ after, unless }: VerbRule, clause: string): boolean {
  for (const match of clause.matchAll(after)) {
    const end = match.index + match[0].length;
    const words = clause.slice(end, end + 80).split(" ").filter((word) => word !== "")
      .slice(0, WORDS_AT_MOST).map((word) => word.replace(/[.,!:…]+$/, ""));
    const at = words.findIndex((word) => !BETWEEN.has(word));
    const verb = words[at];
    if (verb === undefined || NOTHING.has(words[at + 1] ?? "")) continue;
    const told = DONE.has(verb) || (match[0] !== "" && DONE_AFTER_SUBJECT.has(verb));
    if (told) return !unless.some((pattern) => pattern.test(clause));
  }
  return false;
}
