/** A rule about work that has nothing to do with what was asked for. */

import { clausesOf } from "../task/clauses.ts";
import { asksForDeed, asksForWords } from "../task/deeds.ts";
import { newest } from "./astray.ts";
import { quoted } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { account, isSilent } from "./uncovered.ts";
import { subjectOf } from "./wanted.ts";
import { oneLine } from "../../lib/text/text.ts";

/** A shorter message may tell of anything in words of its own: "Done, it is on your calendar." */
const SAYS_A_LOT = 8;

/** A rule against a complete verdict. */
export const OFF_TASK_RULE: Rule = {
  name: "off_task",
  when: "no file was changed and no check passed, and of what was asked for first neither a call " +
    "nor a word of a long answer speaks",
  why: "where only the agent says what was done, it has to speak of what was asked for",
  severity: "HIGH",
  effect: "incomplete",
  yields: true,
  settled: "the work that was asked for",
  find: (facts) => {
    const { work, acted, edits, fresh, said } = facts;
    if (!work || !acted || edits.length > 0 || fresh.length > 0) return [];
    if (subjectOf(said.text).size < SAYS_A_LOT) return [];
    const orders = clausesOf(newest(facts)).filter(({ text, negated, asked, joint }) =>
      !negated && !asked && (asksForWords(text) || asksForDeed(text, joint === ""))
    ).map(({ text }) => text);
    const [first] = orders;
    if (first === undefined || !isSilent(first, orders.slice(1), account(facts))) return [];
    return [{
      fact: `Neither a call nor a word speaks of ${quoted(first)}`,
      turn: facts.saidAt,
      missing: oneLine(first),
      action: `Do what was asked for: ${oneLine(first)}`,
    }];
  },
};
