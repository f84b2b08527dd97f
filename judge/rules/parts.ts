/** A rule about what goes with code and is forgotten most easily. */

import { newest } from "./astray.ts";
import { withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";

/** What goes with code, how it is asked for, and how it shows. */
const PARTS: readonly {
  readonly what: string;
  readonly asks: RegExp;
  readonly edited: (path: string) => boolean;
  readonly told: RegExp;
}[] = [
  {
    what: "An entry in the changelog",
    asks: /\b(?:update|add|write|extend|and|,) (?:[\w']+ ){0,6}changelog\b/i,
    edited: (path) => /changelog|changes|history|news/i.test(path),
    told: /\bchangelog\b/i,
  },
  {
    what: "The tag",
    asks: /(?:^|\b(?:and|then)|,) (?:git )?tag (?:it|the|a|this|v?\d)/i,
    edited: () => false,
    told: /\btag(?:s|ged)?\b|\bnpm version\b|\brelease create\b/i,
  },
  {
    what: "The issue",
    asks:
      /\b(?:open|create|file|raise|log) (?:an? |the |new |separate |follow-?up |tracking )*(?:issue|ticket)s?\b(?! (?:page|form|template|model|table|class|tracker))/i,
    edited: () => false,
    told: /\b(?:issues?|tickets?)\b|#\d/i,
  },
  {
    what: "The result of CI",
    asks:
      /\b(?:ci|pipeline|workflow|github actions?)\b[^!?\n]{0,60}\b(?:(?:is|are|stays?|goes|turns?|runs?) (?:green|through)|pass(?:es)?\b)/i,
    edited: () => false,
    told:
      /\b(?:ci|pipeline|workflow|checks?|actions?|runs?)\b[^.!?\n]{0,60}\b(?:green|pass\w*|succe\w+|fail\w*|red)\b|\bgh (?:run|pr checks)\b/i,
  },
  {
    what: "The readme",
    asks: /\b(?:update|add|write|extend|document|mention|and|,) (?:[\w']+ ){0,6}readme\b/i,
    edited: (path) => /readme/i.test(path),
    told: /\breadme\b/i,
  },
  {
    what: "The guide for contributors",
    asks: /\b(?:update|add|write|extend|and|,) (?:[\w']+ ){0,4}contributing\b/i,
    edited: (path) => /contributing/i.test(path),
    told: /\bcontributing\b/i,
  },
  {
    what: "Documentation",
    asks:
      /\b(?:update|write|extend|add) (?:the |some |proper )?(?:docs|documentation)\b|\band (?:document it|(?:update |write )?(?:the )?(?:docs|documentation))\b/i,
    edited: (path) => /doc|readme|\.(?:md|mdx|rst|adoc|txt)$/i.test(path),
    told: /\b(?:docs?|document\w*|readme|jsdoc|docstrings?|comments?)\b/i,
  },
  {
    what: "A test for it",
    asks:
      /\b(?:add|write|include|and|with) (?:a |an |some |the |new |more |unit |integration |regression |matching )*(?:regression |unit |integration |e2e )?(?:tests?|specs?)(?: (?:for|that|to|covering|case|cases|too|as well)\b|[.,!]|$)/i,
    // Rust, and some others, keep tests beside the code.
    edited: (path) => /test|spec|\.(?:rs|zig|d)$/i.test(path),
    told:
      /\b(?:add\w*|wr(?:ite|ote|itten)|new|regression|cover\w*|extended|with) (?:[\w-]+ ){0,4}(?:tests?|specs?|cases?)\b|\b\d+ (?:[\w-]+ ){0,3}(?:tests?|specs?|cases?)\b(?! (?:now |still |all |are |were |in total )*(?:pass|green|ok\b|run|succe|fail))|\b(?:tests?|specs?) (?:\w+ )?(?:added|written|cover\w*)\b/i,
  },
];

/** A rule against a complete verdict. */
export const PART_RULE: Rule = {
  name: "part_missing",
  when:
    "a readme, a changelog, documentation, tests, an issue or the result of CI were asked for, " +
    "and nothing speaks of them",
  why: "what is asked for beside the code is forgotten most easily",
  severity: "MEDIUM",
  effect: "incomplete",
  yields: true,
  settled: "the part itself",
  find: (facts) => {
    const { edits, work } = facts;
    if (!work || edits.length === 0) return [];
    const asked = newest(facts);
    return PARTS.filter(({ asks, edited, told }) =>
      asks.test(asked) && !edits.some(({ path }) => edited(path)) &&
      !told.test(withoutCode(facts.said.text)) &&
      !facts.done.commands.some(({ command }) => told.test(command))
    ).map(({ what }) => ({
      fact: `${what} was asked for, and nothing speaks of it`,
      turn: facts.saidAt,
      missing: what,
      action: `Write it: ${what.toLowerCase()}`,
    }));
  },
};
