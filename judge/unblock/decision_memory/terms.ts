/**
 * What a rejected text is about, as terms that another text can be compared with.
 *
 * Its path is what it says before its first reason ("because", "instead of", a further sentence).
 * Of the path, names weigh 2: what stands in backticks, and what is written like an identifier or a
 * product. Other telling words weigh 1. The first 8 terms count. A ban ("No ORMs", "Do not use …")
 * is about what it bans. One generic word, such as "Caching", is never a name.
 */

import { isTelling, stemOf, wordsOf } from "./words.ts";

/** One term, in the form in which {@linkcode keysIn} gives it. */
export interface Term {
  readonly key: string;
  readonly weight: 1 | 2;
}

const MOST_TERMS = 8;

/** A name is compared by so many of its words, written together: `session_cache`, `sessionCache`. */
const WORDS_OF_NAME = 4;

const REASON =
  /\s(?:because|since|due to|as it|as this|as they|instead of|rather than|in favou?r of|so that|which|would|causes?|caused|breaks?|led to|leads to|was rejected|is rejected|were rejected|are rejected|rejected)\b|[.;]\s|\s[-–—]+\s|[:(,]\s{0,3}(?:rejected|discarded|ruled out|use|too|it|this|not)\b|:\s/i;

const QUOTED = /`([^`\n]{1,80})`/g;

/** `snake_case`, `camelCase`, `dotted.name`, `a::b`, `a/b`, `call()`, `MongoDB`, `SQL`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}$]+(?:(?:[_./]|::)[\p{L}\p{N}$]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{Lu}[\p{Lu}\p{N}]{2,}s?)(?![\p{L}\p{N}_])/gu;

/** What a ban begins with. */
const BAN =
  /^[\s*_]*(?:we )?(?:do not|don['’]t|never|no|avoid|stop|ban|forbid)\b(?:\s(?:use|using|introduce|introducing|adopt|adding|add)\b)?(?:\sof\b)?(?:\san?\b)?/i;

/** `ORMs`: the plural is no part of the name. */
const ACRONYMS = /^\p{Lu}{2,}s$/u;

/** Words for what every system has: alone they name no path, and together by chance. */
const GENERIC: ReadonlySet<string> = new Set(
  ("api app build cache caching client code config configuration data database environment env " +
    "error file folder layer library local log logging module option package path process runner " +
    "server service setting setup state system test testing tool type value variable retry")
    .split(" ").map(stemOf),
);

/** Whether a term is a word that tells little by itself. */
export function isGeneric({ key, weight }: Term): boolean {
  return weight === 1 && GENERIC.has(key.replace(/^word:/, ""));
}

/** What a text rejects, without why. */
export function pathOf(text: string): string {
  const plain = text.replace(/^[\s*_]*(?:rejected|status)\s*:\s*/i, "");
  // Names may hold anything that looks like the end of a sentence.
  const masked = plain.replace(QUOTED, (name) => `\`${"x".repeat(name.length - 2)}\``);
  const end = REASON.exec(masked)?.index ?? -1;
  const path = end < 0 ? plain : plain.slice(0, end);
  return /[\p{L}]{3}/u.test(path) ? path : plain;
}

/** The names in backticks that a rejected text rejects. */
export function quotedNames(text: string): string[] {
  const names = [...pathOf(text).matchAll(QUOTED)].map(([, name = ""]) => name.trim());
  return [...new Set(names.filter((name) => name.length >= 3 && /\p{L}/u.test(name)))];
}

/** The terms of a rejected text. */
export function termsOf(text: string): Term[] {
  const whole = pathOf(text);
  const path = whole.replace(BAN, "");
  const isBan = path !== whole;
  const names = [...quotedNames(text)];
  const unquoted = path.replace(QUOTED, " ");
  names.push(...[...unquoted.matchAll(IDENTIFIER)].map(([name]) => name));
  const words = wordsOf(unquoted.replace(IDENTIFIER, " ")).filter(isTelling);
  // A path that is one proper word, such as "Redis", names what it rejects, and a ban of one does.
  const isProper = isBan || /^\W*\p{Lu}\p{Ll}{3,}\W*$/u.test(path);
  if (names.length === 0 && words.length === 1 && isProper && !GENERIC.has(stemOf(words[0]!))) {
    names.push(words.pop()!);
  }
  const keys = new Map<string, Term["weight"]>();
  for (const name of names) {
    keys.set(nameKey(isBan || ACRONYMS.test(name) ? singular(name) : name), 2);
  }
  for (const word of words) keys.set(`word:${stemOf(word)}`, 1);
  return [...keys].slice(0, MOST_TERMS).map(([key, weight]) => ({ key, weight }));
}

/** The keys of all words and names in a text. */
export function keysIn(text: string): Set<string> {
  const humped = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const keys = new Set(wordsOf(humped).filter(isTelling).map((word) => `word:${stemOf(word)}`));
  const words = wordsOf(text).map((word) => word.replace(/^@/, ""));
  for (const [at, word] of words.entries()) {
    keys.add(`word:${stemOf(word)}`);
    keys.add(`name:${singular(word)}`);
    let name = "";
    for (const next of words.slice(at, at + WORDS_OF_NAME)) keys.add(`name:${name += next}`);
  }
  return keys;
}

/** A name without the ending of a plural. */
function singular(name: string): string {
  return name.length > 3 ? name.replace(/(?<=[^su])s$/, "") : name;
}

function nameKey(name: string): string {
  return `name:${wordsOf(name).slice(0, WORDS_OF_NAME).join("").replaceAll("@", "")}`;
}
