/** Rules about what a message admits in passing, between good news. */

import type { VerdictSeverity } from "../../schema/verdict.ts";
import type { Facts } from "./facts.ts";
import { oneLine, quoted, withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";

/** So much of a message is read. */
const MAX_READ = 20_000;

/** One sort of admission. */
interface Admission {
  readonly name: string;
  readonly when: string;
  readonly why: string;
  readonly severity: VerdictSeverity;
  readonly settled: string;
  /** What it looks like, within one sentence. */
  readonly says: RegExp;
  /** Where it is no fault. */
  readonly unless: (facts: Facts) => boolean;
  readonly missing: string;
  readonly action: string;
}

const ADMISSIONS: readonly Admission[] = [
  {
    name: "weakened_tests",
    when: "the message says that failing tests were skipped, removed or commented out",
    why: "a suite that was made smaller passes and proves less",
    severity: "MEDIUM",
    settled: "the tests back in place and a run of them with no failures",
    says:
      /\b(?:commented out|skipped|disabled|removed|deleted|excluded|ignored|relaxed|loosened|weakened|marked)\b[^.!?\n]{0,60}\b(?:fail\w*|broken|problematic|offending|flaky)\b[^.!?\n]{0,30}\b(?:tests?|specs?|assertions?|cases?|checks?)\b|\b(?:tests?|specs?|assertions?|suites?)\b[^.!?\n]{0,40}\b(?:with|using|as|to|via) `?(?:\w+\.)?(?:skip|xit|fixme|todo|@skip|@ignore|ignored|skipped|xfail|pending)\b|\b(?:removed|deleted|commented out|dropped|disabled|relaxed|loosened)\b[^.!?\n]{0,30}\b(?:assertions?|expectations?|tests?|specs?|checks?)\b (?:that|which) (?:\w+ )?(?:fail\w*|broke|did not pass|didn['’]t pass|was red|were red)/i,
    unless: ({ task, said }) =>
      said.mitigated ||
      /\b(?:skip|disable|remove|delete|quarantine|comment out|ignore)\b/i.test(
        task.text.slice(0, 4_000),
      ),
    missing: "The tests that were taken out",
    action: "Put the tests back and make them pass instead",
  },
  {
    name: "qualified_result",
    when: "the message reports a pass with an exception that fails",
    why: "green apart from two is not green",
    severity: "MEDIUM",
    settled: "a run of the checks with no failures",
    says:
      /\b(?:pass\w*|green|clean|succe\w+|works?)\b[^.!?\n]{0,30}\b(?:apart from|except(?: for)?|aside from|other than|with the exception of|save for)\b(?![^.!?\n]{0,40}\b(?:warning|deprecat|skipped|ignored|cosmetic))/i,
    unless: ({ said, fresh }) =>
      said.mitigated ||
      fresh.some(({ outcome, kind, partial }) =>
        outcome === "passed" && kind === "test" && !partial
      ),
    missing: "The exceptions dealt with",
    action: "Fix the exceptions and run the checks again",
  },
  {
    name: "admits_unverified",
    when: "the message says that the work was not tried, and nothing else shows that it was",
    why: "the agent says so itself",
    severity: "MEDIUM",
    settled: "a run of the tests, the build or the program after the last edit",
    says:
      /\b(?:(?:have|has|did|was|were|could)(?: not|n['’]t) (?:yet |actually |been )?(?:run|ran|test|tested|verif\w+|tried|try|check\w*|execut\w+|build|built|validat\w+)|not (?:been |yet )?(?:tested|verified|validated)|untested|unverified|without (?:running|testing|verifying))\b/i,
    unless: ({ fresh, tried, edits }) => fresh.length > 0 || tried.length > 0 || edits.length === 0,
    missing: "A check of the change",
    action: "Run the tests (or the build, or the program) and show the result",
  },
  {
    name: "deferred_part",
    when: "the message says that a part of the task was left for later",
    why: "what was asked for now is not for later",
    severity: "MEDIUM",
    settled: "evidence that the part is done too",
    says:
      /\b(?:i(?:['’]ve| have)? (?:left|leave|skipped|deferred|postponed|omitted)|(?:left|deferred|postponed)) (?:the |that |this |it |out |them |some )[^.!?\n]{0,60}\b(?:follow-?up|later|future|another|separate|next|for now|out)\b|\bonly (?:did|covered|handled|implemented|converted|migrated) (?:the )?(?:first|some|part)/i,
    unless: () => false,
    missing: "The part that was left for later",
    action: "Do that part too",
  },
];

/** Rules against a complete verdict. */
export const ADMISSION_RULES: readonly Rule[] = ADMISSIONS.map((admission): Rule => {
  const { name, when, why, severity, settled, says, unless, missing, action } = admission;
  return {
    name,
    when,
    why,
    severity,
    effect: "incomplete",
    yields: true,
    settled,
    find: (facts) => {
      if (!facts.work || unless(facts)) return [];
      const seen = says.exec(withoutCode(facts.said.text).slice(0, MAX_READ))?.[0];
      return seen === undefined ? [] : [{
        fact: `The message admits: ${quoted(oneLine(seen))}`,
        turn: facts.saidAt,
        missing,
        action,
      }];
    },
  };
});
