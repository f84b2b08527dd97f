/** Text for people: nothing from outside may break a line, drive a terminal or reverse what follows. */

/** The text in one line, with characters that cannot be seen written as `\uNNNN`. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
