/**
 * Tells from a line's first bytes that nobody needs it. Most of a transcript is bookkeeping: the
 * client's own requests, snapshots of its prompt, listings of tools. Parsing it would take longer
 * than everything else.
 *
 * Reads only what the client writes (no blanks, plain keys); anything else is "needed", and the
 * parser decides. Only a top-level `type` before any nested value counts, so that no text within a
 * message can pass for one.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const CARRIAGE_RETURN = 0x0d;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;

/** Keys, ids and flags are shorter; nothing is searched for further than this. */
const LONGEST = 200;

/** Lines that can change what is read. */
const NEEDED_TYPES = new Set([
  "user",
  "assistant",
  "system",
  "attachment",
  "permission-mode",
  "queue-operation",
]);

/** Of all attachments only these can hold what a person wrote. */
const NEEDED_ATTACHMENT = "queued_command";

/** Whether a line can be passed over unread. */
export function isUnneeded(line: Uint8Array): boolean {
  // Half a line is the parser's to count.
  const end = line.at(-1) === CARRIAGE_RETURN ? -2 : -1;
  if (line[0] !== OPEN_BRACE || line.at(end) !== CLOSE_BRACE) return false;
  let at = 1;
  while (at < line.length) {
    const keyEnd = stringEnd(line, at);
    if (keyEnd === -1 || line[keyEnd + 1] !== COLON) return false;
    const key = textBetween(line, at + 1, keyEnd);
    const value = keyEnd + 2;
    if (key === "type") return isOther(line, value, (type) => !NEEDED_TYPES.has(type));
    if (line[value] === OPEN_BRACE) {
      // The client writes an attachment before its line's type.
      const inner = '{"type":';
      return key === "attachment" && textBetween(line, value, value + inner.length) === inner &&
        isOther(line, value + inner.length, (type) => type !== NEEDED_ATTACHMENT);
    }
    const valueEnd = scalarEnd(line, value);
    if (valueEnd === -1 || line[valueEnd] !== COMMA) return false;
    at = valueEnd + 1;
  }
  return false;
}

function isOther(line: Uint8Array, at: number, other: (type: string) => boolean): boolean {
  const end = stringEnd(line, at);
  return end !== -1 && other(textBetween(line, at + 1, end));
}

/** Where the string that begins here has its closing quote; -1 if it is none, long or escaped. */
function stringEnd(line: Uint8Array, at: number): number {
  if (line[at] !== QUOTE) return -1;
  const last = Math.min(line.length, at + LONGEST);
  for (let next = at + 1; next < last; next++) {
    if (line[next] === QUOTE) return next;
    if (line[next] === BACKSLASH) return -1;
  }
  return -1;
}

/** Where what follows a string, a number or a word begins; -1 if it cannot be told. */
function scalarEnd(line: Uint8Array, at: number): number {
  if (line[at] === QUOTE) {
    const end = stringEnd(line, at);
    return end === -1 ? -1 : end + 1;
  }
  if (line[at] === OPEN_BRACKET) return -1;
  const end = line.subarray(at, at + LONGEST).indexOf(COMMA);
  return end === -1 ? -1 : at + end;
}

function textBetween(line: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end && at < line.length; at++) text += String.fromCharCode(line[at]!);
  return text;
}
