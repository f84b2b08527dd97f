/**
 * Whether a value says something at all.
 *
 * The rule: at least three letters (or two ideographs), and not nothing but one of the words below.
 * A reference such as `#12` says enough. More is not judged: a short true word stays.
 */

const EMPTY: ReadonlySet<string> = new Set(
  ("none nothing null nil empty task error issue test tests signal request foo bar baz etc yes " +
    "done okay unknown same various misc stuff thing things abc xyz xxx yyy zzz asdf").split(" "),
);

const PHRASES: ReadonlySet<string> = new Set([
  "not applicable",
  "see above",
  "as above",
  "same as above",
  "no comment",
]);

/** No word or phrase of the lists is longer. */
const LONGEST = 40;

/** Whether a value says nothing. */
export function saysNothing(value: string): boolean {
  if (value.length > LONGEST) return !/[\p{L}\p{N}]/u.test(value);
  if (/^\W{0,2}#\d+\W{0,2}$/.test(value)) return false;
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 && !/\p{Ideographic}{2}/u.test(value)) return true;
  return isEmptyWord(value);
}

/** Whether a value is one of the words that stand for nothing. */
export function isEmptyWord(value: string): boolean {
  if (value.length > LONGEST) return false;
  const bare = value.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return EMPTY.has(bare) || PHRASES.has(bare);
}

/** Whether a value is the word by which a field says that there is nothing. */
export function saysNone(value: string): boolean {
  return /^(?:none|n\/?a|nothing|null|nil|empty|-{1,3})\.?$/i.test(value);
}
