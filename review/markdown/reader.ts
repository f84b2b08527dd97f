/**
 * Puts the lines of a review together. Every line ends in exactly one place: a finding, a strength,
 * the summary, or what could not be read; only headings and marks that were understood are dropped.
 * A header is understood if it says something about a finding.
 */

import type { ReviewCategory, Severity } from "../../schema/names.ts";
import type { ReviewIssue } from "../../schema/types.ts";
import { type Draft, issueOf, type Text, textOf } from "./draft.ts";
import { type Header, readHeader } from "./header.ts";
import { type Label, readPlace } from "./label.ts";
import { BOLD_LEVEL, BULLET_LEVEL, type Line, readLine } from "./line.ts";
import { sectionOf } from "./sections.ts";

/** What a heading sets, and how deep it stands: it holds until the next heading as high. */
interface HeadingValue<Value> {
  value: Value | null;
  level: number;
  by?: Kept;
}

/** A line that is kept as unread, unless it is a header that some finding makes use of later. */
interface Kept {
  readonly text: string;
  isUsed: boolean;
}

/** Takes lines and gives what they say. */
export class ReviewReader {
  readonly #issues: Draft[] = [];
  readonly #strengths: Text[] = [];
  readonly #summary: Text = [];
  readonly #unparsed: Kept[][] = [];
  #section: "strengths" | "summary" | "issues" | "other" = "other";
  #severity: HeadingValue<Severity> = { value: null, level: 0 };
  #category: HeadingValue<ReviewCategory> = { value: null, level: 0 };
  /** The finding that labels belong to. */
  #issue: Draft | null = null;
  /** The text that goes on with the next line. */
  #open: Text | null = null;
  #openIndent = 0;
  #afterBlank = false;
  /** Whether something came in between, so that a plain bullet is no finding any more. */
  #isAstray = false;
  #lastWasUnparsed = false;

  /** Takes the next line. */
  push(raw: string): void {
    const body = raw.trim();
    const line = readLine(body);
    if (line.kind === "blank") {
      this.#afterBlank = true;
      this.#lastWasUnparsed = false;
      return;
    }
    const before = this.#unparsed.length;
    const grown = this.#unparsed.at(-1)?.length;
    this.#take(line, body, raw);
    this.#lastWasUnparsed = this.#unparsed.length !== before ||
      this.#unparsed.at(-1)?.length !== grown;
    this.#afterBlank = false;
  }

  /** Takes a block of code, with the lines around it: whatever is in it is text. */
  pushCode(lines: readonly string[]): void {
    if (this.#open !== null) {
      if (this.#afterBlank && this.#open.length > 0) this.#open.push("");
      for (const line of lines) this.#open.push(line);
    } else {
      this.#unparsed.push(lines.map((text) => ({ text, isUsed: false })));
    }
    this.#lastWasUnparsed = false;
    this.#afterBlank = false;
  }

  /** What was said. */
  finish(): {
    issues: ReviewIssue[];
    strengths: string[];
    summary: string | null;
    unparsed: string[];
  } {
    return {
      issues: this.#issues.map(issueOf),
      strengths: this.#strengths.flatMap((lines) => textOf(lines) ?? []),
      summary: textOf(this.#summary),
      unparsed: this.#unparsed.flatMap(unusedOf),
    };
  }

  #take(line: Line, body: string, raw: string): void {
    switch (line.kind) {
      case "heading":
        return this.#takeHeading(line.level, line.title, body);
      case "header":
        return this.#takeHeader(line.level, line.header, raw, body);
      case "label":
        return this.#takeLabel(line.label, raw, body);
      case "bullet":
        return this.#takeBullet(line.mark, line.text, raw, body);
      case "text":
        return this.#takeText(line.text, raw, body);
      case "rule":
        return this.#close();
      // A fence that nothing closes is a line like others.
      case "fence":
        return this.#takeText(body, raw, body);
    }
  }

  #takeHeading(level: number, title: string, body: string): void {
    this.#close();
    this.#leave(level);
    const section = sectionOf(title);
    this.#section = section ?? "other";
    if (section === null && title !== "") this.#refuse(body);
  }

  #takeHeader(level: number, header: Header, raw: string, body: string): void {
    const { severity, category, rest, isUnknown } = header;
    this.#close();
    this.#leave(level);
    this.#section = "issues";
    if (isUnknown) {
      // What follows belongs to something that is not understood, and to nothing further up.
      this.#severity = this.#category = { value: null, level };
      return this.#refuse(body);
    }
    const by = { text: body, isUsed: false };
    if (severity !== null) this.#severity = { value: severity, level, by };
    if (category !== null) this.#category = { value: category, level, by };
    const begun = level < BOLD_LEVEL ? "title" : "text";
    if (rest === "") this.#keep(by);
    else if (!this.#begin(rest, begun, indentOf(raw))) this.#refuse(body);
  }

  #takeLabel({ name, value }: Label, raw: string, body: string): void {
    if (name === "summary") {
      this.#close();
      this.#section = "summary";
      this.#open = this.#summary;
      return this.#continue(value);
    }
    const issue = this.#issue;
    this.#open = null;
    if (issue === null || name === null) return this.#refuse(body);
    if (name === "source") return /^(?:floor|model)$/.test(value) ? undefined : this.#refuse(body);
    if (name === "location") {
      const place = issue.file === null && issue.line === null ? readPlace(value) : null;
      if (place !== null) ({ file: issue.file, line: issue.line } = place);
      return place?.isWhole ? undefined : this.#refuse(body);
    }
    if (issue.texts[name] !== null) return this.#refuse(body);
    this.#open = issue.texts[name] = [];
    this.#openIndent = indentOf(raw);
    this.#continue(value);
  }

  #takeBullet(mark: "bad" | "good" | null, text: string, raw: string, body: string): void {
    if (text === "" && mark === null) return;
    const indent = indentOf(raw);
    const isNested = this.#open !== null && indent >= this.#openIndent + 2 && mark === null;
    if (isNested) return this.#continue(body);
    if (this.#section === "strengths") return this.#praise(text, indent);
    if (this.#section === "summary") return this.#takeText(body, raw, body);
    if (mark === "good") return this.#stray(body);
    if (mark === null && this.#goesOn()) return this.#continue(body);
    if (mark === null && this.#isAstray) return this.#refuse(body);
    if (text === "") return this.#close();
    if (this.#explain(text, indent)) return;
    if (this.#begin(text, mark === "bad" ? "marked" : "bullet", indent)) return;
    const header = readHeader(text, false);
    if (header?.severity && header.category && header.rest !== "") {
      return this.#takeHeader(BULLET_LEVEL, header, raw, body);
    }
    this.#stray(body);
  }

  /** The first bullet under a title is about the same finding. */
  #explain(text: string, indent: number): boolean {
    const issue = this.#issue;
    if (issue?.begun !== "title" || this.#open !== issue.description || this.#open.length > 1) {
      return false;
    }
    issue.begun = "marked";
    issue.description.push(text);
    this.#openIndent = indent;
    return true;
  }

  /** Whether a plain bullet is a part of the text that is open, and no finding of its own. */
  #goesOn(): boolean {
    const issue = this.#issue;
    if (issue === null || this.#open === null) return false;
    if (issue.begun === "text" || issue.begun === "title") return true;
    return this.#open !== issue.description &&
      (issue.begun === "marked" || this.#open.length === 0);
  }

  #takeText(text: string, raw: string, body: string): void {
    const isApart = this.#afterBlank && indentOf(raw) < 2;
    if (this.#section === "summary") {
      this.#open = this.#summary;
      return this.#continue(text);
    }
    if (this.#open !== null && (!isApart || this.#open.length === 0)) return this.#continue(text);
    if (this.#section === "strengths") return this.#praise(text, indentOf(raw));
    if (this.#issue === null && !this.#isAstray && this.#begin(text, "text", indentOf(raw))) return;
    this.#stray(body);
  }

  #praise(text: string, indent: number): void {
    this.#open = [text];
    this.#openIndent = indent;
    this.#strengths.push(this.#open);
  }

  /** Begins a finding, if severity and category are known. */
  #begin(text: string, begun: Draft["begun"], indent: number): boolean {
    const [severity, category] = [this.#severity.value, this.#category.value];
    if (severity === null || category === null || this.#section !== "issues") return false;
    if (text.trim() === "") return false;
    const texts = { impact: null, recommendation: null };
    const description = [text];
    for (const { by } of [this.#severity, this.#category]) if (by !== undefined) by.isUsed = true;
    this.#issue = { severity, category, description, texts, file: null, line: null, begun };
    this.#issues.push(this.#issue);
    this.#open = description;
    this.#openIndent = indent;
    this.#isAstray = false;
    return true;
  }

  #continue(text: string): void {
    if (this.#open === null || text === "" && this.#open.length === 0) return;
    if (this.#afterBlank && this.#open.length > 0) this.#open.push("");
    this.#open.push(text);
  }

  /** Nothing goes on after this. */
  #close(): void {
    this.#issue = null;
    this.#open = null;
    this.#isAstray = false;
  }

  /** Forgets what headings said that were not higher than this level. */
  #leave(level: number): void {
    if (this.#severity.level >= level) this.#severity = { value: null, level: 0 };
    if (this.#category.level >= level) this.#category = { value: null, level: 0 };
  }

  #stray(body: string): void {
    this.#open = null;
    this.#isAstray = true;
    this.#refuse(body);
  }

  /** Keeps a line that could not be read, together with those before it. */
  #refuse(body: string): void {
    this.#keep({ text: body, isUsed: false });
  }

  #keep(line: Kept): void {
    const last = this.#unparsed.at(-1);
    if (this.#lastWasUnparsed && last !== undefined) last.push(line);
    else this.#unparsed.push([line]);
  }
}

/** What is left of lines that stood together: one that was used parts those around it. */
function unusedOf(lines: readonly Kept[]): string[] {
  const groups: string[][] = [[]];
  for (const { text, isUsed } of lines) {
    if (isUsed) groups.push([]);
    else groups.at(-1)?.push(text);
  }
  return groups.filter((group) => group.length > 0).map((group) => group.join("\n"));
}

/** How far a line is moved in; a tab counts as much as two spaces at least. */
function indentOf(raw: string): number {
  let indent = 0;
  for (let at = 0; at < raw.length && at < 100; at++) {
    if (raw[at] === " ") indent++;
    else if (raw[at] === "\t") indent += 4;
    else break;
  }
  return indent;
}
