/**
 * The form in which the protocol's texts are written, read in one place: a name and a colon at the
 * beginning of a line, with the value behind it, or below it as items that begin with a dash; tags
 * that stand alone on their line; blocks of code between fences.
 *
 * Whether the fields of a form are there and filled in is told here too, and what is wrong with an
 * escalation. A payload that breaks rules is returned all the same where it could be read whole:
 * **only one without violations is valid**. Nothing throws, and the cost is linear in the text.
 */

import type { EscalationPayload, ExtraField } from "../../schema/types.ts";
import { oneLine } from "../../lib/text/text.ts";
import {
  attemptMark,
  ESCALATION_FIELDS,
  fault,
  faultIf,
  type FieldRule,
  MAX_ITEM_CHARACTERS,
  MAX_PAYLOAD_CHARACTERS,
  MAX_PAYLOAD_ITEMS,
  OUTPUTS,
  quote,
  REPORT_FIELDS,
  RETRY_FIELDS,
  TERMINAL_ATTEMPT,
  type Violation,
} from "./protocol.ts";

/** A line of a text, with its number from 1. */
export interface Line {
  readonly text: string;
  readonly number: number;
  /** What it is: said, code between fences, or such a fence. @default {"said"} */
  readonly kind?: "said" | "code" | "fence";
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

/** The line that names a field; null where none does. */
export function lineOf(fields: readonly Field[], name: string): number | null {
  return fields.find((field) => field.name === name)?.line ?? null;
}

/** How many characters lines have, with their ends. */
export function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0);
}

/** `status: blocked`, `**status:** blocked`, `` `status`: blocked `` or `## status`. */
const NAME =
  /^(#{1,6}[ \t]{1,4})?[*`]{0,3}([a-z][a-z0-9_]{0,60})(?:[*`]{0,3}(:)[*`]{0,3}|[*`]{0,3})(?=\s|$)/;

/** The name of the field that a line begins, and what stands behind it; null where none does. */
export function nameIn(line: string): { readonly name: string; readonly rest: string } | null {
  const text = line.trim();
  const [all, heading, name, colon] = NAME.exec(text.slice(0, 100)) ?? [];
  if (all === undefined || name === undefined || (heading ?? colon) === undefined) return null;
  return { name, rest: text.slice(all.length).trim() };
}

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
  const drafts: { name: string; texts: string[]; items: string[][]; lines: Line[] }[] = [];
  const loose: Line[] = [];
  let margin: number | null = null;
  for (const line of lines) {
    const isSaid = (line.kind ?? "said") === "said";
    const text = line.text.trim();
    const indent = line.text.length - line.text.trimStart().length;
    const named = isSaid && (margin === null || indent <= margin) ? nameIn(text) : null;
    const last = drafts.at(-1);
    if (named !== null && isField(named.name, last?.name ?? null)) {
      margin ??= indent;
      const texts = named.rest === "" ? [] : [named.rest];
      drafts.push({ name: named.name, texts, items: [], lines: [line] });
      continue;
    }
    last?.lines.push(line);
    if (text === "" || !isSaid) continue;
    if (last === undefined) loose.push({ ...line, text });
    else if (/^[-*][ \t]|^-$/.test(text)) last.items.push([text.replace(/^[-*]\s*/, "")]);
    else (last.items.at(-1) ?? last.texts).push(text);
  }
  const fields = drafts.map(({ name, texts, items, lines }) => ({
    ...{ name, line: lines[0]!.number, text: texts.join(" "), lines },
    items: items.map((parts) => parts.join(" ").trim()),
  }));
  return { fields, loose };
}

const FENCE = /^\s{0,12}(`{3,}|~{3,})([^`]{0,80})$/;

/**
 * Tells code from what is said. A fence in front of a line that `isSaid` is put around what is
 * said, and not around code.
 */
export function withKinds(lines: readonly Line[], isSaid: (text: string) => boolean): Line[] {
  const open: { mark: string; isCode: boolean }[] = [];
  return lines.map((line, at): Line => {
    const [, mark, info = ""] = FENCE.exec(line.text.slice(0, 120)) ?? [];
    const last = open.at(-1);
    const closes = last !== undefined && info.trim() === "" && mark?.startsWith(last.mark);
    if (closes) open.pop();
    else if (last?.isCode) return { ...line, kind: "code" };
    else if (mark === undefined) return { ...line, kind: "said" };
    else {
      const next = lines.slice(at + 1, at + 4).find(({ text }) => text.trim() !== "");
      open.push({ mark, isCode: next === undefined || !isSaid(next.text) });
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
  readonly most: { readonly items: number; readonly characters: number };
  /** Fields that may stand in it besides its own. */
  readonly also?: readonly string[];
}

/** A form as far as it was there. */
export interface ReadForm<Value> {
  /** What its fields say, and those that the form does not have. */
  readonly said: Partial<Value>;
  /** The same; null where something is missing, or cannot be read. */
  readonly whole: Value | null;
  readonly violations: Violation[];
  /** What is worth knowing and no fault. */
  readonly notes: Violation[];
}

/** Reads a form's fields, and says which are missing, repeated, empty, unfilled or too large. */
export function readForm<Value>(written: readonly Field[], form: FormRule): ReadForm<Value> {
  const { fields, prefix = "", most, also = [] } = form;
  const violations: Violation[] = [];
  const add = (...found: Parameters<typeof fault>) => violations.push(fault(...found));
  const read: [name: string, value: unknown][] = [];
  for (const { name, kind, what, mayBeNone, values } of fields) {
    const own = written.filter((field) => field.name === name);
    const [field, again] = own;
    const where = prefix + name;
    if (field === undefined) {
      add("missing_field", [where, form.line], where, name, kind);
      continue;
    }
    const at = [where, field.line] as const;
    if (again !== undefined) add("repeated_field", [where, again.line], where, own.length);
    const all = valuesOf(field, kind);
    const items = all.filter(saysSomething);
    const meant = items.map((value) => values === undefined ? value : values.read(value));
    const isChoice = (value: string) => values?.known !== undefined && value.includes("|");
    const unfilled = all.find((value) => isUnfilled(value) || isChoice(value));
    const long = items.find((value) => value.length > most.characters);
    const isBounded = items.length <= most.items && long === undefined;
    if (unfilled !== undefined) add("unfilled_template", at, unfilled);
    else if (!items.some((value) => mayBeNone || !/^(?:none|n\/a)\.?$/i.test(value))) {
      add("empty_field", at, where, what);
    } else if (long !== undefined) {
      add("too_large", at, quote(long), long.length, "characters", most.characters);
    } else if (!isBounded) {
      add("too_large", at, `Field "${where}"`, items.length, "items", most.items);
    } else if (values !== undefined) {
      const unknown = items.filter((_, index) => meant[index] === null);
      for (const value of unknown) add(values.code, at, value, values.known);
    }
    const isRead = items.length > 0 && isBounded && !meant.includes(null);
    if (isRead) read.push([name, kind === "list" ? meant : meant[0]]);
  }
  const others = written.filter(({ name }) => !fields.some((field) => field.name === name));
  const extra = others.map((field): ExtraField => ({
    name: field.name,
    values: valuesOf(field, "list").slice(0, most.items)
      .map((value) => value.slice(0, most.characters)),
  }));
  const said = Object.fromEntries([...read, ...extra.length === 0 ? [] : [["extra", extra]]]);
  return {
    said,
    whole: read.length === fields.length ? said : null,
    violations,
    notes: others.filter(({ name }) => !also.includes(name)).map(({ name, line }) =>
      fault("unknown_field", [prefix + name, line], prefix + name)
    ),
  };
}

/** A text as a value has it: in one line; what is not seen would hide a word from every rule. */
export function valueLine(text: string): string {
  return oneLine(text.replace(/\p{Cf}/gu, ""), 4_000);
}

function valuesOf({ text, items }: Field, kind: FieldRule["kind"]): string[] {
  const all = [text, ...items];
  return (kind === "list" ? all : [all.join(" ")]).map(valueLine).filter((value) => value !== "");
}

/** Dashes and dots say nothing. */
export function saysSomething(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value);
}

/** What stands in the place of values, in our forms and in the protocol's own terminal payload. */
const FORM_TEXTS: ReadonlySet<string> = new Set([
  ...["reflection rescue summary", "rescue hypotheses already tested"],
  ...["original task reference", "escalation payload received"],
  ...[...ESCALATION_FIELDS, ...REPORT_FIELDS, ...RETRY_FIELDS, ...OUTPUTS]
    .flatMap(({ what }) => [what, ...what.split(", ")])
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

/** The lines that begin and end a payload. */
export const OPENING = "<ESCALATION>";
export const CLOSING = "</ESCALATION>";

/**
 * Reads the payload of a text, or of some of its lines: how many there are, whole or not; what the
 * only one says, or null where it could not be read whole; what is wrong with it; and in `notes`
 * what is no fault: fields that the form does not have.
 */
export function lintEscalation(text: string | readonly Line[]) {
  const lines = typeof text !== "string" ? text : text.includes(OPENING) ? linesOf(text) : [];
  const blocks = blocksIn(lines);
  const [block] = blocks;
  const found = blocks.length;
  const violations = tagFaults(blocks, lines);
  if (violations.length > 0 || block === undefined) {
    return { found, payload: null, violations, notes: [] as Violation[] };
  }
  // Fences do not matter: what is set as code was said all the same.
  const body = block.body.filter(({ text }) => !FENCE.test(text.slice(0, 120)))
    .map(({ text, number }) => ({ text, number }));
  const { fields, loose: [stray] } = fieldsIn(body);
  const most = { items: MAX_PAYLOAD_ITEMS, characters: MAX_ITEM_CHARACTERS };
  const form = { fields: ESCALATION_FIELDS, line: null, most };
  const read = readForm<EscalationPayload & { readonly status: string }>(fields, form);
  const { status = "blocked", attempt = TERMINAL_ATTEMPT, handoff_artifacts } = read.said;
  const at = (name: string) => [name, lineOf(fields, name)] as const;
  violations.push(
    ...faultIf(stray !== undefined, "stray_text", ["payload", stray?.number ?? null], stray?.text),
    ...read.violations,
    ...faultIf(status !== "blocked", "status", at("status"), status),
    ...faultIf(attempt < TERMINAL_ATTEMPT, "attempt_too_early", at("attempt"), attempt),
    ...faultIf(new Set(handoff_artifacts).size === 1, "missing_artifact", at("handoff_artifacts")),
  );
  const isTwice = violations.some(({ code }) => code === "repeated_field");
  if (read.whole === null || isTwice) {
    return { found, payload: null, violations, notes: read.notes };
  }
  const { status: _, ...payload } = read.whole;
  return { found, payload, violations, notes: read.notes };
}

/** Writes a payload, each text in one line, so that {@linkcode lintEscalation} reads the same. */
export function formatEscalation({ extra = [], ...payload }: EscalationPayload): string {
  const own: Readonly<Record<string, string | readonly string[]>> = {
    ...{ ...payload, status: "blocked", attempt: attemptMark(payload.attempt) },
  };
  const fields = [...ESCALATION_FIELDS.map(({ name }) => ({ name, values: own[name]! })), ...extra];
  const written = fields.flatMap(({ name, values }) =>
    typeof values === "string"
      ? [`${name}: ${valueLine(values)}`]
      : [`${name}:`, ...values.map((item) => `- ${valueLine(item)}`)]
  );
  return [OPENING, ...written, CLOSING].join("\n");
}

/** A payload in a text, or what was meant to be one. */
type Block = { readonly line: number; readonly body: Line[]; closed: boolean; hasField: boolean };

/**
 * The payloads of a text, in their order. A tag counts only where it stands alone on its line, and
 * a pair of tags only with a field in it, unless there is nothing better: a text that talks about
 * the form and then uses it has one payload.
 */
function blocksIn(lines: readonly Line[]): Block[] {
  const names = new Set(ESCALATION_FIELDS.map(({ name }) => name));
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const open = last?.closed === false ? last : undefined;
    const tag = line.text.length > 100 ? "" : line.text.trim();
    if (tag === OPENING) {
      // A tag that another one follows before any field was only mentioned.
      if (open?.hasField === false) blocks.pop();
      blocks.push({ line: line.number, body: [], closed: false, hasField: false });
    } else if (open !== undefined && tag === CLOSING) open.closed = true;
    else if (open !== undefined) {
      open.body.push(line);
      open.hasField ||= names.has(nameIn(line.text)?.name ?? "");
    }
  }
  const real = blocks.filter(({ hasField }) => hasField);
  return real.length > 0 ? real : blocks;
}

/** What is wrong with the tags. */
function tagFaults(blocks: readonly Block[], lines: readonly Line[]): Violation[] {
  const mention = lines.length > 0 ? `only a mention of ${OPENING} inside of a line` : "none";
  const most = MAX_PAYLOAD_CHARACTERS;
  const size = ({ body }: Block) => OPENING.length + CLOSING.length + 1 + sizeOf(body);
  const at = (block?: Block) => ["payload", block?.line ?? null] as const;
  const open = blocks.find(({ closed }) => !closed);
  const large = blocks.filter((block) => size(block) > most).slice(0, 1);
  return [
    ...faultIf(blocks.length === 0, "no_payload", at(), mention),
    ...faultIf(open !== undefined, "unclosed", at(open)),
    ...faultIf(blocks.length > 1, "several_payloads", at(blocks[1]), blocks.length),
    ...large.map((block) =>
      fault("too_large", at(block), "The payload", size(block), "characters", most)
    ),
  ];
}
