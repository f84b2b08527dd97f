/** Names that stand in a row in a task, some of which are spoken of and others not. */

import type { Facts } from "./facts.ts";

/** A longer task has pasted text in it, whose lists are no orders. */
const LONGEST_TASK = 3_000;
const LONGEST_SENTENCES = 600;

/** The beginning of a word, which its forms share. */
export function stem(word: string): string {
  return word.slice(0, Math.max(4, Math.min(6, word.length - 2)));
}

/** Names in a row: in brackets, behind a colon, or with capitals and an "and". */
const IN_BRACKETS =
  /[(:]\s?((?:[\w@./-]{2,30}(?: [\w-]{2,20})?, ){1,8}(?:and )?[\w@./-]{2,30}(?: [\w-]{2,20})?)(?=[).\n]|$)/g;
const IN_CAPITALS =
  /\b((?:[A-Z][\w+#.-]{1,20}, ){1,6}[A-Z][\w+#.-]{1,20},? and [A-Z][\w+#-]{1,20})\b/g;
const NO_NAME = /^(?:e\.g|i\.e|etc|like|such|or|not|no|only|if|see)\b/i;
/** That a message speaks of them as one; "all tests" does not. */
const ALL_OF_THEM =
  /\b(?:all|both|each|every\w*|the (?:two|three|four|five|six))\b(?! (?:of the )?(?:\d[\d,]* )?(?:\w+ )?(?:tests?|specs?|checks?|pass\w*|green)\b)/i;

/** Names of a row of which others are spoken of and these are not. */
export function missingNames(facts: Facts, told: string): string[] {
  const text = facts.task.messages.at(-1) ?? facts.task.text;
  if (text.length > LONGEST_TASK || ALL_OF_THEM.test(facts.said.text)) return [];
  const words = new Set(told.split(/[^a-z\d+#]+/));
  // A short name may be a part of any word.
  const isTold = (word: string): boolean =>
    word.length <= 4 ? words.has(word) : told.includes(stem(word));
  return [...text.matchAll(IN_BRACKETS), ...text.matchAll(IN_CAPITALS)].flatMap(([, row = ""]) => {
    const names = row.split(/,\s(?:and )?| and /).map((name) => name.trim())
      .filter((name) => /[a-z]{2}/i.test(name));
    if (names.length < 3 || names.some((name) => NO_NAME.test(name))) return [];
    const silent = names.filter((name) => !name.toLowerCase().split(/[\s/.]/).some(isTold));
    // Where most are not spoken of, the message speaks of them as one.
    return silent.length * 2 < names.length ? silent : [];
  });
}

/** Names as programs have them, two or more in a row: `/users and /orders`, `a.ts, b.ts`. */
const NAME =
  "(?:`[^`\\s]{2,60}`|\\/[a-z][\\w/-]{1,40}|[\\w-]{1,40}\\.[a-z]{1,5}|[A-Za-z]+[a-z][A-Z]\\w{1,40}|\\w{3,40}\\(\\)|[A-Z][A-Za-z]{2,20})";
const ROW = new RegExp(
  `(?<!\\b(?:between|either|from|like|than) )(?<![\\w/.])${NAME}(?:(?:, | and |, and | & )(?:with |for |to |in |on |from |by )?${NAME}){1,6}(?![\\w/])`,
  "g",
);

/** Such names of which others of the same row are spoken of and these are not. */
export function missingOfRows(facts: Facts, told: string): string[] {
  const text = facts.task.messages.at(-1) ?? facts.task.text;
  if (text.length > LONGEST_SENTENCES || ALL_OF_THEM.test(facts.said.text)) return [];
  return [...text.matchAll(ROW)].flatMap(([row]) => {
    const names = row.split(/(?:, (?:and )?| and | & )(?:(?:with|for|to|in|on|from|by) )?/);
    const silent = names.filter((name) => {
      const last = name.replace(/[`()]/g, "").split("/").at(-1) ?? name;
      return !told.includes(stem(last.replace(/\.\w+$/, "").toLowerCase()));
    });
    return silent.length < names.length ? silent : [];
  });
}
