/** Outside text on its way into a message, a prompt or a page: bounded, and nothing unseen in it. */

/** The longest piece of outside text that is repeated in a message, in UTF-16 units. */
const MAX_QUOTED = 60;

/** Control and format characters, lone surrogates, line separators: nobody sees them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The text in one line, with characters that cannot be seen written as `\u{N}`; tabs stay. */
export function plainLine(text: string): string {
  return text.replace(
    UNSEEN,
    (char) => char === "\t" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/** The text, or its beginning and a mark where it is longer than so many UTF-16 units. */
export function shortened(text: string, most: number = MAX_QUOTED): string {
  return plainLine(text.length > most ? `${text.slice(0, most)}…` : text);
}

/** A value for a message. What is nested is only named: writing it out would recurse as deeply. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${shortened(value)}"`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
