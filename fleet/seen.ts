/**
 * Which records were seen already, by their content. The engine drops what it is sent twice within
 * minutes; what was published again later is for readers to drop.
 */

import { contentHash } from "./subject.ts";

/** So much of a hash tells records apart. */
const PRINT = 32;

/** Remembers a small part of everything. */
export class SeenRecords {
  readonly #prints = new Set<string>();

  /** Whether these bytes come for the first time. */
  isNew(bytes: Uint8Array): boolean {
    const before = this.#prints.size;
    return this.#prints.add(contentHash(bytes).slice(0, PRINT)).size > before;
  }
}
