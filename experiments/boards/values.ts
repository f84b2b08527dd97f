/** Looking into values that came from outside, without trusting their shape. */

/** The value if it is a list; otherwise an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a text with something in it. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** An id: a text, or a whole number. */
export function idOf(value: unknown): string | null {
  return Number.isSafeInteger(value) ? String(value) : textOf(value);
}

/** The earliest of these times; null if there is none. */
export function earliest(times: Iterable<number | null>): number | null {
  let first: number | null = null;
  for (const at of times) if (at !== null && (first === null || at < first)) first = at;
  return first;
}

/** Adds to the list under a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
