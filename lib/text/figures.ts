/** Figures as people read them. What is not defined is a dash. */

const NONE = "–";

/** A whole number in groups of three. By hand: loading the locales takes longer than many a run. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");
}

/** A number of things: `1 commit`, `2,000 commits`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A share that was measured, to a tenth of a percent. */
export function percent(share: number | null): string {
  return share === null ? NONE : `${(100 * share).toFixed(1)} %`;
}

/** A share that a person chose, with no more digits than it has. */
export function plainPercent(share: number): string {
  return `${Number((100 * share).toFixed(6))} %`;
}

/** The two ends of an interval of shares. */
export function percentRange(bounds: readonly [number, number] | null): string {
  return bounds === null ? NONE : `${percent(bounds[0])} to ${percent(bounds[1])}`;
}

/** A figure to three decimals. */
export function rounded(value: number | null): string {
  return value === null ? NONE : value.toFixed(3);
}

/** The two ends of an interval of figures. */
export function roundedRange(bounds: readonly [number, number] | null): string {
  return bounds === null ? NONE : `${rounded(bounds[0])} to ${rounded(bounds[1])}`;
}

/** Words as a sentence lists them: `a, b or c`. */
export function listed(words: readonly string[], last: "and" | "or"): string {
  if (words.length < 2) return words.join();
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
