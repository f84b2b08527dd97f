/** Cuts bytes that come in pieces of any size into lines. */

const LINE_FEED = 0x0a;

/** Hands on each line without its line feed. A line is only valid until the next call. */
export class LineCutter {
  readonly #most: number;
  readonly #onLine: (line: Uint8Array) => void;
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** Within a line that is too long: its first bytes are gone already. */
  #skipping = false;
  /** Lines that were longer than allowed, and were not handed on. */
  tooLong = 0;

  constructor(most: number, onLine: (line: Uint8Array) => void) {
    this.#most = most;
    this.#onLine = onLine;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end; (end = bytes.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      this.#endLine(bytes.subarray(start, end));
    }
    // Copied, since whoever reads a file fills the same buffer again.
    if (start < bytes.length) this.#hold(bytes.slice(start));
  }

  /** What follows the last line feed is a line too: it may be whole. */
  finish(): void {
    this.#endLine(new Uint8Array());
  }

  #hold(piece: Uint8Array): void {
    this.#held += piece.length;
    if (this.#held > this.#most) {
      this.#skipping = true;
      this.#pieces = [];
    }
    if (!this.#skipping) this.#pieces.push(piece);
  }

  #endLine(last: Uint8Array): void {
    const tooLong = this.#skipping || this.#held + last.length > this.#most;
    const pieces = this.#pieces;
    const length = this.#held + last.length;
    this.#pieces = [];
    this.#held = 0;
    this.#skipping = false;
    if (tooLong) this.tooLong++;
    else if (pieces.length === 0) this.#onLine(last);
    else this.#onLine(joined([...pieces, last], length));
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
