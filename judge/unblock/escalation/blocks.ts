/**
 * Where in a text its payloads are.
 *
 * A tag counts only where it stands alone on its line, so a mention in a sentence, in inline code,
 * in a quotation or inside of an item is none. A pair of tags, or a tag that nothing closes, counts
 * only with a field in it, unless there is nothing better: a text that talks about the form and then
 * uses it has one payload. Fences do not matter: what is set as code was said all the same.
 *
 * Looks at every character a bounded number of times, whatever stands in the text.
 */

import { MAX_PAYLOAD_CHARACTERS } from "../../../schema/names.ts";
import { ESCALATION_FIELDS, type EscalationField } from "../contract.ts";
import { type NumberedLine, numberedLines, readFields } from "../fields.ts";

/** The line that begins a payload. */
export const OPENING = "<ESCALATION>";

/** The line that ends it. */
export const CLOSING = "</ESCALATION>";

/** A payload in a text, or what was meant to be one. */
export interface Block {
  /** Where the opening tag begins, and where it ends. */
  readonly from: number;
  readonly bodyFrom: number;
  /** Where the closing tag begins, and where it ends; both null where nothing closes it. */
  readonly bodyTo: number | null;
  readonly to: number | null;
  /** Whether another one stands inside of it. */
  readonly nested: boolean;
}

/** More are not looked at, and none of so many is taken for a mention: such a text is refused. */
const MOST_OPENINGS = 1_000;

interface Tag {
  readonly from: number;
  readonly to: number;
  readonly opens: boolean;
}

interface Pair {
  readonly opening: Tag;
  closing: Tag | null;
  /** Where the next tag stands, whichever it is. */
  until: number;
}

const FIELD_NAMES: ReadonlySet<string> = new Set(ESCALATION_FIELDS.map(({ name }) => name));

/** `**status:** blocked` or `` `status`: blocked ``. */
const SET_OFF = /^([ \t]*)(?=[*`])[*`]{0,3}([a-z][a-z_]{0,60})(?::[*`]{0,3}|[*`]{1,3}:)(?=\s|$)/;

/** Lines with the names of an escalation's fields as plain ones, however they are set off. */
export function plainNames(lines: readonly NumberedLine[]): NumberedLine[] {
  return lines.map((line) => {
    const [all, blank = "", name = ""] = SET_OFF.exec(line.text.slice(0, 200)) ?? [];
    if (all === undefined || !isEscalationField(name)) return line;
    return { ...line, text: `${blank}${name}:${line.text.slice(all.length)}` };
  });
}

/** Whether an escalation has such a field. */
export function isEscalationField(name: string): name is EscalationField {
  return FIELD_NAMES.has(name);
}

/** The payloads of a text, in their order. */
export function payloadBlocks(text: string): Block[] {
  const outer: { block: Block; hasField: boolean }[] = [];
  const pairs = pairsOf(text);
  for (const { opening, closing, until } of pairs) {
    const before = outer.at(-1);
    if (before !== undefined && opening.from < (before.block.to ?? 0)) {
      outer[outer.length - 1] = { block: { ...before.block, nested: true }, hasField: true };
      continue;
    }
    const { from, to: bodyFrom } = opening;
    const [bodyTo, to] = [closing?.from ?? null, closing?.to ?? null];
    outer.push({
      block: { from, bodyFrom, bodyTo, to, nested: false },
      hasField: hasField(text, bodyFrom, until),
    });
  }
  const real = outer.filter(({ hasField }) => hasField);
  const areMentionsLeftOut = real.length > 0 && pairs.length < MOST_OPENINGS;
  return (areMentionsLeftOut ? real : outer).map(({ block }) => block);
}

/** Every opening tag, in the order of the text, with what closes it. */
function pairsOf(text: string): Pair[] {
  const pairs: Pair[] = [];
  const open: Pair[] = [];
  let before: Pair | null = null;
  for (const tag of tagsOf(text)) {
    if (before !== null) before.until = tag.from;
    before = null;
    if (tag.opens) {
      if (pairs.length === MOST_OPENINGS) break;
      before = { opening: tag, closing: null, until: text.length };
      pairs.push(before);
      open.push(before);
    } else {
      const pair = open.pop();
      if (pair !== undefined) pair.closing = tag;
    }
  }
  return pairs;
}

function* tagsOf(text: string): Generator<Tag> {
  const name = OPENING.slice(1);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const opens = text[at - 1] === "<";
    if (!opens && !(text[at - 1] === "/" && text[at - 2] === "<")) continue;
    const [from, to] = [at - (opens ? 1 : 2), at + name.length];
    if (isAlone(text, from, to)) yield { from, to, opens };
  }
}

function isAlone(text: string, from: number, to: number): boolean {
  let start = from - 1;
  while (isBlank(text[start])) start--;
  if (!isBreak(text[start])) return false;
  let end = to;
  while (isBlank(text[end])) end++;
  return isBreak(text[end]);
}

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t";
}

function isBreak(char: string | undefined): boolean {
  return char === undefined || char === "\n" || char === "\r";
}

/** Whether a field begins between two places, and not so late that the payload is no bounded one. */
function hasField(text: string, from: number, until: number): boolean {
  const body = text.slice(from, Math.min(until, from + MAX_PAYLOAD_CHARACTERS));
  if (!body.includes(":")) return false;
  return readFields(plainNames(numberedLines(body)), isEscalationField).fields.length > 0;
}
