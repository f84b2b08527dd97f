/**
 * Tells from a line's first bytes that nothing of it is read. Much of a transcript is the client's
 * bookkeeping: its requests, snapshots of its prompt, listings of tools. Parsing that would take
 * longer than everything else.
 *
 * Reads only what the client writes (no blanks, plain keys); anything else is "needed", and the
 * parser decides. Only a top-level `type` before any nested value counts, so that no text within a
 * message can pass for one.
 */

/** Lines that can change what is read. */
const NEEDED_TYPES: ReadonlySet<string | undefined> = new Set([
  ...["user", "assistant", "system", "attachment", "permission-mode", "queue-operation"],
]);

/** Of all attachments only these can hold what a person wrote. */
const NEEDED_ATTACHMENT = "queued_command";

/** Plain keys and values, and then the type; the client writes an attachment before its line's. */
const HEAD =
  /^\{(?:"[^"\\]{0,200}":(?:"[^"\\]{0,200}"|[^"{}[\],\\]{1,40}),)*?(?:"type":"([^"\\]{0,200})"|"attachment":\{"type":"([^"\\]{0,200})")/;

/** The type stands within so many bytes, or the line is parsed. */
const HEAD_BYTES = 1_000;

const CARRIAGE_RETURN = 0x0d;
const CLOSE_BRACE = 0x7d;

const decoder = new TextDecoder("latin1");

/** Whether a line can be passed over unread. */
export function isUnneeded(line: Uint8Array): boolean {
  // Half a line is the parser's to count.
  const end = line.at(-1) === CARRIAGE_RETURN ? -2 : -1;
  if (line.at(end) !== CLOSE_BRACE) return false;
  const [found, type, attachment] = HEAD.exec(decoder.decode(line.subarray(0, HEAD_BYTES))) ?? [];
  if (found === undefined) return false;
  return attachment === undefined ? !NEEDED_TYPES.has(type) : attachment !== NEEDED_ATTACHMENT;
}
