/** What a hook writes to its two logs; the session never sees it. */

import type { Store } from "./store.ts";

/** Lines collected during a run and written once, at its end. */
export class Notes {
  readonly #debug: boolean;
  readonly #steps: string[] = [];
  readonly #errors: string[] = [];

  constructor(debug: boolean) {
    this.#debug = debug;
  }

  /** A step, for `debug.log` only. */
  step(line: string): void {
    if (this.#debug) this.#steps.push(line);
  }

  /** Something that went wrong. */
  error(line: string): void {
    this.#errors.push(line);
    this.step(`error: ${line}`);
  }

  /** What went wrong so far. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Writes what was collected. Each line is one line, and scrubbed of secrets. */
  async write(store: Store, session: string, timestamp: string): Promise<void> {
    if (this.#errors.length === 0 && this.#steps.length === 0) return;
    const { scrubPatterns } = await import("../scrub/patterns.ts");
    const render = (line: string): string =>
      `${timestamp} ${session} ${scrubPatterns(line).replaceAll(/\p{Cc}+/gu, " ")}`;
    if (this.#errors.length > 0) store.log("errors.log", this.#errors.map(render));
    if (this.#steps.length > 0) store.log("debug.log", this.#steps.map(render));
  }
}

/** What an error says, in one piece. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
