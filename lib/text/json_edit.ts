/**
 * Reading a JSON text, and changing it where it has to change and nowhere else: what a person wrote
 * keeps its order, spacing, number forms and double keys. A parser only says where things stand;
 * every edit is an insertion or a removal in the text, in the manner of the text around it. The text
 * must be JSON in the strict sense: what a forgiving parser makes of a slip is a guess, and a
 * person's settings are not edited on a guess.
 */

import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { UserError } from "./errors.ts";

/** What the parser's findings mean, where the name alone does not say it. */
const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: "a value, or nothing more",
  PropertyNameExpected: "a name in double quotes",
  ValueExpected: "a value",
  ColonExpected: "a colon",
  CommaExpected: "a comma",
  CloseBraceExpected: 'a comma or "}"',
  CloseBracketExpected: 'a comma or "]"',
  EndOfFileExpected: "the end of the file",
  InvalidCommentToken: "JSON without comments",
  UnexpectedEndOfString: "a quote that closes the string",
  UnexpectedEndOfNumber: "more of the number",
  InvalidUnicode: "four hexadecimal digits after \\u",
  InvalidEscapeCharacter: "a known escape",
  InvalidCharacter: "no control character in a string",
};

/**
 * Where everything in a JSON text stands.
 *
 * @throws {UserError} If the text is not JSON in the strict sense, or nested absurdly deep.
 */
export function parseJson(text: string): Node {
  const found: ParseError[] = [];
  let problem: string | undefined;
  try {
    JSON.parse(text); // The one that decides; the other parser forgives more
  } catch (error) {
    problem = (error as Error).message;
  }
  try {
    const tree = parseTree(text, found, { disallowComments: true, allowTrailingComma: false });
    if (problem === undefined && tree !== undefined) return tree;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problem ??= "it is nested too deep";
  }
  const first = found[0];
  if (first === undefined) throw new UserError(problem);
  const before = text.slice(0, first.offset).split("\n");
  const name = printParseErrorCode(first.error);
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
  throw new UserError(`${place}: expected ${EXPECTED[name] ?? name}`);
}

/** The value of a member. Of double keys the last one counts, as for every reader of JSON. */
export function memberOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.findLast((member) => member.children?.[0]?.value === key)?.children?.[1];
}

/** The elements of an array; none where there is no array. */
export function elementsOf(array: Node | undefined): readonly Node[] {
  return array?.type === "array" ? array.children ?? [] : [];
}

/** The text of a value as it stands. */
export function textOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

/** Where a value ends. */
function endOf(node: Node): number {
  return node.offset + node.length;
}

/** Gives a member of an object this value, given as JSON, unless it has it already. */
export function setMember(text: string, object: Node, key: string, json: string): string {
  const present = memberOf(object, key);
  if (present === undefined) return append(text, object, json, key);
  if (JSON.stringify(present.value) === json) return text;
  return text.slice(0, present.offset) + json + text.slice(endOf(present));
}

/** Adds a value, given as JSON, at the end of an array, or with a key at the end of an object. */
export function append(text: string, container: Node, json: string, key?: string): string {
  const manner = mannerOf(text);
  const last = container.children?.at(-1);
  const before = last === undefined ? null : text.slice(container.offset, last.offset);
  const gap = before === null ? null : before.slice(before.trimEnd().length);
  const inLine = gap === null
    ? manner.unit === null || !startsLine(text, container)
    : !gap.includes("\n");
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${inLine ? "" : " "}`;
  if (inLine) {
    const comma = last === undefined ? "" : `,${gap && " "}`;
    const at = last === undefined ? container.offset + 1 : endOf(last);
    return insert(text, at, comma + name + json);
  }
  const unit = manner.unit ?? "  ";
  const outer = indentAt(text, container.offset);
  const indent = gap === null ? outer + unit : gap.slice(gap.lastIndexOf("\n") + 1);
  const lines = `${manner.newline}${indent}${name}${layOut(json, unit, manner.newline + indent)}`;
  if (last !== undefined) return insert(text, endOf(last), `,${lines}`);
  const inside = text.slice(container.offset + 1, endOf(container) - 1);
  const closing = inside.includes("\n") ? "" : manner.newline + outer;
  return insert(text, container.offset + 1, lines + closing);
}

/** Removes an element of an array, or the member that a value belongs to, with its comma. */
export function remove(text: string, node: Node): string {
  const child = node.parent?.type === "property" ? node.parent : node;
  const container = child.parent;
  if (container?.children === undefined) throw new TypeError("Cannot remove the outermost value");
  const index = container.children.indexOf(child);
  const previous = container.children[index - 1];
  const next = container.children[index + 1];
  const from = previous ? endOf(previous) : next ? child.offset : container.offset + 1;
  const to = previous ? endOf(child) : next ? next.offset : endOf(container) - 1;
  return text.slice(0, from) + text.slice(to);
}

/** How a text is laid out: its line ends, and its step of indentation (null: all in one line). */
function mannerOf(text: string): { newline: string; unit: string | null } {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const first = /^\s*[{[](\s*)[^\s}\]]/.exec(text);
  if (first === null) return { newline, unit: "  " };
  const gap = first[1]!;
  return { newline, unit: gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n") + 1) : null };
}

/** JSON over several lines, with any step of indentation: `JSON.stringify` cuts long ones. */
function layOut(json: string, unit: string, newline: string): string {
  if (!/^[{[]/.test(json)) return json; // Numbers and strings have more than one form: keep theirs
  return JSON.stringify(JSON.parse(json), null, "\t").split("\n")
    .map((line) => line.replace(/^\t+/, (tabs) => unit.repeat(tabs.length))).join(newline);
}

/** Whether a value, or the member it belongs to, is the first in its line. */
function startsLine(text: string, node: Node): boolean {
  const { offset } = node.parent?.type === "property" ? node.parent : node;
  return /(?:^|\n)[ \t]*$/.test(text.slice(0, offset));
}

/** What the line of a position is indented with. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))![0];
}

function insert(text: string, offset: number, what: string): string {
  return text.slice(0, offset) + what + text.slice(offset);
}
