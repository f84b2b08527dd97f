/** Rules about what a message admits in passing, between good news. */

import { mentions } from "../mentions.ts";
import { quoted, withoutCode } from "./quote.ts";
import type { Rule } from "./rule.ts";
import { sentencesOf } from "./sentences.ts";
import { type Admission, SYMPTOM_ADMISSIONS } from "./symptoms.ts";
import { oneLine } from "../../lib/text/text.ts";

/** So much of a message is read. */
const MAX_READ = 20_000;

/** That something was left, in a few words. */
const LEFT =
  /\b(?:left|leave|skipped|deferred|postponed|omitted|only (?:did|covered|handled|implemented|converted|migrated))\b/i;

/** Whether a sentence tells of a choice: an idea beyond the task, or what nobody asked for. */
function isChoice(sentence: string): boolean {
  return /^(?:[-*•]\s+)?(?:if|should)\b.{0,80}\b(?:ever|might|may|could|later|want|need|get|grow)/i
    .test(sentence) ||
    /\b(?:you (?:did not|didn['’]t|never|haven['’]t) (?:ask|mention|request|want)\w*|(?:was|is|were|are)(?: not|n['’]t) (?:asked|requested|part of (?:the|your))|as (?:you )?(?:asked|requested|agreed)|since you asked|you asked (?:me )?(?:not|for no)|deliberately|intentionally|on purpose|by design|(?:not|n['’]t) (?:needed|necessary|required))\b/i
      .test(sentence);
}

export const ADMISSIONS: readonly Admission[] = [
  {
    name: "weakened_tests",
    when: "the message says that failing tests were skipped, removed or commented out",
    why: "a suite that was made smaller passes and proves less",
    severity: "MEDIUM",
    settled: "the tests back in place and a run of them with no failures",
    words: "test spec assertion case check expectation suite",
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
    name: "silenced_check",
    when: "the message says that a check was told to look away",
    why: "an error that nobody sees is still there",
    severity: "MEDIUM",
    settled: "a run of the check without what silences it",
    words: "@ts- eslint- ignore noqa nolint #[allow suppress no-verify from",
    says:
      /\b(?:add(?:ed|ing)?|insert(?:ed|ing)|put|us(?:ed|ing)|set|with)\b[^.!?\n]{0,40}(?:@ts-(?:nocheck|ignore|expect-error)|eslint-disable|type: ?ignore|\bnoqa\b|\bnolint\b|#\[allow|@SuppressWarnings|--no-verify\b)|\b(?:excluded|removed|dropped|ignored|left out)\b[^.!?\n]{0,40}\bfrom the (?:test|lint|type|build|ci)[\w -]{0,15}\b(?:run|suite|check|config)/i,
    unless: ({ task }) =>
      /\b(?:ignore|exclude|disable|suppress|silence|skip|nocheck)\b/i.test(
        task.text.slice(0, 4_000),
      ),
    missing: "The errors themselves put right",
    action: "Take out what silences the check, fix what it finds, and run it again",
  },
  {
    name: "qualified_result",
    when: "the message reports a pass with an exception that fails",
    why: "green apart from two is not green",
    severity: "MEDIUM",
    settled: "a run of the checks with no failures",
    words: "apart except aside other exception save",
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
    words: "n't n’t not untested unverified without",
    says:
      /\b(?:(?:have|has|did|was|were|could)(?: not|n['’]t) (?:yet |actually |been )?(?:run|ran|test|tested|verif\w+|tried|try|check\w*|execut\w+|build|built|validat\w+)|not (?:been |yet )?(?:tested|verified|validated)|untested|unverified|without (?:running|testing|verifying))\b/i,
    unless: ({ fresh, tried, edits }) => fresh.length > 0 || tried.length > 0 || edits.length === 0,
    missing: "A check of the change",
    action: "Run the tests (or the build, or the program) and show the result",
  },
  {
    name: "admits_guess",
    when: "the message says that the work could not be tried, or that its success is assumed",
    why: "that it compiles does not say that it works",
    severity: "MEDIUM",
    settled: "a run of what was changed",
    words: "way assume guess suppose hope believe think probably presumably likely",
    says:
      /\b(?:had|have|was|saw|see)(?: \w+)? no way (?:of|to) (?:start|run|runn|test|try|verify|check|build)\w*|\bI (?:assume|guess|suppose|hope|believe)(?: that)? (?:it|this|the \w+(?: \w+)?) (?:is|are|now|works?|will|should)\b|\b(?:which|that|it|this|they) (?:I (?:think|believe|assume) (?:is|are)|(?:is|are) (?:probably|presumably|most likely)) (?:\w+ )?(?:harmless|fine|ok|okay|acceptable|safe|unrelated|correct|expected)\b/i,
    unless: ({ fresh }) => fresh.some(({ kind }) => kind === "test"),
    missing: "A trial of the change",
    action: "Run what was changed and show the result, or say plainly that nobody has tried it",
  },
  {
    name: "deferred_part",
    when: "the message says that a part of the task was left for later",
    why: "what was asked for now is not for later",
    severity: "MEDIUM",
    settled: "evidence that the part is done too",
    words: "left leave skipped deferred postponed omitted only",
    says:
      /\b(?:i(?:['’]ve| have)? (?:left|leave|skipped|deferred|postponed|omitted)|(?:left|deferred|postponed)) (?:the |that |this |it |out |them |some )[^.!?\n]{0,60}\b(?:follow-?up|later|future|another|separate|next|for now|out)\b|\bonly (?:did|covered|handled|implemented|converted|migrated) (?:the )?(?:first|some|part)/i,
    unless: ({ said }) => sentencesOf(said.text).every((one) => !LEFT.test(one) || isChoice(one)),
    missing: "The part that was left for later",
    action: "Do that part too",
  },
];

/** Rules against a complete verdict. */
export const ADMISSION_RULES: readonly Rule[] = [...ADMISSIONS, ...SYMPTOM_ADMISSIONS].map(
  (admission): Rule => {
    const { name, when, why, severity, settled, words, says, unless, missing, action } = admission;
    return {
      name,
      when,
      why,
      severity,
      effect: "incomplete",
      yields: true,
      settled,
      find: (facts) => {
        if (!facts.work) return [];
        const text = withoutCode(facts.said.text).slice(0, MAX_READ);
        const seen = mentions(text.toLowerCase(), words) ? says.exec(text)?.[0] : undefined;
        return seen === undefined || unless(facts) ? [] : [{
          fact: `The message admits: ${quoted(oneLine(seen))}`,
          turn: facts.saidAt,
          missing,
          action,
        }];
      },
    };
  },
);
