/**
 * Which records were seen already, by their content. The engine drops what it is sent twice within
 * minutes; what was published again later is for readers to drop.
 */

import { contentHash } from "./subject.ts";

/** So much of a hash tells records apart. */
const HASH_LENGTH = 32;

/** Remembers a small part of everything. */
export class SeenRecords {
  /** By the first digit of their hash: a single set holds no more than 16 million. */
  readonly #hashes = Array.from({ length: 16 }, () => new Set<string>());

  /** Whether these bytes come for the first time. */
  isNew(bytes: Uint8Array): boolean {
    const hash = contentHash(bytes).slice(0, HASH_LENGTH);
    const hashes = this.#hashes[parseInt(hash[0]!, 16)]!;
    const before = hashes.size;
    return hashes.add(hash).size > before;
  }
}
