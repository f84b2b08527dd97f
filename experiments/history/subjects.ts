/**
 * What a commit's subject says: which kind of work it is, and whether it takes an earlier change
 * back or brings it back again.
 *
 * Prefix, fixture, suffix and affix only hold the letters of "fix"; `fixup!`, `squash!` and `amend!`
 * are not history yet; a fix of tests, documentation or the build (`test: fix flaky`) says nothing
 * about the work that shipped, so it is no fix here.
 *
 * `Revert "title"`, `revert(scope): title`, `fix: revert …`, `[branch] Revert …` take back; `Reland`,
 * `Reapply` and a revert of a revert bring back. Only the beginning of a subject counts: "add a
 * revert button" takes nothing back.
 */

const FIX = /(?<![\w-])(?:bug-?|hot-?)?fix(?:es|ed|ing)?(?![\w-])/i;
const HOTFIX = /(?<![\w-])hot-?fix(?:es|ed)?(?![\w-])/i;
const FEATURE =
  /^(?:\[[^\]]{1,60}\]\s*)?(?:feat(?:ure)?(?:\([^)]{0,60}\))?!?:|(?:[\w$./@*,()&+-]{1,60}:\s+)?(?:add(?:s|ed)?|implement(?:s|ed)?|introduce(?:s|d)?|support(?:s|ed)?|enable(?:s|d)?|allow(?:s|ed)?)\s)/i;
const ABOUT_WORDS = /\b(?:tests?|docs?|documentation|comments?|changelog|typos?|readme)\b/i;
const NOT_WORK =
  /^(?:\[[^\]]{1,60}\]\s*)?(?:tests?|docs?|chore|ci|build|style|refactor|lint|deps|release|bench|typos?)(?:\([^)]{0,60}\))?!?:/i;
const NOT_HISTORY_YET = /^(?:fixup|squash|amend)!/;

/** The first line of a message. */
export function subjectOf(message: string): string {
  const end = message.indexOf("\n");
  return (end < 0 ? message : message.slice(0, end)).trim();
}

/** Whether a commit is meant to be melted into another one before it is published. */
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

/** What a subject says about an earlier change. */
interface Undo {
  /** Taken back, or brought back. */
  readonly way: "revert" | "restore";
  /** The subject that it names, without a number at its end; "" if it names none. */
  readonly title: string;
  /** Numbers of pull requests that it names, the most telling first. */
  readonly numbers: readonly number[];
  /** Abbreviated or whole object ids that it names. */
  readonly shas: readonly string[];
}

/** `fix: `, `net/tls: `, `feat(api)!: `, `[release-1.2] `: one of those that a subject begins with. */
const PREFIX = /^(?:\[[^\]]{1,60}\]|[\w$./@*,()&+ -]{1,60}!?:(?=\s))\s*/;
const OPERATION =
  /^(?:partial(?:ly)?\s+|partly\s+)?(?:(revert(?:s|ed|ing)?)|re-?land(?:s|ed|ing)?|re-?appl(?:y|ies|ied|ying)|un-?revert(?:s|ed|ing)?)(?![\w-])(?:\(([^()]{0,60})\)!?:|!:)?[:\s]*(?:of\s+)?/i;
/** In `revert: Revert "title"` the type only says again what the description does. */
const LABEL = /^revert(?:\([^()]{0,60}\))?!?:\s+(?=revert(?:s|ed|ing)?\s)/i;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "“": "”" };
const NUMBER = /(?:#|\/pull\/|^pr )(\d{1,9})\b/gi;
const SHA = /\b[0-9a-f]{7,64}\b/g;

/** A subject without the number of its own pull request, to compare titles by. */
export function plainTitle(subject: string): string {
  // Most subjects need neither, and there are many.
  const numbered = subject.includes("(#") ? subject.replace(/\(#\d{1,9}\)\s*$/, "") : subject;
  return (/\s\s|[^\S ]/.test(numbered) ? numbered.replace(/\s+/g, " ") : numbered).trim();
}

/** The number of the pull request that a commit is, by its subject. */
export function ownNumber(subject: string): number | null {
  const found = /\(#(\d{1,9})\)\s*$/.exec(subject) ??
    /^(?:Merge pull request|Merge|Auto merge of) #(\d{1,9})\b/.exec(subject);
  return found ? Number(found[1]) : null;
}

/** What a subject takes back or brings back; null if neither. */
export function readUndo(subject: string): Undo | null {
  let text = subject.slice(0, 1000).trimStart();
  let outer = peel(text);
  // "revert:" is a prefix too: what a subject does is looked for before each of them is taken off.
  for (let prefix; outer === null && (prefix = PREFIX.exec(text)) !== null; outer = peel(text)) {
    text = text.slice(prefix[0].length);
  }
  if (outer === null) return null;
  const { scope, inner, after, quoted } = outer;
  let reverts = outer.revert ? 1 : 0;
  // Titles inside of titles: each revert of a revert turns the meaning around once more.
  for (let next = peel(inner); next !== null; next = peel(next.inner)) {
    if (next.revert) reverts++;
  }
  const named = quoted ? numbersIn(inner).toReversed() : numbersIn(inner);
  return {
    way: reverts % 2 === 1 ? "revert" : "restore",
    title: plainTitle(inner),
    numbers: [...numbersIn(scope), ...named, ...numbersIn(after)],
    shas: quoted ? [] : (inner.match(SHA) ?? []),
  };
}

/** Takes the word that reverts or restores off a subject; null if it does not begin with one. */
function peel(subject: string) {
  const text = subject.replace(LABEL, "");
  const found = OPERATION.exec(text);
  if (found === null) return null;
  const rest = text.slice(found[0].length);
  const close = QUOTES[rest.charAt(0)];
  const end = close === undefined ? -1 : rest.lastIndexOf(close);
  const [revert, scope, quoted] = [found[1] !== undefined, found[2] ?? "", end > 0];
  if (!quoted) return { revert, scope, inner: rest, after: "", quoted };
  return { revert, scope, inner: rest.slice(1, end), after: rest.slice(end + 1), quoted };
}

function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(NUMBER), (match) => Number(match[1]));
}
