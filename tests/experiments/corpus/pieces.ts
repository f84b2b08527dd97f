/** A source of bytes for tests. */

import type { ByteSource } from "../../../experiments/corpus/lines.ts";

/** A source that hands out so many bytes at a time, the sizes taken in turns. */
export function pieces(bytes: Uint8Array, sizes: readonly number[] = [1 << 16]): ByteSource {
  let at = 0;
  let turn = 0;
  return {
    readSync(into) {
      if (at === bytes.length) return null;
      const size = Math.min(sizes[turn++ % sizes.length]!, into.length, bytes.length - at);
      into.set(bytes.subarray(at, at + size));
      at += size;
      return size;
    },
  };
}
