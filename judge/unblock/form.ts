/**
 * The form in which the protocol's texts are written, read in one place: a name and a colon at the
 * beginning of a line, with the value behind it, or below it as items that begin with a dash; tags
 * that stand alone on their line; blocks of code between fences.
 *
 *     status: blocked
 *     what_was_tried:
 *     - one thing
 *     - another, which goes on
 *       in the next line
 *
 * Whether the fields of a form are there and filled in is told here too. Every line is looked at a
 * bounded number of times: the cost is linear in the text, whatever is in it.
 */

import type { ExtraField } from "../../schema/types.ts";
import { oneLine } from "../../lib/text/text.ts";
import {
  type At,
  ESCALATION_FIELDS,
  fault,
  type FaultCode,
  type FieldRule,
  MAY_BE_NONE,
  PLACEHOLDERS,
  quote,
  REPORT_FIELDS,
  RETRY_FIELDS,
  type Violation,
} from "./protocol.ts";

/** A line of a text, with its number from 1. */
export interface Line {
  readonly text: string;
  readonly number: number;
  /** @default {"said"} */
  readonly kind?: Kind;
}

/** A field as it was written. */
export interface Field {
  readonly name: string;
  /** The line that names it. */
  readonly line: number;
  /** What stands behind the colon, and in lines below it that are no items. */
  readonly text: string;
  readonly items: readonly string[];
  /** Its lines as they stand, the one that names it first. */
  readonly lines: readonly Line[];
}

/** The lines of a text. */
export function linesOf(text: string): Line[] {
  return text.split(/\r\n|\n|\r/).map((line, at) => ({ text: line, number: at + 1 }));
}

/** How many characters lines have, with their ends. */
export function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0);
}

/** `status: blocked`, `**status:** blocked`, `` `status`: blocked `` or `## status`. */
const NAME =
  /^(#{1,6}[ \t]{1,4})?[*`]{0,3}([a-z][a-z0-9_]{0,60})(?:[*`]{0,3}(:)[*`]{0,3}|[*`]{0,3})(?=\s|$)/;

/** The name of the field that a line begins, with what stands behind it; null where it begins none. */
export function nameIn(line: string): { readonly name: string; readonly rest: string } | null {
  const text = line.trim();
  const [all, heading, name, colon] = NAME.exec(text.slice(0, 100)) ?? [];
  if (all === undefined || name === undefined || (heading ?? colon) === undefined) return null;
  return { name, rest: text.slice(all.length).trim() };
}

/** What is gathered of a field. */
interface Draft {
  readonly texts: string[];
  readonly items: string[][];
  readonly lines: Line[];
}

const ITEM = /^[-*][ \t]+/;

/**
 * The fields in some lines, and the lines before the first that belong to none. What is indented
 * more than the first field goes on with the line above, whatever it looks like, and so does code:
 * `error: …` in the output of a command is no field.
 *
 * @param isField Whether a name begins a field, behind the field of another name.
 */
export function fieldsIn(
  lines: readonly Line[],
  isField: (name: string, behind: string | null) => boolean = () => true,
): { readonly fields: readonly Field[]; readonly loose: readonly Line[] } {
  const drafts: (Pick<Field, "name" | "line"> & Draft)[] = [];
  const loose: Line[] = [];
  let margin: number | null = null;
  for (const line of lines) {
    const isSaid = (line.kind ?? "said") === "said";
    const text = line.text.trim();
    const indent = line.text.length - line.text.trimStart().length;
    const named = isSaid && (margin === null || indent <= margin) ? nameIn(text) : null;
    const draft = drafts.at(-1);
    if (named !== null && isField(named.name, draft?.name ?? null)) {
      margin ??= indent;
      const texts = named.rest === "" ? [] : [named.rest];
      drafts.push({ name: named.name, line: line.number, texts, items: [], lines: [line] });
      continue;
    }
    draft?.lines.push(line);
    if (text === "" || !isSaid) continue;
    if (draft === undefined) loose.push({ ...line, text });
    else if (ITEM.test(text) || text === "-") draft.items.push([text.replace(/^[-*]\s*/, "")]);
    else (draft.items.at(-1) ?? draft.texts).push(text);
  }
  const fields = drafts.map(({ texts, items, ...field }) => ({
    ...field,
    text: texts.join(" "),
    items: items.map((parts) => parts.join(" ").trim()),
  }));
  return { fields, loose };
}

/** What a line is: said, code between fences, or such a fence. */
type Kind = "said" | "code" | "fence";

const FENCE = /^\s{0,12}(`{3,}|~{3,})([^`]{0,80})$/;

/** Whether a line opens or closes a block of code. */
export function isFence({ text }: Line): boolean {
  return FENCE.test(text.slice(0, 120));
}

/**
 * Tells code from what is said. A fence in front of a line that `isSaid` is put around what is said,
 * and not around code.
 */
export function withKinds(lines: readonly Line[], isSaid: (text: string) => boolean): Line[] {
  let code: string | null = null;
  let around: string | null = null;
  return lines.map((line, at): Line => {
    const [, mark, info = ""] = FENCE.exec(line.text.slice(0, 120)) ?? [];
    const closes = (open: string | null) =>
      open !== null && info.trim() === "" && mark?.startsWith(open) === true;
    if (code !== null) {
      if (!closes(code)) return { ...line, kind: "code" };
      code = null;
    } else if (mark === undefined) return { ...line, kind: "said" };
    else if (closes(around)) around = null;
    else {
      const next = lines.slice(at + 1, at + 4).find(({ text }) => text.trim() !== "");
      if (next !== undefined && isSaid(next.text)) around = mark;
      else code = mark;
    }
    return { ...line, kind: "fence" };
  });
}

/** What a form demands. */
interface FormRule {
  readonly fields: readonly FieldRule[];
  /** Before a field's name in `where`. */
  readonly prefix?: string;
  /** The line that the form begins with, for what is missing. */
  readonly line: number | null;
  /** What a list without an item is called. */
  readonly emptyList: FaultCode;
  readonly most: { readonly items: number; readonly characters: number };
}

/** What a form says. A field that is missing, or says nothing, has no values. */
interface ReadForm {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The fields that the form does not have. */
  readonly extra: ExtraField[];
  readonly violations: Violation[];
  /** What is worth knowing and no fault. */
  readonly notes: Violation[];
}

/** Reads a form's fields, and says which are missing, repeated, empty, unfilled or too large. */
export function readForm(written: readonly Field[], form: FormRule): ReadForm {
  const { prefix = "", most } = form;
  const values = new Map<string, readonly string[]>();
  const extra: ExtraField[] = [];
  const violations: Violation[] = [];
  const notes: Violation[] = [];
  for (const { name, kind, what } of form.fields) {
    const own = written.filter((field) => field.name === name);
    const [field, again] = own;
    const where = `${prefix}${name}`;
    if (field === undefined) {
      const message = `Field "${where}" is missing: expected a line "${name}:" and its ${kind}`;
      violations.push(fault("missing_field", message, { where, line: form.line }));
      continue;
    }
    if (again !== undefined) {
      const message = `Field "${where}" is there ${own.length} times: expected it once`;
      violations.push(fault("repeated_field", message, { where, line: again.line }));
    }
    const all = valuesOf(field, kind);
    const items = all.filter(saysSomething);
    const unfilled = all.find(isUnfilled);
    const at: At = { where, line: field.line };
    const long = items.find((value) => value.length > most.characters);
    if (unfilled !== undefined) {
      const message = `${quote(unfilled)} is text of the form: expected what it stands for`;
      violations.push(fault("unfilled_template", message, at));
    } else if (!items.some((value) => MAY_BE_NONE.has(name) || !isNone(value))) {
      const code = kind === "list" ? form.emptyList : "empty_field";
      violations.push(fault(code, `Field "${where}" says nothing: expected ${what}`, at));
    } else if (long !== undefined) {
      const message = `${quote(long)} is too long: expected at most ${most.characters} characters`;
      violations.push(fault("too_large", message, at));
    } else if (items.length > most.items) {
      const message = `Field "${where}" has ${items.length} items: expected at most ${most.items}`;
      violations.push(fault("too_large", message, at));
    }
    const isBounded = items.length <= most.items && long === undefined;
    if (items.length > 0 && isBounded) values.set(name, items);
  }
  for (const field of written) {
    if (form.fields.some(({ name }) => name === field.name)) continue;
    const where = `${prefix}${field.name}`;
    const message = `Field ${quote(where)} is not one of the form: kept as it is`;
    notes.push(fault("unknown_field", message, { where, line: field.line }));
    const values = valuesOf(field, "list").slice(0, most.items)
      .map((value) => value.slice(0, most.characters));
    extra.push({ name: field.name, values });
  }
  return { values, extra, violations, notes };
}

/** Format characters: put inside of a word, they would hide it from every rule. */
const JOINS = /\p{Cf}/gu;

/** A text as a value has it: in one line, with nothing unseen. */
export function valueLine(text: string): string {
  return oneLine(text.replace(JOINS, ""), 4_000);
}

function valuesOf({ text, items }: Field, kind: FieldRule["kind"]): string[] {
  const all = [text, ...items];
  return (kind === "list" ? all : [all.join(" ")]).map(valueLine).filter((value) => value !== "");
}

/** Dashes and dots say nothing. */
export function saysSomething(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value);
}

/** Whether a value is the form's word for nothing. */
function isNone(value: string): boolean {
  return /^(?:none|n\/a)\.?$/i.test(value);
}

const FORM_TEXTS: ReadonlySet<string> = new Set([
  ...PLACEHOLDERS,
  ...[...ESCALATION_FIELDS, ...REPORT_FIELDS, ...RETRY_FIELDS]
    .flatMap(({ what }) => [what as string, ...what.split(", ")])
    .map((what) => what.toLowerCase()).filter((what) => what.includes(" ")),
]);

/** Whether a value is a text of the form that was not filled in. */
export function isUnfilled(value: string): boolean {
  return FORM_TEXTS.has(value.slice(0, 200).toLowerCase()) ||
    /^(?:<[^<>/][^<>]*>|\.{2,}|…|(?:todo|tbd|fixme)[.!:…]?)$/i.test(value);
}

/** Two texts are equal where only case, spaces and a full stop tell them apart. */
export function canonical(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().toLowerCase();
  return line.endsWith(".") ? line.slice(0, -1) : line;
}

/** The first item that equals one of the others. */
export function sameIn(items: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others.map(canonical));
  return items.find((item) => known.has(canonical(item)));
}

/** A word of a table as people write it: `test harness (the mock)` is `test_harness`. */
export function tableWord(value: string): string {
  return value.slice(0, 300).toLowerCase().split("(")[0]!.replace(/[`"'*]/g, "").trim().replace(
    /\.$/,
    "",
  )
    .replace(/[ -]+/g, "_");
}
