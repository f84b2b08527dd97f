/**
 * Architecture decision records in Markdown, in the folders and forms that people keep them in.
 *
 * A rejected record rejects what its title proposes; a superseded or deprecated one is a path that
 * was left; an accepted one is a rationale, unless its title forbids something. Items of a section
 * on rejected alternatives are rejected each, and so are considered options that say so.
 */

import { type AdrText, adrText, itemsOf, plainWords, type Section } from "./adr_text.ts";
import { commentLine } from "./comment_line.ts";
import type { Decision } from "./decision.ts";
import { MOST_DECISIONS, MOST_TEXT } from "./limits.ts";
import { Scopes } from "./scopes.ts";

const FOLDER =
  /(?:^|\/)(?:adrs?|decisions|architecture[-_]decisions|architectural[-_]decisions|decision[-_]records)\/(?:[^/]+\/)?$/i;
const FILE = /^(?:adr[-_ ]?)?\d{1,5}(?:[-_. ].*)?\.(?:md|markdown|mdx)$/i;

/** Whether a file is a decision record by its folder and name, such as `docs/adr/0007-queue.md`. */
export function isAdrPath(path: string): boolean {
  const parts = path.slice(-1_000).replaceAll("\\", "/").split("/");
  const name = parts.pop() ?? "";
  return FILE.test(name) && !/template/i.test(name) && FOLDER.test(`${parts.join("/")}/`);
}

const NUMBERED = /^(?:ADR[-_ #]{0,3})?\d{1,5}(?:\s{0,3}[-.:–—)]+\s{0,3}|\s+|$)/i;
const FORBIDS = /^(?:do not|don['’]t|never|no|avoid|reject|stop|ban|forbid)\b/i;

/** The decisions of a record that bind those who come later. */
export function readAdr(path: string, text: string): Decision[] {
  const adr = adrText(text);
  const { id, title, line } = headOf(path, adr);
  const base = { kind: "adr" as const, scope: scopeOf(adr), path };
  const told = adrStatus(adr);
  const forbids = FORBIDS.test(title);
  const status = told === "rationale" && forbids ? "rejected" : told;
  const decisions: Decision[] = [];
  // Where a ban was rejected, what it would have banned is allowed.
  if (status !== null && !(told === "rejected" && forbids)) {
    decisions.push({ ...base, id, status, text: title.slice(0, MOST_TEXT), line });
  }
  for (const [at, item] of rejectedItems(adr.sections).slice(0, MOST_DECISIONS).entries()) {
    decisions.push({ ...base, ...item, id: `${id}#rejected-${at + 1}`, status: "rejected" });
  }
  return decisions;
}

/** What the record is called, by its file's number, and what it is about. */
function headOf(path: string, { matter, sections }: AdrText) {
  const stem = (path.replaceAll("\\", "/").split("/").at(-1) ?? "").replace(/\.\w{1,8}$/, "");
  const heading = sections.find(({ level }) => level === 1);
  const given = matter.find(({ text }) => /^title:/i.test(text));
  const titled = heading?.title ?? given?.text.replace(/^title:\s*["']?|["']?$/gi, "") ??
    stem.replace(/[-_]+/g, " ");
  const number = /\d{1,5}/.exec(stem)?.[0] ?? /\d{1,5}/.exec(titled.slice(0, 12))?.[0];
  return {
    id: number === undefined ? stem || path : `ADR-${number.padStart(4, "0")}`,
    title: plainWords(titled).replace(NUMBERED, "").trim() || stem,
    line: heading?.line ?? given?.number ?? 1,
  };
}

function scopeOf({ sections }: AdrText): string | null {
  const scopes = new Scopes();
  for (const { lines } of sections.slice(0, 2)) {
    for (const { text } of lines) if (scopes.take(commentLine(text).text)) return scopes.id;
  }
  return null;
}

const REJECTED_TITLE = /\brejected\b|\bnot chosen\b|\bdiscarded\b/i;
const CONSIDERED_TITLE = /\b(?:alternatives?|options?)\b/i;

/** Said of an option: of it, and not of a reason why another was. */
const REJECTED_OPTION = /^[^.;]{0,200}?(?:\brejected\b|\bdiscarded\b|\bruled out\b)/i;
const NOT_REJECTED = /\bnot rejected\b|\bnever rejected\b/i;

function rejectedItems(sections: readonly Section[]): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  let within: { level: number; all: boolean } | null = null;
  for (const section of sections) {
    const { level, title, line } = section;
    if (within !== null && level <= within.level) within = null;
    const opens = level > 1 && (CONSIDERED_TITLE.test(title) || /^rejected\b/i.test(title));
    if (within === null) {
      if (!opens) continue;
      within = { level, all: REJECTED_TITLE.test(title) };
      found.push(...itemsIn(section, within.all));
      // Options with headings of their own have their reasons below, which are no options.
    } else if (within.all || isRejected(title)) {
      found.push({ text: plainWords(title), line });
    } else if (
      isRejected(itemsOf(section.lines)[0]?.text ?? "", /^(?:status\W{0,3})?rejected\b/i)
    ) {
      found.push({ text: plainWords(title), line });
    }
  }
  return found.map(({ text, line }) => ({ text: text.slice(0, MOST_TEXT), line }))
    .filter(({ text }) => /\p{L}{2}/u.test(text));
}

function itemsIn({ lines }: Section, all: boolean): { text: string; line: number }[] {
  const listed = lines.some(({ text }) => /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text));
  return itemsOf(listed ? lines.filter(isListed()) : lines)
    .filter(({ text }) => all || isRejected(text))
    .map(({ text, number }) => ({ text, line: number }));
}

/** Beside a list words only introduce it. */
function isListed(): (line: { readonly text: string }) => boolean {
  let inside = false;
  return ({ text }) => {
    if (/^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text)) inside = true;
    else if (text.trim() === "") inside = false;
    return inside;
  };
}

function isRejected(text: string, sign: RegExp = REJECTED_OPTION): boolean {
  return sign.test(text.slice(0, 400)) && !NOT_REJECTED.test(text.slice(0, 400));
}

const LINE = /^\s*(?:[-*+|]\s*)?(?:\*\*|__)?status(?:\*\*|__)?\s{0,4}[:|]\s*(.+)$/i;

/** A title is followed by facts about the record; a status further down is about something else. */
const MOST_LINES_BEFORE = 60;

/** The status; null where the record binds nobody, or none is told. */
function adrStatus({ matter, sections }: AdrText): Decision["status"] | null {
  for (const { text } of matter) {
    const value = LINE.exec(text)?.[1];
    if (value !== undefined) return statusIn([value]);
  }
  const section = sections.find(({ title }) => /^(?:\d{1,2}[.)]?\s+)?status\b/i.test(title));
  if (section !== undefined) {
    return statusIn([section.title.replace(/^.*?status\W*/i, ""), ...section.lines.map(textOf)]);
  }
  const lines = sections.flatMap(({ lines }) => lines).slice(0, MOST_LINES_BEFORE);
  const value = lines.map(({ text }) => LINE.exec(text)?.[1]).find((value) => value !== undefined);
  return value === undefined ? null : statusIn([value]);
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}

function statusIn(lines: readonly string[]): Decision["status"] | null {
  const told = lines.map((line) => wordIn(line)).filter((status) => status !== null);
  return told.find((status) => status !== "rationale") ?? told[0] ?? null;
}

function wordIn(line: string): Decision["status"] | null {
  const words = plainWords(line).replace(/^[^\p{L}]+/u, "");
  if (/^(?:rejected|declined|refused)\b/i.test(words)) return "rejected";
  if (/^(?:super[sc]eded|deprecated|replaced|obsolete)\b/i.test(words)) return "superseded";
  return /^(?:accepted|approved|adopted|implemented|decided)\b/i.test(words) ? "rationale" : null;
}
