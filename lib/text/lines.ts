/** Cuts bytes that come in pieces of any size into lines. */

const LINE_FEED = 0x0a;

/**
 * Hands on each line without its line feed; of one that is longer than `most`, its start. A line is
 * only valid until the next call.
 */
export class LineCutter {
  readonly #most: number;
  readonly #onLine: (start: Uint8Array, length: number) => void;
  #pieces: Uint8Array[] = [];
  #kept = 0;
  #length = 0;

  /** @param onLine Told how long the whole line is: more than the start has, where it is cut. */
  constructor(most: number, onLine: (start: Uint8Array, length: number) => void) {
    this.#most = most;
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end; (end = bytes.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      this.#take(bytes.subarray(start, end));
      this.#endLine();
    }
    if (start === bytes.length) return;
    // Copied, since the same buffer is filled again, and a piece would keep the whole of it alive.
    this.#take(bytes.slice(start, start + this.#most), bytes.length - start);
  }

  /** What follows the last line feed is a line too: it may be whole. */
  finish(): void {
    if (this.#length > 0) this.#endLine();
  }

  #take(piece: Uint8Array, length = piece.length): void {
    this.#length += length;
    const start = piece.subarray(0, this.#most - this.#kept);
    if (start.length === 0) return;
    this.#pieces.push(start);
    this.#kept += start.length;
  }

  #endLine(): void {
    const pieces = this.#pieces;
    const line = pieces.length === 1 ? pieces[0]! : joined(pieces, this.#kept);
    const length = this.#length;
    this.#pieces = [];
    this.#kept = this.#length = 0;
    this.#onLine(line, length);
  }
}

/** The pieces, `length` bytes together, in one. */
export function joined(
  pieces: readonly Uint8Array[],
  length: number,
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
