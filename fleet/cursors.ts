/** The cursors of all folders, and when they are written. */

import type { Cursor } from "./cursor.ts";

/** What was noted is written so many milliseconds after the last, where nothing else comes. */
const SOON = 300;

/** Keeps them. A disk that is full now may have room later; what is forgotten is brought twice, not lost. */
export class Cursors {
  readonly #cursors = new Set<Cursor>();
  readonly #say: (message: string) => void;
  #soon: ReturnType<typeof setTimeout> | undefined;
  /** Whether not all of it could be written the last time. */
  unwritable = false;

  constructor(say: (message: string) => void) {
    this.#say = say;
  }

  add(cursor: Cursor): void {
    this.#cursors.add(cursor);
  }

  delete(cursor: Cursor): void {
    this.#cursors.delete(cursor);
  }

  /** Writes them now. */
  write(): void {
    clearTimeout(this.#soon);
    let trouble: string | null = null;
    for (const cursor of this.#cursors) {
      try {
        cursor.write();
      } catch (error) {
        trouble = (error as Error).message;
      }
    }
    if (trouble !== null && !this.unwritable) {
      this.#say(`Cannot write down what was acknowledged: ${trouble}; going on`);
    }
    this.unwritable = trouble !== null;
  }

  /** Writes them soon: where record after record comes by itself, each must not cost a whole cursor. */
  writeSoon(): void {
    if ([...this.#cursors].some(({ isDue }) => isDue)) return this.write();
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.write(), SOON);
  }
}
