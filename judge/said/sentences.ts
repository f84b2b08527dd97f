/** Text as sentences, and sentences as clauses: what negates or conditions what. */

/** Longer ones are cut, so that no pattern ever meets a long text. */
const SENTENCE_AT_MOST = 600;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|fig|dr|mr|ms|st|resp)\.$/i;
const STARTS_WITH_MARK = /^(?:\*\*|__)?[✓✗\p{Extended_Pictographic}]/u;

function pushBounded(sentences: string[], sentence: string): void {
  const text = sentence.trim();
  for (let at = 0; at < text.length; at += SENTENCE_AT_MOST) {
    sentences.push(text.slice(at, at + SENTENCE_AT_MOST));
  }
}

function splitLine(line: string, sentences: string[]): void {
  let from = 0;
  let inCode = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "`") inCode = !inCode;
    if (inCode || !/[.!?…]/.test(line[at] ?? "")) continue;
    let end = at + 1;
    while (end < line.length && /[.!?…)"'”*_\]]/.test(line[end] ?? "")) end++;
    const next = line.slice(end, end + 8).trimStart();
    // "v1. then" goes on; a sentence begins with a capital, a figure or a mark.
    const goesOn = end < line.length && (line[end] !== " " || /^\p{Ll}/u.test(next));
    if (goesOn) {
      // What is true of one mark in a row of them is true of all.
      at = end - 1;
      continue;
    }
    if (ABBREVIATION.test(line.slice(Math.max(from, at - 8), at + 1))) continue;
    pushBounded(sentences, line.slice(from, end));
    from = end;
    at = end - 1;
  }
  pushBounded(sentences, line.slice(from));
}

/** The sentences of lines that stand together. A line that begins with a mark is one of its own. */
export function sentencesOf(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    if (before === undefined || STARTS_WITH_MARK.test(line) || before.endsWith(":")) {
      joined.push(line);
    } else joined[joined.length - 1] = `${before} ${line}`;
  }
  const sentences: string[] = [];
  for (const line of joined) splitLine(line, sentences);
  return sentences;
}

const CLAUSE_END =
  /[;:()]|,| [—–-]{1,2} |—| (?=(?:but|however|although|though|whereas|because|except)\b)/;

/** The clauses of a sentence, the empty ones left out. */
export function clausesOf(sentence: string): string[] {
  return sentence.split(CLAUSE_END).map((clause) => clause.trim()).filter((clause) =>
    clause !== ""
  );
}
