/**
 * A stable sort of doubles that carries a byte along with each.
 *
 * Least significant digit first, on the bit patterns of the doubles: three digits of the low word,
 * then three of the high one. A digit that is the same everywhere costs no pass. Linear time.
 * Expects finite numbers and a little-endian machine, as all of today are.
 *
 * @module
 */

/** The digits of a word: where each begins, and its bits. */
const DIGITS = [[0, 2047], [11, 2047], [22, 1023]] as const;
const RADIX = 2048;

/** Keys in ascending order, each with its label. */
export interface SortedPairs {
  /** The keys, ascending, with 0 in place of -0. */
  readonly keys: Float64Array;
  /** The label of each key. */
  readonly labels: Uint8Array;
}

/** Sorts copies of the two arrays by key; equal keys keep their order. */
export function radixSort(keys: Float64Array, labels: Uint8Array): SortedPairs {
  const n = keys.length;
  let from = new Float64Array(n);
  let fromLabels = labels.slice();
  // 0 and -0 are equal doubles with different bits: adding 0 makes them one.
  for (let i = 0; i < n; i++) from[i] = keys[i]! + 0;
  let to = new Float64Array(n);
  let toLabels = new Uint8Array(n);
  const tallies = tally(new Uint32Array(from.buffer));
  for (let pass = 0; pass < tallies.length; pass++) {
    const places = tallies[pass]!;
    if (places.includes(n)) continue;
    for (let value = 0, start = 0; value < RADIX; value++) {
      const count = places[value]!;
      places[value] = start;
      start += count;
    }
    const word = pass < DIGITS.length ? 0 : 1;
    const [shift, mask] = DIGITS[pass % DIGITS.length]!;
    const words = new Uint32Array(from.buffer);
    for (let i = 0; i < n; i++) {
      const bits = words[2 * i + word]! ^ flip(words[2 * i + 1]!, word);
      const place = places[(bits >>> shift) & mask]!++;
      to[place] = from[i]!;
      toLabels[place] = fromLabels[i]!;
    }
    [from, to] = [to, from];
    [fromLabels, toLabels] = [toLabels, fromLabels];
  }
  return { keys: from, labels: fromLabels };
}

/** What makes bits order as their doubles do: all of them turn if negative, else the sign alone. */
function flip(high: number, word: number): number {
  return (high >> 31) | (word << 31);
}

/** How often each value of each digit occurs, in one look at the keys. */
function tally(words: Uint32Array): Uint32Array[] {
  const all = Array.from({ length: 6 }, () => new Uint32Array(RADIX));
  const [a, b, c, d, e, f] = all as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]! ^ flip(words[i + 1]!, 0);
    const high = words[i + 1]! ^ flip(words[i + 1]!, 1);
    a[low & 2047]!++;
    b[(low >>> 11) & 2047]!++;
    c[low >>> 22]!++;
    d[high & 2047]!++;
    e[(high >>> 11) & 2047]!++;
    f[high >>> 22]!++;
  }
  return all;
}
