/** Failing tests that are waved away, and what makes that acceptable. */

import type { Quote } from "./quote.ts";
import { quotesOf, type Rule, saidBy } from "./patterns.ts";
import type { Message, Piece } from "./structure.ts";

const FAILING =
  /\b(?:fail(?:s|ed|ing|ures?)?|tests? (?:is|are|seems?|looks?|appears?)|flak(?:y|es?|iness)|red\b|broken|errors?|times? out|timeouts?|timed out|breaks?|crash(?:es|ed)?)\b|✗/;
const ABOUT_TESTS =
  /\b(?:tests?|specs?|suites?|ci|checks?|e2e|failures?|build|pipeline|workflow|lint(?:er|ing)?|type errors?|errors?|snapshots?|timeouts?|they|it|that|this|these|those|fail(?:s|ed|ing))\b|⟦(?:test|build|lint|types|code)⟧/;
/** The agent dealt with it, or says that it is not so; a new test has to fail before the change. */
const TAKEN_BACK =
  /\b(?:new (?:\w+ )?(?:tests?|specs?|cases?)|regression tests?|before the (?:change|fix)|fixed|stabili[sz]ed|resolved|repaired|de-flaked|deflaked|isn't flaky|not flaky|not (?:a )?(?:known|pre-?existing|intermittent|unrelated)|aren't flaky|no longer|(?<!not )caused by my|handles?|handling|detect(?:s|or|ion)|my change (?:broke|caused)|made .{0,30} (?:reliable|deterministic)|removed the flak)\b/;

export const DISMISSALS: readonly Rule[] = [
  {
    words: "flak intermittent sporadic transient deterministic then occasional often time",
    says:
      /\b(?:flaky|flake|flakes|flakey|flakiness|intermittent(?:ly)?|sporadic(?:ally)?|transient|non-?deterministic|now and then|occasional(?:ly)?|every so often|from time to time)\b/,
    within: "sentence",
    reason: "it fails only sometimes, so it is said not to count",
  },
  {
    words:
      "related connected caused not directly independent introduced triggered aren't outside from part scope",
    says:
      /\b(?:un-?related|not related|not (?:directly )?(?:connected|caused|due) (?:to|by)|nothing to do with|independent of|not (?:introduced|caused|triggered) by|isn't (?:related|caused)|aren't (?:related|caused)|outside (?:the |of )?(?:the )?scope|not (?:from|part of) (?:my|this|our)|out of scope)\b/,
    within: "sentence",
    reason: "it is said to have another cause",
  },
  {
    words:
      "existing existed already main master trunk base upstream develop before prior failing broken",
    says:
      /\b(?:pre-?existing|pre existing|existed before|already (?:failing|failed|broken|red|there)|(?:fail(?:s|ed|ing)?|broken|red|present|happens?|occurs?|there) (?:also )?(?:on|in) (?:the )?(?:main|master|trunk|base|upstream|develop)|on (?:main|master) (?:as well|too)|(?:failed|failing|failures?|broken|errors?|fail) (?:\S+ ){0,3}(?:before|prior to) (?:my|this|these|the|our|any)|(?:were|was) (?:failing|broken|red) before)\b/,
    within: "sentence",
    reason: "it is said to be older than the change",
  },
  {
    words: "known issues failure problem flakes limitation",
    says: /\bknown (?:issue|failure|problem|bug|flake|limitation)s?\b/,
    within: "sentence",
    reason: "it is said to be known",
  },
  {
    words:
      "locally my me issue problem related specific only limitation artifact due + pass work green fine environment infra sandbox network timing machine",
    says:
      /\b(?:pass(?:es|ed|ing)?|works?|green|fine) (?:\S+ )?(?:locally|on my (?:machine|end|side)|for me)\b|\b(?:environment(?:al)?|infrastructure|infra|sandbox|network|timing|machine)[- ](?:issue|problem|related|specific|only|limitation|artifact)s?\b|\bdue to (?:the )?(?:ci |sandbox |test |local )?(?:environment|infrastructure|sandbox|network|timing)\b/,
    within: "sentence",
    reason: "the place where it ran is blamed",
  },
  {
    words: "ignore disregarde ignoring disregarding nothing concern blocker blocking worth",
    says:
      /\b(?:can|could|may|should|safe to|safely|i'd|please|so i|just|to) (?:be )?(?:(?:safely|probably|just|simply|all) )?(?:be )?(?:ignor|disregard)(?:e|ed)\b|\b(?:ignored|ignoring|disregarding) (?:it|them|that|this|the)\b|\bnothing to worry about\b|\bnot (?:a )?(?:concern|blocker|blocking|worth)\b/,
    within: "sentence",
    reason: "it is said to be ignorable",
  },
];

export const MITIGATIONS: readonly Rule[] = [
  {
    words: "pass green succeed clean + rerun re-run retry re-try retries run attempt try time",
    says:
      /\b(?:pass(?:es|ed)?|green|succeed(?:s|ed)?|clean) (?:\S+ ){0,4}(?:on|after|upon|in|at) (?:(?:the|a|an|its|every|each|all|both) )?(?:(?:second|third|next|subsequent|immediate|later|simple|further|\d+|three|five|ten|consecutive) ){0,2}(?:re-?runs?|re-?try|retries|retrying|run|runs|attempts?|re-?running|try)\b|\bpass(?:es|ed) (?:every|each|all|both) (?:\d+ )?times?\b|\bpass(?:es|ed) (?:\d+|three|five|ten|twenty) (?:out of \S+ )?times\b/,
    unless:
      /\b(?:should|will|may|might|probably|hopefully|if|once (?:you|the|it|ci)|usually|would)\b/,
    within: "sentence",
    reason: "it ran again and passed",
  },
  {
    words: "ran run retried repeated looped tried + pass green succeed times clean failure",
    says:
      /\b(?:re-?ran|re-?run|retried|repeated|looped|ran (?:it|them|the \S+(?: \S+)?)) .{0,50}\b(?:pass(?:es|ed)?|green|succeeded|(?:\d+|two|three|four|five|six|ten|twenty|several|multiple|fifty) (?:more )?times|clean|no failures?|without (?:a )?failures?)\b|\b(?:re-?tried|re-?ran) (?:\d+|two|three|four|five|several) times\b|\bran (?:\d+|three|five|ten|twenty|fifty) times\b/,
    unless:
      /\b(?:should|will|if you|once|still fail|failed again|please|needs? to|same (?:error|failure)|can be)\b/,
    within: "sentence",
    reason: "the agent ran it again",
  },
  {
    words: "pass green succeed ok + of consecutive row",
    says: {
      test: (text) =>
        [...text.matchAll(
          /\b(\d[\d,]*) (?:(?:out )?of|\/) (?:the )?(\d[\d,]*) (?:runs?|times|iterations|attempts|repeats|executions)\b/g,
        )]
          .some(([, some, all]) => some === all) ||
        /\b\d+ (?:consecutive|successive|clean|green|times in a row|runs in a row)\b/.test(text),
    },
    unless: /\b(?:should|will|if|would|before|without)\b/,
    within: "sentence",
    reason: "it passed every time of many",
  },
  {
    words: "quarantine",
    says: /\b(?:quarantined|moved .{0,30}to (?:the )?quarantine|(?:in|under) quarantine)\b/,
    unless: /\b(?:should be|could be|not|can be|if)\b/,
    within: "sentence",
    reason: "it is out of the way where people look after it",
  },
  {
    words:
      "issue ticket tracked tracking bug filed opened created logged raised skipped disabled marked muted xfail",
    says:
      /\b(?:issue|ticket|tracked|tracking|bug)\b.{0,50}(?:#\d+|\b[a-z]{2,8}-\d+\b|⟦url⟧)|\b(?:filed|opened|created|logged|raised) (?:an?|a new|a follow-up|a tracking) (?:\S+ )?(?:issue|ticket|bug)\b|\b(?:skipped|disabled|marked|muted|xfail(?:ed)?)\b.{0,60}(?:#\d+|\b[a-z]{2,8}-\d+\b|\btracking issue\b|\b(?:an?|linked|the) (?:\S+ )?(?:issue|ticket)\b)/,
    unless: /\b(?:should|could|please|if you|needs? to|you may|closes|fixes)\b/,
    within: "sentence",
    reason: "somebody will find it again",
  },
  {
    words:
      "stabilised stabilized deflaked de-flaked deterministic reliable stable fixed removed flakiness",
    says:
      /\b(?:stabili[sz]ed|de-?flaked|made (?:it|them|the \S+(?: \S+)?) (?:deterministic|reliable|stable)|fixed the (?:\S+ ){0,2}(?:flak\w+|race|intermittent|timing)|removed the (?:race|flakiness|timing))\b/,
    unless: /\b(?:not|n't|should be|could be|needs? to be|can be)\b/,
    within: "sentence",
    reason: "the cause was removed",
  },
  {
    words: "waiver waived signed accepted exception allowlisted allow-listed",
    says:
      /\b(?:waiver|waived|signed[- ]off on|accepted (?:risk|by the)|approved exception|allow-?listed)\b/,
    unless: /\b(?:no|not|need|without|could|should|if|please|request)\b/,
    within: "sentence",
    reason: "somebody who may has let it pass",
  },
];

function dismisses(piece: Piece, before: Piece | undefined): boolean {
  const { words } = piece;
  if (piece.kind === "heading" || !saidBy(piece, DISMISSALS)) return false;
  if (TAKEN_BACK.test(words)) return false;
  if (FAILING.test(words) && ABOUT_TESTS.test(words)) return !/^(?:✓ )?no\b/.test(words);
  // "Two tests fail. They are unrelated to this change."
  return before !== undefined && before.group === piece.group &&
    /\bfail(?:s|ed|ing|ures?)?\b|✗/.test(before.words) &&
    /^(?:it|this|that|they|these|those|both|all|the|which|but|however)\b/.test(words);
}

/** How somebody tells that the cause was dealt with, and how that it passes. */
const DEALT_WITH =
  /\b(?:i|we|it|so|instead|rather than)\b.{0,60}\b(?:fixed|set|replaced|changed|made|rewrote|pinned|froze|frozen|seeded|waits?|waited|isolated|reset|switched|removed|moved|gave|mocked|sorted|locked|await(?:s|ed)?)\b/;
const PASSES_NOW =
  /\b(?:pass(?:es|ed|ing)?|green|stable|reliabl[ey]|deterministic)\b.{0,20}\bnow\b|\bnow\b.{0,30}\b(?:pass(?:es|ed|ing)?|green|stable|reliabl[ey]|deterministic)\b|\b(?:0|no|zero) failures?\b|\bno longer fails?\b/;

/** Whether the same paragraph goes on to say that it was repaired, and passes. */
function isRepaired(pieces: readonly Piece[], index: number): boolean {
  const rest = pieces.slice(index).filter(({ group }) => group === pieces[index]?.group);
  return rest.some(({ words }) => DEALT_WITH.test(words)) &&
    rest.some(({ words }) => PASSES_NOW.test(words));
}

/** What the message waves away, and whether it says what was done about it. */
export function flakyIn({ pieces }: Message): { dismissed: Quote[]; mitigated: boolean } {
  return {
    dismissed: quotesOf(
      pieces.filter((piece, index) =>
        dismisses(piece, pieces[index - 1]) && !isRepaired(pieces, index)
      ),
    ),
    mitigated: pieces.some((piece) => piece.box !== "open" && saidBy(piece, MITIGATIONS)),
  };
}
