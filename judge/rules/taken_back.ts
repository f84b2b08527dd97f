/** A rule about work that is not there any more. */

import { claimsChange } from "./claimed_change.ts";
import { saysNoChange } from "./claims.ts";
import type { Rule } from "./rule.ts";
import { wantsChange } from "./wanted.ts";
import { code } from "../../lib/text/text.ts";

/** To put something back is what was asked for. */
const WANTS_BACK =
  /\b(?:revert|undo|roll(?:ed|ing)? ?back|restore|reset|discard|put back|clean up)\b/i;

/** What can be granted without a change that stays. */
const OTHER_ACTS: ReadonlySet<string> = new Set([
  "deploy",
  "run",
  "push",
  "pull_request",
  "commit",
]);

/** A rule against a complete verdict. */
export const TAKEN_BACK_RULE: Rule = {
  name: "change_taken_back",
  when: "every edit was put back with git, and nothing took its place",
  why: "tests that pass without the change say nothing about it",
  severity: "HIGH",
  effect: "incomplete",
  yields: true,
  settled: "the change itself, and a check after it",
  find: (facts) => {
    const { task, done, edits, said, wishes } = facts;
    const undone = done.edits.filter(({ undone }) => undone);
    if (!facts.work || undone.length === 0 || edits.length > 0 || !wantsChange(task)) return [];
    if (WANTS_BACK.test(task.text.slice(0, 4_000)) || saysNoChange(facts)) return [];
    if (wishes.some(({ wish, met }) => met !== null && OTHER_ACTS.has(wish))) return [];
    const path = undone.at(-1)?.path ?? "";
    const back = done.edits.findLast(({ takesBack }) => takesBack);
    return [{
      fact: `The change to ${code(path)} was put back with git${
        claimsChange(said) || said.claims.length > 0 ? ", and the message says that it is done" : ""
      }`,
      turn: back?.turn ?? null,
      missing: `The change to ${code(path)}`,
      action: "Make the change again so that the tests pass with it, or say why none is needed",
    }];
  },
};
