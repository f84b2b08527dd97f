/**
 * The lines of a file or a pipe, in blocks of whole lines, in bounded memory.
 *
 * Every block ends with a line feed (one is added to a last line without it), a byte order mark at
 * the very start is gone, and a line longer than `MAX_LINE` is skipped and reported. Reads
 * synchronously, a block at a time: a promise per block, and a call per line as lib/text/lines.ts
 * makes, would each cost more than the reading.
 */

import { UserError } from "../../lib/text/errors.ts";

/** What lines are read from. */
export interface ByteSource {
  /** Fills the front of the array; null at the end. */
  readSync(into: Uint8Array): number | null;
}

/** The longest line that is looked at, in bytes. A row is a hundred bytes, not millions. */
export const MAX_LINE = 4 * 1024 * 1024;

const BLOCK = 1024 * 1024;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Blocks of whole lines, each valid until the next; null, in its turn, for a line that is too long.
 *
 * @param name What an error message calls the source.
 */
export function* readBlocks(source: ByteSource, name: string): Generator<Uint8Array | null> {
  let buffer = new Uint8Array(BLOCK);
  let filled = 0;
  let skipping = false;
  let atStart = true;
  for (;;) {
    if (filled === buffer.length - 1) {
      const larger = new Uint8Array(Math.min(2 * buffer.length, MAX_LINE + 1));
      larger.set(buffer);
      buffer = larger;
    }
    // One byte stays free, for the line feed that the last line may lack.
    const read = readSome(source, name, buffer.subarray(filled, buffer.length - 1));
    filled += read ?? 0;
    if (atStart) {
      if (read !== null && filled < BYTE_ORDER_MARK.length) continue;
      atStart = false;
      if (BYTE_ORDER_MARK.every((byte, place) => place < filled && buffer[place] === byte)) {
        buffer.copyWithin(0, BYTE_ORDER_MARK.length, filled);
        filled -= BYTE_ORDER_MARK.length;
      }
    }
    if (read === null) break;
    const end = buffer.subarray(0, filled).lastIndexOf(LINE_FEED) + 1;
    let start = 0;
    if (skipping && end > 0) {
      start = buffer.indexOf(LINE_FEED) + 1;
      skipping = false;
    }
    if (end > start) yield buffer.subarray(start, end);
    buffer.copyWithin(0, end, filled);
    filled -= end;
    if (skipping) filled = 0;
    else if (filled >= MAX_LINE) {
      yield null;
      skipping = true;
      filled = 0;
    }
  }
  if (filled === 0) return;
  if (buffer[filled - 1] !== LINE_FEED) buffer[filled++] = LINE_FEED;
  yield buffer.subarray(0, filled);
}

function readSome(source: ByteSource, name: string, into: Uint8Array): number | null {
  try {
    return source.readSync(into);
  } catch (error) {
    throw new UserError(`Cannot read "${name}": ${(error as Error).message}`);
  }
}
