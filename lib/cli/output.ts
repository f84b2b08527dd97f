/** Long results on stdout: written in pieces, and given up quietly when nobody reads on. */

import { writeAll } from "../store/store.ts";

const PIECE = 64 * 1024;

/**
 * Writes lines. Who reads only the first of them (`| head`) is no error.
 *
 * @returns Whether anybody reads on.
 */
export function writeLines(lines: Iterable<string>): boolean {
  const encoder = new TextEncoder();
  let piece = "";
  const flush = (): void => {
    writeAll(Deno.stdout, encoder.encode(piece));
    piece = "";
  };
  try {
    for (const line of lines) {
      piece += `${line}\n`;
      if (piece.length >= PIECE) flush();
    }
    flush();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    return false;
  }
}
