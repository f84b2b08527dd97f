/**
 * A small seeded generator: xoshiro128** 1.1 (Blackman and Vigna), its state filled from the seed by
 * splitmix32. The same seed gives the same numbers on every machine and in every release.
 */

/** A source of numbers that looks random and is not. */
export interface Random {
  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number;
  /** A number in [0, 1), with all 53 bits of a double. */
  unit(): number;
  /** A whole number from 0 to `limit` - 1, each equally likely; `limit` is 1 to 2^32. */
  below(limit: number): number;
}

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/** A generator from a whole number; the seed counts modulo 2^32. */
export function seededRandom(seed: number): Random {
  let counter = seed | 0;
  const splitmix = (): number => {
    counter = (counter + 0x9e3779b9) | 0;
    let word = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return word ^ (word >>> 15);
  };
  return xoshiro128([splitmix(), splitmix(), splitmix(), splitmix()]);
}

/** The generator from its bare state of four words, not all of them zero. */
export function xoshiro128(state: readonly [number, number, number, number]): Random {
  let [a, b, c, d] = state;
  const uint32 = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  const unit = (): number => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53;
  const below = (limit: number): number => {
    // What is left over beyond the last full multiple would favour small numbers: draw again.
    const fair = 2 ** 32 - 2 ** 32 % limit;
    let word = uint32();
    while (word >= fair) word = uint32();
    return word % limit;
  };
  return { uint32, unit, below };
}

/** `size` different whole numbers below `limit`, in random order (Fisher and Yates, cut short). */
export function sampleIndices(random: Random, limit: number, size: number): Uint32Array {
  const all = Uint32Array.from({ length: limit }, (_, index) => index);
  for (let i = 0; i < size; i++) {
    const other = i + random.below(limit - i);
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  return all.slice(0, size);
}
