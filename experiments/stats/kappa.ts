/**
 * Cohen's kappa: how far two raters agree beyond what their habits alone would give.
 *
 * Promises a figure in [-1, 1], or null where it says nothing: no items, or both raters gave one and
 * the same answer throughout. Lists of different length are refused.
 *
 * @module
 */

/** The agreement of two raters. */
export interface Agreement {
  /** How many items both rated. */
  n: number;
  /** The share on which they agree; null without items. */
  observed: number | null;
  /** The share on which they would agree by chance, each with their own habits. */
  expected: number | null;
  /** (observed - expected) / (1 - expected) */
  kappa: number | null;
}

/** Compares two raters' labels of the same items, in the same order. */
export function cohenKappa<Label>(
  first: ArrayLike<Label>,
  second: ArrayLike<Label>,
): Agreement {
  const n = first.length;
  if (second.length !== n) {
    throw new RangeError(`Cannot compare "${n}" with "${second.length}" ratings: expected as many`);
  }
  if (n === 0) return { n, observed: null, expected: null, kappa: null };
  const tallies = new Map<Label, [number, number]>();
  const tally = (label: Label): [number, number] => {
    const known = tallies.get(label);
    if (known !== undefined) return known;
    const fresh: [number, number] = [0, 0];
    tallies.set(label, fresh);
    return fresh;
  };
  let agreed = 0;
  for (let i = 0; i < n; i++) {
    const one = first[i]!;
    const two = second[i]!;
    if (Object.is(one, two)) agreed++;
    tally(one)[0]++;
    tally(two)[1]++;
  }
  let products = 0;
  for (const [ones, twos] of tallies.values()) products += ones * twos;
  const observed = agreed / n;
  const expected = products / (n * n);
  // In whole numbers, so that perfect agreement is exactly 1.
  const kappa = products === n * n ? null : (agreed * n - products) / (n * n - products);
  return { n, observed, expected, kappa };
}
