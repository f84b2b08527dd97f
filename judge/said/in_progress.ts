/** Reports from the middle of the work: a part is done, a part is being done, the rest comes. */

import type { Rule } from "./patterns.ts";

const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER = `(\\d{1,4}|${NUMBERS.join("|")})`;
const SHARE = new RegExp(
  `(?<!step |phase |part |page |chapter )\\b${NUMBER} (?:of|out of) (?:the |all |my |our )?${NUMBER} (?!tests?\\b|specs?\\b|attempts?\\b|options?\\b|times\\b|retries\\b|checks?\\b|jobs?\\b|runs?\\b|shards?\\b|workflows?\\b)(?:[\\w-]+ ){0,2}[a-z]+s\\b`,
  "g",
);
/** What happens to a thing that was asked for. */
const WORKED_ON =
  /\b(?:migrated|converted|ported|updated|implemented|done|finished|complete[d]?|covered|translated|fixed|rewritten|moved|refactored|replaced|wired|added|handled|tested|documented|working|work|through|parse|load|render|match|compile|validate|respond|succeed|build)\b/;
/** The rest had no need of it. */
const NO_NEED =
  /\b(?:already|needed?|required|affected|were fine|are fine|didn't|did not|unchanged|other (?:one|two|three|four|\d+) (?:is|are|were)|rest (?:is|are|was|were)|others? (?:is|are|were)|only these|all (?:of them|three|four|five) (?:is|are))\b/;

function numberOf(word: string): number {
  return /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word) + 1;
}

/** "3 of the 5 endpoints": fewer than all of them. */
function isShare(text: string): boolean {
  return WORKED_ON.test(text) &&
    [...text.matchAll(SHARE)].some(([, some = "", all = ""]) => numberOf(some) < numberOf(all));
}

const AT_WORK =
  "(?:working on|implementing|migrating|converting|porting|writing|adding|fixing|updating|refactoring|wiring|investigating|debugging|building|moving|rewriting|translating|testing|in the (?:middle|process) of)";

export const IN_PROGRESS: readonly Rule[] = [
  {
    words: "of",
    says: { test: isShare },
    unless: NO_NEED,
    within: "sentence",
    reason: "a part of what was asked for, counted",
  },
  {
    words: "%",
    says: /\b\d{1,2} ?% (?:of|through|done|complete|finished|migrated|converted|translated)\b/,
    unless:
      /\b(?:coverage|faster|slower|smaller|cpu|memory|load|traffic|requests|users|time|lines?|branches|cases|cpu|less|more|hit rate|of the (?:time|requests|traffic))\b/,
    within: "sentence",
    reason: "so many per cent of it",
  },
  {
    words: "still",
    says:
      /\bstill (?:us(?:es?|ing)|calls?|calling|rel(?:y|ies|ying)|depends?|points?|references?|imports?|go(?:es)? through|runs? on|on) .{0,40}\b(?:old|legacy|deprecated|previous|v1|v\d+|former|outdated|original|callbacks?)\b/,
    unless:
      /\b(?:on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design|as (?:before|requested|asked|you|intended|agreed)|so that|for (?:backwards?|compat\w*)|which is fine|unchanged|because|until you|clients)\b/,
    within: "sentence",
    reason: "what was to be replaced is still in use",
  },
  {
    words:
      "i'm am we're we currently still now presently working + working implementing migrating converting porting writing adding fixing updating refactoring wiring investigating debugging building moving rewriting translating testing middle process",
    says: new RegExp(
      `\\b(?:i'm|i am|we're|we are) (?:(?:currently|now|still|just|also) ){0,2}${AT_WORK}\\b|^(?:currently|still|now|presently) ${AT_WORK}\\b|^working on (?:it|this|that|the)\\b`,
    ),
    unless: /\b(?:if|when|while|after|glad|happy|sorry)\b/,
    within: "clause",
    reason: "the agent is at it",
  },
  {
    words: "far",
    says:
      /^so far\b|\b(?:i|we)(?:'ve| have) .{0,60}\bso far\b|\b(?:done|progress|status|where i am|where we are|state|have) so far\b/,
    unless: /\b(?:shows?|bar|read so far|how far|how many|seen so far|users?)\b/,
    within: "sentence",
    reason: "so far is not to the end",
  },
  {
    words: "progress under",
    says:
      /\b(?:is|are|remains?) (?:(?:still|currently|now|well|all) )*(?:in progress|under ?way)\b/,
    unless:
      /\b(?:that|which|when|while|if|status|state|orders?|uploads?|shown|ci|job|workflow|run|pipeline|build|deployment|deploy)\b/,
    within: "clause",
    reason: "in progress",
  },
  {
    words: "need",
    says:
      /\b(?:but|still|and|i|we|it|this|that|,)? ?(?:still )?needs? (?:to (?:fix|add|update|handle|write|change|remove|resolve|finish|wire|replace|restore|move|clean|address|implement)\b.{0,50}\bfirst|(?:fixing|adding|updating|handling|finishing|wiring|work) first)\b/,
    unless: /\b(?:you|users?|if|when|would)\b/,
    within: "sentence",
    reason: "something has to come first, and has not",
  },
  {
    words: "straightforward easy simple small trivial quick minor",
    says:
      /\b(?:fix|change|solution|implementation|patch|migration|rest)(?: itself)? (?:should|would|will|looks|seems)(?: to)?(?: be)? (?:(?:fairly|pretty|quite|very|rather) )?(?:straightforward|easy|simple|small|trivial|quick|minor)\b/,
    unless: /\b(?:to (?:extend|use|read|review|revert|maintain)|was|were)\b/,
    within: "sentence",
    reason: "a fix that is described and not made",
  },
  {
    words: "now moment time",
    says:
      /(?:n't|\bnot|\bonly|\bno|\bwithout|\bjust)\b.{0,60}\b(?:for now|at the moment|for the time being|for the moment)\b/,
    unless:
      /\b(?:nothing|no (?:open|known|further)|needed|required|if|users?|on purpose|as (?:requested|asked|agreed)|not affected)\b/,
    within: "sentence",
    reason: "for now means that more is to come",
  },
  {
    words: "analogous similar same likewise",
    says:
      /\b(?:would|can|could|should) (?:(?:now )?be (?:done|added|implemented|handled|converted|migrated|built|ported) |work |follow |be )(?:analogous(?:ly)?|similar(?:ly)?|(?:in |just )?the same(?: way| pattern)?|likewise)\b/,
    unless:
      /^(?:other|more|further|new|additional|another) |\b(?:if you|later|in future|behave|output|result)\b/,
    within: "sentence",
    reason: "the other one in the same way, which was not done",
  },
  {
    words: "yet",
    says:
      /(?:\bnot|n't) (?:\S+ )?(?:touched|changed|adapted|switched|moved|looked at|deployed|released|adjusted|there|ready|enabled|active|live|used)\b.{0,20}\byet\b|(?:\bnot|n't) yet (?:touched|changed|adapted|switched|moved|deployed|adjusted|enabled|live|used)\b/,
    unless: /\b(?:if|when|until|users?|cache|because it was|was not|wasn't|released)\b/,
    within: "clause",
    reason: "not touched yet",
  },
  {
    words: "dummy fake placeholder mock hardcoded hard-coded",
    says:
      /\b(?:with|uses?|using|returns?|has|contains?) (?:(?:a|an|some|the|only|just|for now) ){0,3}(?:dummy|fake|placeholder|mock(?:ed)?|hard-?coded) (?:\S+ )?(?:dsn|keys?|tokens?|data|values?|urls?|credentials|implementation|responses?|endpoints?|ids?|results?|content)\b/,
    unless:
      /\b(?:tests?|specs?|fixtures?|removed|replaced|no longer|as (?:requested|asked)|instead of|demo|storybook|examples?)\b/,
    within: "clause",
    reason: "made-up values where real ones belong",
  },
  {
    words: "still",
    says:
      /\bthere(?:'s| is| are) still (?:about |around |roughly |at least )?(?:\d+|one|two|three|some|a few|several|many|other|an?) /,
    unless: /\b(?:room|time|no|way|chance|options?|if|fallback|support for|limit of|warnings?)\b/,
    within: "clause",
    reason: "there are still some",
  },
  {
    words: "sure clear certain + left skipped",
    says:
      /(?:n't|\bnot|\bun)[ -]?(?:sure|clear|certain)\b.{0,60}\bso i(?:'ve| have)? (?:left|skipped)\b/,
    within: "sentence",
    reason: "left out for want of certainty",
  },
  {
    words: "follow",
    says: /\b(?:to|will) follow(?: soon| later| next| shortly)?[.!]?$/,
    unless: /\b(?:easy|easier|hard|steps?|instructions?|guide|conventions?|rules?)\b/,
    within: "clause",
    reason: "Spanish to follow",
  },
  {
    words: "next later after will",
    says:
      /\b(?:handling|support|tests?|validation|part|half|ui|docs|rest|cleanup|migration|side|path) (?:(?:comes?|follows?) (?:next|later|after(?:wards)?)|will (?:follow|come)(?: next| later)?)[.!]?$/,
    unless: /\b(?:if|when|from)\b/,
    within: "clause",
    reason: "another part comes next",
  },
];
