/** Cohen's kappa: how far two raters agree beyond what their habits alone would give. */

/** The agreement of two raters. */
export interface Agreement {
  /** How many items both rated. */
  readonly n: number;
  /** From -1 to 1, and 1 if they always agree; null if both gave one and the same answer throughout. */
  readonly kappa: number | null;
}

/** Compares two raters' labels of the same items, in the same order. */
export function cohenKappa<Label>(first: readonly Label[], second: readonly Label[]): Agreement {
  const n = first.length;
  const tallyOf = (labels: readonly Label[]): Map<Label, number> => {
    const tally = new Map<Label, number>();
    for (const label of labels) tally.set(label, (tally.get(label) ?? 0) + 1);
    return tally;
  };
  const seconds = tallyOf(second);
  let byChance = 0;
  for (const [label, times] of tallyOf(first)) byChance += times * (seconds.get(label) ?? 0);
  const agreed = first.filter((label, at) => label === second[at]).length;
  // In whole numbers, so that perfect agreement is exactly 1.
  const kappa = byChance === n * n ? null : (agreed * n - byChance) / (n * n - byChance);
  return { n, kappa };
}
