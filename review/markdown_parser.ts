/**
 * Reading a review that a person or an agent wrote in markdown:
 *
 *     **HIGH (SECURITY)**
 *     - ❌ The query is put together from input
 *     **Impact**: Any user reads the table
 *     **Recommendation**: Bind the value
 *     **Location**: `src/login.ts:12`
 *
 * Headings of any level, either order, several bullets under one header. Every line ends in one
 * place: a finding, a strength, the summary, or `unparsed`; only headings and marks that were
 * understood are dropped. Takes time in proportion to the text, whatever the text is; a parser of
 * all of markdown does not.
 */

import type { ReviewCategory, Severity } from "../schema/names.ts";
import type { Review, ReviewIssue } from "../schema/types.ts";
import { type Label, readPlace } from "./markdown/label.ts";
import {
  BOLD_LEVEL,
  BULLET_LEVEL,
  type Header,
  type Line,
  readHeader,
  readLine,
  sectionOf,
} from "./markdown/line.ts";

/** What a review in markdown says; what could not be read is in its order, and lines together. */
type MarkdownReview = Pick<Review, "issues" | "strengths" | "summary" | "unparsed">;

/** Reads a review in markdown. Never throws. */
export function parseMarkdownReview(text: string): MarkdownReview {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  const endOfCode = codeEnds(lines);
  const reader = new ReviewReader();
  for (let at = 0; at < lines.length; at++) {
    const raw = lines[at] ?? "";
    const line = readLine(raw.trim());
    const end = line.kind === "fence" ? endOfCode(at, line.ticks) : -1;
    if (end < 0) {
      reader.take(line, raw);
    } else {
      reader.takeCode(dedented(lines.slice(at, end + 1)));
      at = end;
    }
  }
  return reader.finish();
}

/** Finds the line that closes the code begun by a fence; -1 where no line does. */
function codeEnds(lines: readonly string[]): (start: number, ticks: string) => number {
  const closers = lines.map((line) => {
    const body = line.trim();
    return body.length >= 3 && /^(?:`+|~+)$/.test(body) ? body : "";
  });
  // The longest closer from each line on: without it, each open fence would be looked for anew.
  const longest = new Map(["`", "~"].map((char) => [char, new Uint32Array(lines.length + 1)]));
  for (const [char, from] of longest) {
    for (let at = lines.length - 1; at >= 0; at--) {
      const closer = closers[at] ?? "";
      from[at] = Math.max(from[at + 1] ?? 0, closer.startsWith(char) ? closer.length : 0);
    }
  }
  return (start, ticks) => {
    if ((longest.get(ticks.charAt(0))?.[start + 1] ?? 0) < ticks.length) return -1;
    let end = start + 1;
    while (!closers[end]?.startsWith(ticks)) end++;
    return end;
  };
}

/** Without the space that the first line begins with. */
function dedented(lines: readonly string[]): string[] {
  const indent = (line: string): number => line.length - line.trimStart().length;
  const first = indent(lines[0] ?? "");
  return lines.map((line) => line.slice(Math.min(first, indent(line))).trimEnd());
}

/** A finding while it is read. */
interface Draft extends Pick<ReviewIssue, "severity" | "category" | "file" | "line"> {
  readonly texts: Record<"description" | "impact" | "recommendation", string[] | null>;
  /** How its description began: by a bullet, with a mark or without, as a heading's title, or else. */
  begun: "marked" | "bullet" | "title" | "text";
}

/** A line that is kept as unread, unless it is a header that a finding makes use of later. */
interface Kept {
  readonly text: string;
  /** Its number; lines that follow each other are kept together. */
  readonly at: number;
  isUsed: boolean;
}

/** What a header sets, and how deep it stands: it holds until the next heading as high. */
interface Said<Value> {
  readonly value: Value;
  readonly level: number;
  readonly by: Kept;
}

/** Takes lines and gives what they say. */
class ReviewReader {
  readonly #issues: Draft[] = [];
  readonly #strengths: string[][] = [];
  readonly #summary: string[] = [];
  readonly #kept: Kept[] = [];
  #section: "strengths" | "summary" | "issues" | null = null;
  #severity: Said<Severity> | null = null;
  #category: Said<ReviewCategory> | null = null;
  /** The finding that labels belong to. */
  #issue: Draft | null = null;
  /** The text that goes on with the next line. */
  #open: string[] | null = null;
  #openIndent = 0;
  #afterBlank = false;
  /** Whether something came in between, so that a plain bullet is no finding any more. */
  #isAstray = false;
  /** The line that is read: its number, its text without space around it, how far it is moved in. */
  #at = 0;
  #body = "";
  #indent = 0;

  take(line: Line, raw: string): void {
    this.#at++;
    this.#body = raw.trim();
    this.#indent = indentOf(raw);
    this.#takeLine(line);
    this.#afterBlank = line.kind === "blank";
  }

  /** Takes a block of code, with the lines around it: whatever is in it is text. */
  takeCode(lines: readonly string[]): void {
    this.#at++;
    // No line has such a number, so nothing is kept together with the code.
    if (this.#open === null) this.#kept.push({ text: lines.join("\n"), at: NaN, isUsed: false });
    else for (const line of lines) this.#continue(line, true);
    this.#afterBlank = false;
  }

  finish(): MarkdownReview {
    const unparsed: string[][] = [];
    let last = NaN;
    for (const { text, at, isUsed } of this.#kept) {
      if (isUsed) continue;
      if (at === last + 1) unparsed.at(-1)?.push(text);
      else unparsed.push([text]);
      last = at;
    }
    return {
      issues: this.#issues.map(({ texts, severity, category, file, line }) => ({
        ...{ severity, category, description: textOf(texts.description) ?? "" },
        ...{ impact: textOf(texts.impact), recommendation: textOf(texts.recommendation) },
        // A person or an agent wrote it, not the floor.
        ...{ file, line, source: "model" },
      })),
      strengths: this.#strengths.flatMap((lines) => textOf(lines) ?? []),
      summary: textOf(this.#summary),
      unparsed: unparsed.map((lines) => lines.join("\n")),
    };
  }

  #takeLine(line: Line): void {
    switch (line.kind) {
      case "blank":
        return;
      case "rule":
        return this.#close();
      case "heading":
        return this.#takeHeading(line.level, line.title);
      case "header":
        return this.#takeHeader(line.level, line.header);
      case "label":
        return this.#takeLabel(line.label);
      case "bullet":
        return this.#takeBullet(line.mark, line.text);
      case "text":
        return this.#takeText(line.text);
      case "fence":
        // Nothing closes it: it is a line like others.
        return this.#takeText(this.#body);
    }
  }

  #takeHeading(level: number, title: string): void {
    this.#close(level);
    this.#section = sectionOf(title);
    if (this.#section === null && title !== "") this.#keep();
  }

  #takeHeader(level: number, { severity, category, rest, isUnknown }: Header): void {
    this.#close(level);
    this.#section = "issues";
    if (isUnknown) {
      // What follows belongs to something that is not understood, and to nothing further up.
      this.#severity = this.#category = null;
      return this.#keep();
    }
    const by = { text: this.#body, at: this.#at, isUsed: false };
    if (severity !== null) this.#severity = { value: severity, level, by };
    if (category !== null) this.#category = { value: category, level, by };
    if (rest === "") this.#kept.push(by);
    else if (!this.#begin(rest, level < BOLD_LEVEL ? "title" : "text")) this.#keep();
  }

  #takeLabel({ name, value }: Label): void {
    if (name === "summary") {
      this.#close();
      this.#section = "summary";
      this.#open = this.#summary;
      return this.#continue(value);
    }
    const issue = this.#issue;
    this.#open = null;
    if (issue === null || name === null) return this.#keep();
    if (name === "source") return /^(?:floor|model)$/.test(value) ? undefined : this.#keep();
    if (name === "location") {
      const place = issue.file === null && issue.line === null ? readPlace(value) : null;
      if (place !== null) ({ file: issue.file, line: issue.line } = place);
      return place?.isWhole ? undefined : this.#keep();
    }
    if (issue.texts[name] !== null) return this.#keep();
    this.#goOnWith(issue.texts[name] = []);
    this.#continue(value);
  }

  #takeBullet(mark: "bad" | "good" | null, text: string): void {
    if (text === "" && mark === null) return;
    const isNested = this.#open !== null && this.#indent >= this.#openIndent + 2 && mark === null;
    if (isNested) return this.#continue(this.#body);
    if (this.#section === "strengths") return this.#praise(text);
    if (this.#section === "summary") return this.#takeText(this.#body);
    if (mark === "good") return this.#stray();
    if (mark === null && this.#goesOn()) return this.#continue(this.#body);
    if (mark === null && this.#isAstray) return this.#keep();
    if (text === "") return this.#close();
    if (this.#explain(text)) return;
    if (this.#begin(text, mark === "bad" ? "marked" : "bullet")) return;
    const header = readHeader(text, false);
    const isWhole = header?.severity && header.category && header.rest !== "";
    if (isWhole) this.#takeHeader(BULLET_LEVEL, header);
    else this.#stray();
  }

  /** The first bullet under a title is about the same finding. */
  #explain(text: string): boolean {
    const issue = this.#issue;
    if (issue?.begun !== "title") return false;
    if (this.#open !== issue.texts.description || this.#open?.length !== 1) return false;
    issue.begun = "marked";
    this.#open.push(text);
    this.#openIndent = this.#indent;
    return true;
  }

  /** Whether a plain bullet is a part of the text that is open, and no finding of its own. */
  #goesOn(): boolean {
    const issue = this.#issue;
    if (issue === null || this.#open === null) return false;
    if (issue.begun === "text" || issue.begun === "title") return true;
    return this.#open !== issue.texts.description &&
      (issue.begun === "marked" || this.#open.length === 0);
  }

  #takeText(text: string): void {
    if (this.#section === "summary") this.#open = this.#summary;
    const isApart = this.#afterBlank && this.#indent < 2 && this.#section !== "summary";
    if (this.#open !== null && (!isApart || this.#open.length === 0)) return this.#continue(text);
    if (this.#section === "strengths") return this.#praise(text);
    if (this.#issue === null && !this.#isAstray && this.#begin(text, "text")) return;
    this.#stray();
  }

  #praise(text: string): void {
    this.#goOnWith([text]);
    this.#strengths.push(this.#open ?? []);
  }

  /** Begins a finding, if severity and category are known. */
  #begin(text: string, begun: Draft["begun"]): boolean {
    const [severity, category] = [this.#severity, this.#category];
    if (severity === null || category === null || this.#section !== "issues") return false;
    if (text.trim() === "") return false;
    severity.by.isUsed = category.by.isUsed = true;
    const description = [text];
    this.#issue = {
      ...{ severity: severity.value, category: category.value, file: null, line: null, begun },
      texts: { description, impact: null, recommendation: null },
    };
    this.#issues.push(this.#issue);
    this.#goOnWith(description);
    this.#isAstray = false;
    return true;
  }

  #goOnWith(text: string[]): void {
    this.#open = text;
    this.#openIndent = this.#indent;
  }

  #continue(text: string, isCode = false): void {
    if (this.#open === null || text === "" && this.#open.length === 0 && !isCode) return;
    if (this.#afterBlank && this.#open.length > 0) this.#open.push("");
    this.#open.push(text);
    this.#afterBlank = false;
  }

  /** Nothing goes on after this; and what headers said that were not higher is forgotten. */
  #close(level = Infinity): void {
    this.#issue = this.#open = null;
    this.#isAstray = false;
    if ((this.#severity?.level ?? 0) >= level) this.#severity = null;
    if ((this.#category?.level ?? 0) >= level) this.#category = null;
  }

  #stray(): void {
    this.#open = null;
    this.#isAstray = true;
    this.#keep();
  }

  #keep(): void {
    this.#kept.push({ text: this.#body, at: this.#at, isUsed: false });
  }
}

/** The text of some lines; null if there is nothing in them. */
function textOf(lines: readonly string[] | null): string | null {
  return (lines ?? []).join("\n").trim() || null;
}

/** How far a line is moved in; a tab counts as much as two spaces at least. */
function indentOf(raw: string): number {
  const space = /^[ \t]{0,100}/.exec(raw)?.[0] ?? "";
  return space.length + 3 * (space.split("\t").length - 1);
}
