/**
 * The lines of a file or a pipe, in blocks of whole lines, in bounded memory.
 *
 * Promises that every block ends with a line feed (one is added to a last line without it), that a
 * byte order mark at the very start is gone, and that a line is never cut: one that is longer than
 * `MAX_LINE` is skipped and reported. Reads synchronously: waiting for a promise per block costs
 * more than reading it, and so does a call for each line, as lib/text/lines.ts makes.
 *
 * @module
 */

import { UserError } from "../../lib/text/errors.ts";

/** What lines are read from. */
export interface ByteSource {
  /** Fills the front of the array; null at the end. */
  readSync(into: Uint8Array): number | null;
}

/** Who takes the lines. */
export interface LineSink {
  /** Takes whole lines: those in the first `end` bytes, each ended by a line feed. */
  block(bytes: Uint8Array, end: number): void;
  /** Told once for each line that is longer than `MAX_LINE`, in its turn. */
  tooLong(): void;
}

/** The longest line that is looked at, in bytes. A row is a hundred bytes, not millions. */
export const MAX_LINE = 4 * 1024 * 1024;

const BLOCK = 1024 * 1024;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Reads all lines. @param name What an error message calls the source. */
export function readLines(source: ByteSource, name: string, sink: LineSink): void {
  let buffer = new Uint8Array(BLOCK);
  // What is in the buffer: at its front a line that has begun, without any line feed.
  let filled = readStart(source, name, buffer);
  let begun = 0;
  let skipping = false;
  for (;;) {
    let start = 0;
    const fresh = buffer.subarray(begun, filled);
    if (skipping) {
      const end = fresh.indexOf(LINE_FEED);
      start = end < 0 ? filled : begun + end + 1;
      skipping = end < 0;
    }
    const end = begun + fresh.lastIndexOf(LINE_FEED) + 1;
    if (end > begun && end > start) {
      sink.block(start === 0 ? buffer : buffer.subarray(start), end - start);
      start = end;
    }
    buffer.copyWithin(0, start, filled);
    begun = filled - start;
    if (begun >= MAX_LINE) {
      sink.tooLong();
      skipping = true;
      begun = 0;
    } else if (begun === buffer.length - 1) {
      const larger = new Uint8Array(Math.min(2 * buffer.length, MAX_LINE + 1));
      larger.set(buffer);
      buffer = larger;
    }
    const read = readSome(source, name, free(buffer, begun));
    if (read === null) break;
    filled = begun + read;
  }
  if (begun === 0) return;
  buffer[begun] = LINE_FEED;
  sink.block(buffer, begun + 1);
}

/** Where there is room; one byte stays, for the line feed that the last line may lack. */
function free(buffer: Uint8Array, filled: number): Uint8Array {
  return buffer.subarray(filled, buffer.length - 1);
}

/** Reads until a byte order mark would be whole, and takes it away. */
function readStart(source: ByteSource, name: string, buffer: Uint8Array): number {
  let filled = 0;
  while (filled < BYTE_ORDER_MARK.length) {
    const read = readSome(source, name, free(buffer, filled));
    if (read === null) return filled;
    filled += read;
  }
  if (BYTE_ORDER_MARK.some((byte, place) => buffer[place] !== byte)) return filled;
  buffer.copyWithin(0, BYTE_ORDER_MARK.length, filled);
  return filled - BYTE_ORDER_MARK.length;
}

function readSome(source: ByteSource, name: string, into: Uint8Array): number | null {
  try {
    return source.readSync(into);
  } catch (error) {
    throw new UserError(`Cannot read "${name}": ${(error as Error).message}`);
  }
}
