/**
 * Whether a commit's subject says that it takes an earlier change back or brings it back again, and
 * which one it names.
 *
 * `Revert "title"`, `revert(scope): title`, `fix: revert …`, `[branch] Revert …` take back; `Reland`,
 * `Reapply` and a revert of a revert bring back. Only the beginning of a subject counts: "add a
 * revert button" takes nothing back.
 *
 * @module
 */

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

interface Peeled {
  readonly revert: boolean;
  readonly scope: string;
  readonly inner: string;
  readonly after: string;
  readonly quoted: boolean;
}

function peel(subject: string): Peeled | null {
  const text = subject.replace(LABEL, "");
  const found = OPERATION.exec(text);
  if (found === null) return null;
  const rest = text.slice(found[0].length);
  const close = QUOTES[rest.charAt(0)];
  const end = close === undefined ? -1 : rest.lastIndexOf(close);
  const [revert, scope] = [found[1] !== undefined, found[2] ?? ""];
  if (end <= 0) return { revert, scope, inner: rest, after: "", quoted: false };
  return { revert, scope, inner: rest.slice(1, end), after: rest.slice(end + 1), quoted: true };
}

function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(NUMBER), (match) => Number(match[1]));
}
