/**
 * What a single line of a review is. A line that begins with a backslash is the text behind it, if
 * that would be read as something else: so every text can be written down and read back.
 */

import type { ReviewCategory, Severity } from "../../schema/names.ts";
import { categoryOf, severityOf } from "../words.ts";
import { type Label, readLabel, withoutPictures } from "./label.ts";

/** A line, by what it is. */
export type Line =
  | { readonly kind: "blank" | "rule" }
  | { readonly kind: "fence"; readonly ticks: string }
  | { readonly kind: "heading"; readonly level: number; readonly title: string }
  | { readonly kind: "header"; readonly level: number; readonly header: Header }
  | { readonly kind: "label"; readonly label: Label }
  | { readonly kind: "bullet"; readonly mark: "bad" | "good" | null; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

/** What a line says that names a severity and a category, in either order: `**HIGH (SECURITY)**`. */
export interface Header {
  readonly severity: Severity | null;
  readonly category: ReviewCategory | null;
  /** What follows, beginning a description. */
  readonly rest: string;
  /** Whether something stands where the severity or the category should, and is neither. */
  readonly isUnknown: boolean;
}

/** How deep headers are that are no headings: deeper than any of those. */
export const BOLD_LEVEL = 1000;
export const BULLET_LEVEL = 1001;

const RULE = /^([-*_])(?:[ \t]*\1){2,}$/;
const LONGEST_RULE = 200;
const BULLET = /^(?:[-*+•]|\d{1,9}[.)])(?:\s+|$)/u;
const CHECKBOX = /^\[[ xX]\]\s+/u;
const MARKS = [
  ["bad", /^(?:❌|✖|✗|✘|❗|🚨|⚠|🔴|🟠|🟡|🔵)\uFE0F?(?:\s+|$)/u],
  ["good", /^(?:✅|✔|☑|👍|🟢)\uFE0F?(?:\s+|$)/u],
] as const;

/** Reads a line that has no space at either end. */
export function readLine(body: string): Line {
  if (body === "") return { kind: "blank" };
  if (body.startsWith("\\")) {
    const behind = body.slice(1);
    return { kind: "text", text: needsEscape(behind) ? behind : body };
  }
  const ticks = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(body)?.[0];
  if (ticks !== undefined) return { kind: "fence", ticks };
  // Bounded, because a group that is repeated by the million overflows the stack.
  if (body.length <= LONGEST_RULE && RULE.test(body)) return { kind: "rule" };
  const level = /^#+(?=\s|$)/.exec(body)?.[0].length;
  if (level !== undefined) {
    const title = withoutClosing(body.slice(level).trim());
    const header = readHeader(title, true);
    return header === null ? { kind: "heading", level, title } : { kind: "header", level, header };
  }
  const bullet = BULLET.exec(body)?.[0];
  if (bullet === undefined) return readMarked(body, BOLD_LEVEL) ?? { kind: "text", text: body };
  const text = body.slice(bullet.length).replace(CHECKBOX, "");
  for (const [mark, pattern] of MARKS) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind: "bullet", mark, text: text.slice(found.length) };
  }
  return readMarked(text, BULLET_LEVEL) ?? { kind: "bullet", mark: null, text };
}

/** The line as {@linkcode readLine} gives it back as text. */
export function escapeLine(text: string): string {
  return needsEscape(text) ? `\\${text}` : text;
}

function needsEscape(text: string): boolean {
  return text.startsWith("\\") || text !== text.trim() || readLine(text).kind !== "text";
}

/** A heading may end with signs like those it begins with. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return end === 0 || /\s/.test(title[end - 1] ?? "") ? title.slice(0, end).trimEnd() : title;
}

function readMarked(text: string, level: number): Line | null {
  const header = readHeader(text, false);
  if (header !== null) return { kind: "header", level, header };
  const label = readLabel(text);
  return label === null ? null : { kind: "label", label };
}

/** The headings that a review has, by what stands under them. */
const SECTIONS = {
  strengths: ["strengths", "what went well"],
  issues: ["issues", "issues found", "issues identified", "findings", "problems"],
  summary: ["summary", "overall assessment"],
};

/** What a heading's title begins; null if it is none of a review's. */
export function sectionOf(title: string): keyof typeof SECTIONS | null {
  if (title.length > 100) return null;
  const words = withoutPictures(title).replace(/[*_:]/g, "").replace(/\(\d{1,4}\)$/, "");
  const name = words.trim().toLowerCase();
  const sections = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
  return sections.find((section) => SECTIONS[section].includes(name)) ?? null;
}

const SEVERITY = /(critical|high|medium|low)(?![\p{L}\p{N}_])(?:[\s-](?:severity|priority))?/iuy;
const CATEGORY =
  /((?:code[\s_-]?)?quality|security|tests|testing|test|performance|perf|(?:technical|tech)[\s_-]?debt|debt)(?![\p{L}\p{N}_])/iuy;
const SEPARATOR = /[\s:/|,()[\]*_·–—-]*/uy;

/** Words and counts beside a severity or a category that say nothing more; what stands around. */
const FILLER = /^(?:issues?|findings?)?\d{0,4}(?:issues?|findings?)?$/iu;
const AROUND = /[\s()[\]:*_]+/g;

/** No header is longer; what follows it may be. */
const LONGEST_HEADER = 200;

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
  const end = plain.slice(0, LONGEST_HEADER).indexOf(bold, bold.length);
  if (end < 0) return null;
  const inside = withoutPictures(withoutNumber(plain.slice(bold.length, end)));
  return readPair(inside + plain.slice(end + bold.length));
}

/** Without the number that a finding was given: `1. HIGH (SECURITY)`. */
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
  const text = whole.slice(0, LONGEST_HEADER);
  const first = wordAt(text, /^[[(]/.test(text) ? 1 : 0);
  if (first === null) return null;
  const second = wordAt(text, first.next);
  if (second !== null && (second.severity === null) !== (first.severity === null)) {
    const rest = restOf(whole, second.next);
    if (rest === "" || first.separator !== "" && second.separator !== "") {
      const severity = first.severity ?? second.severity;
      const category = first.category ?? second.category;
      return { severity, category, rest, isUnknown: false };
    }
  }
  const { severity, category, separator } = first;
  const rest = restOf(whole, first.next);
  if (rest !== "" && separator === "") return null;
  return { severity, category, rest, isUnknown: rest !== "" && /[([]/.test(separator) };
}

function restOf(whole: string, at: number): string {
  const rest = whole.slice(at);
  return rest.length < LONGEST_HEADER && FILLER.test(rest.replace(AROUND, "")) ? "" : rest.trim();
}

/** A severity or a category, and what parts it from what follows. */
interface Word {
  readonly severity: Severity | null;
  readonly category: ReviewCategory | null;
  /** Empty where there is nothing but space. */
  readonly separator: string;
  readonly next: number;
}

function wordAt(text: string, at: number): Word | null {
  SEVERITY.lastIndex = CATEGORY.lastIndex = at;
  const severity = severityOf(SEVERITY.exec(text)?.[1] ?? "");
  const category = severity === null ? categoryOf(CATEGORY.exec(text)?.[1] ?? "") : null;
  if (severity === null && category === null) return null;
  SEPARATOR.lastIndex = severity === null ? CATEGORY.lastIndex : SEVERITY.lastIndex;
  const separator = SEPARATOR.exec(text)?.[0].trim() ?? "";
  return { severity, category, separator, next: SEPARATOR.lastIndex };
}
