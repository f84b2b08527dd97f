/** Lines of bytes that arrive in pieces. */

/** Calls back for every line, without its end; of a line that is longer than `most`, its start. */
export class LineSplitter {
  readonly #most: number;
  readonly #onLine: (start: Uint8Array, length: number) => void;
  #pieces: Uint8Array[] = [];
  #kept = 0;
  #length = 0;

  constructor(most: number, onLine: (start: Uint8Array, length: number) => void) {
    this.#most = most;
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
      this.#take(chunk.subarray(at, end));
      this.#flush();
      at = end + 1;
    }
    // A line that goes on is copied: its piece would keep the whole chunk alive.
    if (at < chunk.length) this.#take(chunk.slice(at, at + this.#most), chunk.length - at);
  }

  /** What stands behind the last line's end is a line too. */
  end(): void {
    if (this.#length > 0) this.#flush();
  }

  #take(piece: Uint8Array, length = piece.length): void {
    this.#length += length;
    const room = this.#most - this.#kept;
    if (room <= 0 || piece.length === 0) return;
    const start = piece.subarray(0, room);
    this.#pieces.push(start);
    this.#kept += start.length;
  }

  #flush(): void {
    this.#onLine(joined(this.#pieces, this.#kept), this.#length);
    this.#pieces = [];
    this.#kept = 0;
    this.#length = 0;
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
