/** Which changes were reviewed already, by their hashes: none is read, nor paid for, twice. */

import type { Store } from "../hook/store.ts";

const FILE = "state/reviewed.json";
/** More than enough for every branch that somebody goes back and forth between. */
const MAX_HASHES = 200;

/** The hashes of a folder of records. */
export class Reviewed {
  readonly #store: Store;
  readonly #hashes: string[];

  private constructor(store: Store, hashes: string[]) {
    this.#store = store;
    this.#hashes = hashes;
  }

  /** Reads what is remembered; a broken file is as good as none. */
  static open(store: Store): Reviewed {
    let hashes: unknown = [];
    try {
      hashes = JSON.parse(store.read(FILE) ?? "[]");
    } catch {
      // Begun anew
    }
    const known = Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === "string") : [];
    return new Reviewed(store, known);
  }

  has(hash: string): boolean {
    return this.#hashes.includes(hash);
  }

  add(hash: string): void {
    const hashes = [...this.#hashes, hash].slice(-MAX_HASHES);
    this.#store.write(FILE, JSON.stringify(hashes));
  }
}
