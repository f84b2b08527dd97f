/**
 * Where things stand in a JSON text. The text must be JSON in the strict sense: what a forgiving
 * parser makes of a slip is a guess, and nobody's settings are edited on a guess.
 */

import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** The text is not JSON; the message says where and what was expected. */
export class JsonTextError extends Error {
  override name = "JsonTextError";
}

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
 * @throws {JsonTextError} If the text is not JSON in the strict sense, or nested absurdly deep.
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
  if (first === undefined) throw new JsonTextError(problem);
  const before = text.slice(0, first.offset).split("\n");
  const name = printParseErrorCode(first.error);
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
  throw new JsonTextError(`${place}: expected ${EXPECTED[name] ?? name}`);
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
export function endOf(node: Node): number {
  return node.offset + node.length;
}
