/** One line on a terminal that says how far a long run is; silent elsewhere. */

/** How often the line is renewed, in milliseconds. */
const EVERY = 100;
const CLEAR = "\r\x1b[K";

/** A progress line on stderr. */
export class Progress {
  readonly #shown: boolean = Deno.stderr.isTerminal();
  #last = 0;

  /** Shows a line, unless one was shown just now; call it as often as is convenient. */
  say(line: () => string): void {
    if (!this.#shown) return;
    const now = performance.now();
    if (now - this.#last < EVERY) return;
    this.#last = now;
    this.#write(CLEAR + line());
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#shown && this.#last > 0) this.#write(CLEAR);
  }

  #write(text: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  }
}
