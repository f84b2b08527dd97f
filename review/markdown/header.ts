/** Lines that say a severity and a category, in either order: `**HIGH (SECURITY)**`. */

import type { ReviewCategory, Severity } from "../../schema/names.ts";
import { categoryOf, severityOf } from "../words.ts";

/** What a header says. */
export interface Header {
  readonly severity: Severity | null;
  readonly category: ReviewCategory | null;
  /** What follows, beginning a description. */
  readonly rest: string;
  /** Whether something stands where the severity or the category should, and is neither. */
  readonly isUnknown: boolean;
}

/** Pictures, and what joins them: with or without a variation selector. */
const PICTURES = /^[\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}\uFE0F\u200D\s]+/u;

const SEVERITY = /(critical|high|medium|low)(?![\p{L}\p{N}_])(?:[\s-](?:severity|priority))?/iuy;
const CATEGORY =
  /((?:code[\s_-]?)?quality|security|tests|testing|test|performance|perf|(?:technical|tech)[\s_-]?debt|debt)(?![\p{L}\p{N}_])/iuy;
const SEPARATOR = /[\s:/|,()[\]*_·–—-]*/uy;

/** Words and counts beside a severity or a category that say nothing more. */
const FILLER = /^(?:issues?|findings?)?\d{0,4}(?:issues?|findings?)?$/iu;

/** What stands around such a word. */
const AROUND = /[\s()[\]:*_]+/g;

/** No header is longer; what follows it may be. */
const LONGEST = 200;

/** Without the pictures that a text begins with. */
export function withoutPictures(text: string): string {
  return text.replace(PICTURES, "");
}

/**
 * Reads a header; null if the text is none.
 *
 * @param isHeading Whether the text is a heading's title. Elsewhere a header must stand out, by
 * bold letters or brackets: "high performance" is no header.
 */
export function readHeader(text: string, isHeading: boolean): Header | null {
  const plain = withoutPictures(isHeading ? withoutNumber(text) : text);
  const bold = /^(?:\*\*|__)/.exec(plain)?.[0];
  if (bold === undefined) {
    const header = readPair(plain);
    return header !== null && (isHeading || standsOut(plain, header)) ? header : null;
  }
  const end = plain.slice(0, LONGEST).indexOf(bold, bold.length);
  if (end < 0) return null;
  const inside = withoutPictures(withoutNumber(plain.slice(bold.length, end)));
  return readPair(inside + plain.slice(end + bold.length));
}

/** Without the number that somebody gave to a finding: `1. HIGH (SECURITY)`. */
function withoutNumber(text: string): string {
  return text.replace(/^#?\d{1,4}[.):]\s+/, "");
}

function standsOut(text: string, { severity, category, rest }: Header): boolean {
  if (text.startsWith("[")) return true;
  if (severity === null || category === null) return false;
  const head = text.slice(0, text.length - rest.length);
  return /[([/|]/.test(head) && (rest === "" || /:\s*$/.test(head));
}

function readPair(whole: string): Header | null {
  const text = whole.slice(0, LONGEST);
  const start = text.startsWith("[") || text.startsWith("(") ? 1 : 0;
  const first = wordAt(text, start);
  if (first === null) return null;
  const between = separatorAt(text, first.end);
  const second = wordAt(text, between.end);
  if (second !== null && (second.severity === null) !== (first.severity === null)) {
    const tail = separatorAt(text, second.end);
    const rest = restOf(whole, tail.end);
    if ((between.isVisible || rest === "") && (tail.isVisible || rest === "")) {
      const severity = first.severity ?? second.severity;
      const category = first.category ?? second.category;
      return { severity, category, rest, isUnknown: false };
    }
  }
  const { severity, category } = first;
  const rest = restOf(whole, between.end);
  if (rest === "") return { severity, category, rest, isUnknown: false };
  if (!between.isVisible) return null;
  return { severity, category, rest, isUnknown: /[([]/.test(between.text) };
}

function restOf(whole: string, at: number): string {
  const rest = whole.slice(at);
  return rest.length < LONGEST && FILLER.test(rest.replace(AROUND, "")) ? "" : rest.trim();
}

interface Word {
  severity: Severity | null;
  category: ReviewCategory | null;
  end: number;
}

function wordAt(text: string, at: number): Word | null {
  SEVERITY.lastIndex = CATEGORY.lastIndex = at;
  const severity = severityOf(SEVERITY.exec(text)?.[1] ?? "");
  if (severity !== null) return { severity, category: null, end: SEVERITY.lastIndex };
  const category = categoryOf(CATEGORY.exec(text)?.[1] ?? "");
  return category === null ? null : { severity: null, category, end: CATEGORY.lastIndex };
}

function separatorAt(text: string, at: number): { text: string; isVisible: boolean; end: number } {
  SEPARATOR.lastIndex = at;
  const found = SEPARATOR.exec(text)?.[0] ?? "";
  return { text: found, isVisible: found.trim() !== "", end: at + found.length };
}
