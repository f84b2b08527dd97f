/**
 * The JSON that stands in a text: what a model writes around its answer is no fault of the answer.
 *
 * A text that is JSON is one value. Otherwise every code block that is JSON is one, and so is every
 * object and array that stands among words, the outer ones only: nothing is cut out of a value that
 * is broken, and nothing is mended. Pure, and linear in the text but for a bounded factor.
 */

/** More values than these are not looked for, and no more pieces tried: a refusal takes its time. */
const MOST_VALUES = 100;
const MOST_TRIES = 1000;

/** What is nested more deeply is no answer to anything. */
const MOST_DEPTH = 100;

/** So often may a character be looked at, on average. */
const MOST_LOOKS = 16;

/** A line that opens or closes a code block. A string in JSON holds no such line: it has no breaks. */
const FENCE = /^[ \t]{0,3}`{3,}/gm;

/** What may still be spent on a text. */
interface Budget {
  values: number;
  tries: number;
  looks: number;
}

/** The values, in the order of the text. */
export function* jsonIn(text: string): Generator<unknown> {
  const whole = parsed(text);
  if (whole !== undefined) return yield whole.value;
  const budget = {
    values: MOST_VALUES,
    tries: MOST_TRIES,
    looks: MOST_LOOKS * text.length,
  };
  let from = 0;
  for (const { start, end, value } of codeBlocks(text, budget)) {
    yield* valuesAmongWords(text.slice(from, start), budget);
    if (budget.values-- <= 0) return;
    yield value;
    from = end;
  }
  yield* valuesAmongWords(text.slice(from), budget);
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The code blocks that are JSON as a whole. Whether a fence opens or closes, the content tells. */
function* codeBlocks(
  text: string,
  budget: Budget,
): Generator<{ start: number; end: number; value: unknown }> {
  let open: number | null = null;
  for (const { index, 0: fence } of text.matchAll(FENCE)) {
    if (budget.tries-- <= 0) return;
    const body = open === null ? 0 : text.indexOf("\n", open) + 1;
    const block = open === null || body > index ? undefined : parsed(text.slice(body, index));
    if (open !== null && block !== undefined) {
      yield { start: open, end: index + fence.length, ...block };
      open = null;
    } else open = index;
  }
}

function* valuesAmongWords(text: string, budget: Budget): Generator<unknown> {
  // What can begin a value: braces in prose and in program code hardly ever look like it.
  const opening = /\{(?=\s{0,100}["}])|\[(?=\s{0,100}["{[\]\d-])/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const end = endOfValue(text, found.index, budget);
    // Cut off, so whatever follows is inside of it and is not the answer.
    if (end === "never" && found[0] === "{" || end === "too deep") return;
    if (typeof end === "string") continue;
    if (budget.tries-- <= 0) return;
    opening.lastIndex = end;
    const value = parsed(text.slice(found.index, end));
    if (value === undefined) continue;
    if (budget.values-- <= 0) return;
    yield value.value;
  }
}

/** Where the brackets that open at `from` are closed again, those in strings not counted. */
function endOfValue(text: string, from: number, budget: Budget): number | "never" | "too deep" {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at++) {
    if (budget.looks-- <= 0) return "too deep";
    const char = text[at];
    if (isString) {
      if (char === "\\") at++;
      else if (char === '"' || char === "\n") isString = false;
    } else if (char === '"') isString = true;
    else if (char === "{" || char === "[") {
      if (++depth > MOST_DEPTH) return "too deep";
    } else if ((char === "}" || char === "]") && --depth === 0) return at + 1;
  }
  return "never";
}
