/**
 * What a single line of a review is. A line that begins with a backslash is the text behind it, if
 * that would be read as something else: so every text can be written down and read back.
 */

import { type Header, readHeader } from "./header.ts";
import { type Label, readLabel } from "./label.ts";

/** A line, by what it is. */
export type Line =
  | { readonly kind: "blank" | "rule" }
  | { readonly kind: "fence"; readonly ticks: string }
  | { readonly kind: "heading"; readonly level: number; readonly title: string }
  | { readonly kind: "header"; readonly level: number; readonly header: Header }
  | { readonly kind: "label"; readonly label: Label }
  | { readonly kind: "bullet"; readonly mark: "bad" | "good" | null; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

/** How deep headers are that are no headings: deeper than any of those. */
export const BOLD_LEVEL: number = 1000;
export const BULLET_LEVEL: number = 1001;

const RULE = /^([-*_])(?:[ \t]*\1){2,}$/;
const LONGEST_RULE = 200;
const BULLET = /^(?:[-*+•]|\d{1,9}[.)])(?:\s+|$)/u;
const CHECKBOX = /^\[[ xX]\]\s+/u;
const BAD = /^(?:❌|✖|✗|✘|❗|🚨|⚠|🔴|🟠|🟡|🔵)\uFE0F?(?:\s+|$)/u;
const GOOD = /^(?:✅|✔|☑|👍|🟢)\uFE0F?(?:\s+|$)/u;

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
  const sharps = /^#+(?=\s|$)/.exec(body)?.[0];
  if (sharps !== undefined) return readHeading(sharps.length, body.slice(sharps.length));
  const bullet = BULLET.exec(body)?.[0];
  if (bullet !== undefined) return readBullet(body.slice(bullet.length));
  return readMarked(body, BOLD_LEVEL) ?? { kind: "text", text: body };
}

/** The line as {@linkcode readLine} gives it back as text. */
export function escapeLine(text: string): string {
  return needsEscape(text) ? `\\${text}` : text;
}

function needsEscape(text: string): boolean {
  return text.startsWith("\\") || text !== text.trim() || readLine(text).kind !== "text";
}

function readHeading(level: number, after: string): Line {
  const title = withoutClosing(after.trim());
  const header = readHeader(title, true);
  return header === null ? { kind: "heading", level, title } : { kind: "header", level, header };
}

/** A heading may end with signs like those it begins with. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return end === 0 || /\s/.test(title[end - 1] ?? "") ? title.slice(0, end).trimEnd() : title;
}

function readBullet(after: string): Line {
  const content = after.replace(CHECKBOX, "");
  const bad = BAD.exec(content)?.[0];
  if (bad !== undefined) return { kind: "bullet", mark: "bad", text: content.slice(bad.length) };
  const good = GOOD.exec(content)?.[0];
  if (good !== undefined) return { kind: "bullet", mark: "good", text: content.slice(good.length) };
  return readMarked(content, BULLET_LEVEL) ?? { kind: "bullet", mark: null, text: content };
}

function readMarked(text: string, level: number): Line | null {
  const header = readHeader(text, false);
  if (header !== null) return { kind: "header", level, header };
  const label = readLabel(text);
  return label === null ? null : { kind: "label", label };
}
