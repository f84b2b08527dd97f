/**
 * The short way to sort a sample with few different confidences, as people and models state them.
 *
 * Numbers the different values as they come (a small hash table on their bits), sorts the values
 * alone, and puts every row in its place: two looks at the rows, whatever their number. Stable.
 * Gives up with null at the first value too many, which for continuous data is soon.
 *
 * @module
 */

/** The most different values that are worth it. */
const LIMIT = 1024;
/** Slots of the table, at most a quarter of them taken. */
const SLOT_BITS = 12;

/** The different values in order, with the rows of each. */
export interface GroupedRows {
  /** The different values, ascending, with 0 in place of -0. */
  readonly values: Float64Array;
  /** Per value, its rows. */
  readonly counts: Uint32Array;
  /** Per value, how many of its rows have the label 1. */
  readonly hits: Uint32Array;
  /** All labels by ascending value, ties in the order of the input. */
  readonly labels: Uint8Array;
}

/** Groups finite keys and their labels of 0 and 1; null if there are too many different keys. */
export function groupFewValues(keys: Float64Array, labels: Uint8Array): GroupedRows | null {
  const n = keys.length;
  const ids = new Uint16Array(n);
  const found = numberValues(keys, ids);
  if (found === null) return null;
  const order = Array.from(found.keys()).sort((a, b) => found[a]! - found[b]!);
  const place = new Uint16Array(found.length);
  for (const [position, id] of order.entries()) place[id] = position;
  const counts = new Uint32Array(found.length);
  for (let i = 0; i < n; i++) counts[place[ids[i]!]!]!++;
  const next = new Uint32Array(found.length);
  for (let group = 1; group < counts.length; group++) {
    next[group] = next[group - 1]! + counts[group - 1]!;
  }
  const hits = new Uint32Array(found.length);
  const sorted = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const group = place[ids[i]!]!;
    const label = labels[i]!;
    sorted[next[group]!++] = label;
    hits[group]! += label;
  }
  return { values: Float64Array.from(order, (id) => found[id]!), counts, hits, labels: sorted };
}

/** Gives every row the number of its value, in order of appearance; null if there are too many. */
function numberValues(keys: Float64Array, ids: Uint16Array): Float64Array | null {
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  const slots = new Uint16Array(1 << SLOT_BITS);
  const found = new Float64Array(LIMIT);
  let size = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]! + 0;
    // 0 and -0 are equal and must meet in one slot.
    const high = key === 0 ? 0 : words[2 * i + 1]!;
    const mixed = Math.imul(words[2 * i]! ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    let slot = mixed >>> (32 - SLOT_BITS);
    while (slots[slot] !== 0 && found[slots[slot]! - 1] !== key) {
      slot = (slot + 1) & (slots.length - 1);
    }
    if (slots[slot] === 0) {
      if (size === LIMIT) return null;
      found[size] = key;
      slots[slot] = ++size;
    }
    ids[i] = slots[slot]! - 1;
  }
  return found.slice(0, size);
}
