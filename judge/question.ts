/**
 * Whether a message ends on a question: by the question marks of every script, and by no word. What
 * the message only shows (code, quotes, addresses) asks nothing.
 */

/** In every script; the marks that are also written in the middle of a word come in the next list. */
const MARKS = "?？؟⁇⁈⁉‽⸮﹖︖፧꘏꛷⳺⳻𑅃\u037e";

/** Armenian writes it above the vowel of the word that is asked for. */
const WITHIN = "՞";

/** So many lines with words in them, from the end, are near the end, if at most so many are no rows. */
const NEAR = 14;
const NEAR_PARAGRAPHS = 3;

/** A row of a list or a table, such as the answers to choose from. */
const ROW =
  /^\s{0,12}(?:[-*+•|]|\*{0,2}(?:\d{1,3}[.)]|[([]?[\p{L}\p{M}\p{N}]{1,20}[)\]])\*{0,2})\s/u;

/** A heading or a row of a table only names what it is about. */
const TITLE = /^\s{0,12}(?:#{1,6}\s|\|)/;

/** No longer end of a message is looked at, in UTF-16 units: cut within a line, which is then long. */
const MOST = 20_000;

/** Behind a mark stands no letter: `a?b` is a word, and `?page=2` a part of an address. */
const ASKED = new RegExp(
  `[\\p{L}\\p{N}\\p{M}*_"'”’»›」』)\\]]\\s?[${MARKS}](?![\\p{L}\\p{N}=&/?])|${WITHIN}`,
  "u",
);

/** Greek has the shape of a semicolon for it, which ends no message in other scripts. */
const GREEK = /\p{Script=Greek}\s?;\W{0,4}$/u;

/** The line with the question that a message ends on; null if there is none. */
export function questionIn(text: string): string | null {
  const lines = linesOf(text.slice(-MOST)).slice(-NEAR).reverse();
  let paragraphs = 0;
  for (const line of lines) {
    if (!ROW.test(line) && ++paragraphs > NEAR_PARAGRAPHS) break;
    if (ASKED.test(line) && !TITLE.test(line)) return line;
  }
  const [last = ""] = lines;
  return GREEK.test(last) ? last : null;
}

const FENCE = /^\s{0,12}(?:[-*+>]\s{0,4})?(`{3,}|~{3,})/;

/** The lines that say something, with one letter in the place of everything that they only show. */
function linesOf(text: string): string[] {
  let fence = "";
  const said = text.split("\n").filter((line) => {
    const mark = FENCE.exec(line)?.[1] ?? "";
    const isCode = fence !== "" || mark !== "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    return !isCode && !/^\s{0,12}>/.test(line);
  });
  return said.map((line) => line.replace(SHOWN, "x")).filter((line) => /\p{L}/u.test(line));
}

/** What is quoted, by its opening and closing marks, and addresses; a single mark may be an apostrophe. */
const SHOWN = new RegExp(
  [
    /(`{1,3})[^`]{1,2000}\1/,
    /"[^"]{1,2000}"/,
    /[“„”][^“„”]{1,2000}[”“]/,
    /[«»][^«»]{1,2000}[»«]/,
    /「[^」]{1,2000}」/,
    /『[^』]{1,2000}』/,
    /\b[a-z][a-z+.-]{0,20}:\/\/[^\s<>]{1,2000}(?<![?.,;:!)])/,
  ].map(({ source }) => source).join("|"),
  "gi",
);
