/**
 * What kind of work a commit's subject says it is: a fix, a feature, a hotfix.
 *
 * Policy: prefix, fixture, suffix and affix only hold the letters of "fix"; `fixup!`, `squash!` and
 * `amend!` are not history yet; a fix of tests, documentation or the build (`test: fix flaky`) says
 * nothing about the work that shipped, so it is no fix here.
 *
 * @module
 */

const FIX = /(?<![\w-])(?:bug-?|hot-?)?fix(?:es|ed|ing)?(?![\w-])/i;
const HOTFIX = /(?<![\w-])hot-?fix(?:es|ed)?(?![\w-])/i;
const FEATURE =
  /^(?:\[[^\]]{1,60}\]\s*)?(?:feat(?:ure)?(?:\([^)]{0,60}\))?!?:|(?:[\w$./@*,()&+-]{1,60}:\s+)?(?:add(?:s|ed)?|implement(?:s|ed)?|introduce(?:s|d)?|support(?:s|ed)?|enable(?:s|d)?|allow(?:s|ed)?)\s)/i;
const ABOUT_WORDS = /\b(?:tests?|docs?|documentation|comments?|changelog|typos?|readme)\b/i;
const NOT_WORK =
  /^(?:\[[^\]]{1,60}\]\s*)?(?:tests?|docs?|chore|ci|build|style|refactor|lint|deps|release|bench|typos?)(?:\([^)]{0,60}\))?!?:/i;
const NOT_HISTORY_YET = /^(?:fixup|squash|amend)!/;

/** Whether a commit is meant to be melted into another one before anybody sees it. */
export function isUnfinished(subject: string): boolean {
  return NOT_HISTORY_YET.test(subject);
}

/** Whether a subject says that something which shipped was wrong. */
export function isFix(subject: string): boolean {
  return FIX.test(subject) && !NOT_WORK.test(subject) && !isUnfinished(subject);
}

/** Whether a subject says that it adds something for users. */
export function isFeature(subject: string): boolean {
  return FEATURE.test(subject) && !NOT_WORK.test(subject) && !ABOUT_WORDS.test(subject) &&
    !isFix(subject);
}

/** Whether a subject says that something had to be mended at once, or merges a branch that does. */
export function isHotfix(subject: string): boolean {
  return HOTFIX.test(subject) && !isUnfinished(subject);
}
