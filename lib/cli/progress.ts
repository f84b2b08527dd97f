/** What a long run needs: a line that says how far it is, and an end in good order. */

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

/** Aborted by the first SIGINT or SIGTERM; the next one ends the process as always. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    const stop = (): void => {
      Deno.removeSignalListener(name, stop);
      controller.abort();
    };
    Deno.addSignalListener(name, stop);
  }
  return controller.signal;
}
