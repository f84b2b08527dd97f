/**
 * Which records were seen already, by their content. The engine drops what it is sent twice within
 * minutes; what was published again later is for readers to drop.
 */

import { contentHash } from "./subject.ts";

/** So much of a hash tells records apart. */
const PRINT = 32;

/** Remembers a small part of everything. */
export class SeenRecords {
  /** By the first digit of their hash: a single set holds no more than 16 million. */
  readonly #prints = Array.from({ length: 16 }, () => new Set<string>());

  /** Whether these bytes come for the first time. */
  isNew(bytes: Uint8Array): boolean {
    const print = contentHash(bytes).slice(0, PRINT);
    const prints = this.#prints[parseInt(print[0]!, 16)]!;
    const before = prints.size;
    return prints.add(print).size > before;
  }
}
