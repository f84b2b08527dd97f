/**
 * Whether a text recommends to take out what records a decision: "delete the `@REJECTED` tag".
 *
 * The verb stands at most 5 words before the tag with nothing between them that makes it about
 * something else, or at most 5 behind it as "should be removed". What is denied is no advice.
 */

import type { Decision } from "./decision.ts";
import { shown, type Violation } from "../violation.ts";
import { clausesOf } from "./clauses.ts";
import { MOST_MEMORY, MOST_VIOLATIONS } from "./limits.ts";
import { hasDecisionRevision, nameOf } from "./revision.ts";
import { stemOf, wordsOf } from "./words.ts";

const VERBS: ReadonlySet<string> = new Set(
  "remove delete drop strip erase discard purge rid".split(" ").map(stemOf),
);
const VERB_PAIRS: ReadonlySet<string> = new Set([
  "comment out",
  "clean up",
  "take out",
  "edit out",
]);
const BETWEEN = /^(?:that|which|per|because|by|as|described|according|where|whose|in|from|under)$/;
const NEAR = 5;

const TAGS = /^@(?:rejected|rationale)$/;
const TAG_WORDS = /^(?:rejected|rationale|adr|decision)$/;
const NOUNS = /^(?:tags?|comments?|markers?|annotations?|records?|memory)$/;

/** The clauses that recommend it. */
export function findRemovedTags(text: string, memory: readonly Decision[]): Violation[] {
  const violations: Violation[] = [];
  if (hasDecisionRevision(text)) return violations;
  const ids = new Set(
    memory.slice(0, MOST_MEMORY).map(({ id }) => wordsOf(nameOf(id)).join(" ")),
  );
  for (const { text: clause, affirmed, line, field } of clausesOf(text)) {
    const words = wordsOf(affirmed);
    if (!words.some((_, at) => isTag(words, at, ids) && isRemoved(words, at))) continue;
    violations.push({
      code: "removes_tag",
      message: `Cannot recommend "${shown(clause)}": a tag or record of a decision stays; ` +
        "expected decision_revision: <id> with new_evidence",
      where: field ?? "proposal",
      line,
    });
    if (violations.length >= MOST_VIOLATIONS) break;
  }
  return violations;
}

function isTag(words: readonly string[], at: number, ids: ReadonlySet<string>): boolean {
  const word = words[at]!;
  if (TAGS.test(word)) return !/^(?:paths?|code|alternatives?|options?)$/.test(words[at + 1] ?? "");
  if (TAG_WORDS.test(word)) {
    if (NOUNS.test(words[at + 1] ?? "") || word === "adr") return true;
  }
  return ids.has(words.slice(at, at + 2).join(" ")) || (word.length > 3 && ids.has(word));
}

function isRemoved(words: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - NEAR); before--) {
    if (BETWEEN.test(words[before]!)) break;
    if (isVerb(words, before)) return true;
  }
  for (let after = at + 1; after <= Math.min(words.length - 1, at + NEAR); after++) {
    if (isVerb(words, after) && /^(?:be|been|being|is|are)$/.test(words[after - 1]!)) return true;
  }
  return false;
}

function isVerb(words: readonly string[], at: number): boolean {
  return VERBS.has(stemOf(words[at]!)) || VERB_PAIRS.has(`${words[at]} ${words[at + 1] ?? ""}`);
}
