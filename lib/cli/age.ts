/** Ages as people write them: `12h`, `90d`, `8w`. */

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };

/** An age in milliseconds; null where the text is none. */
export function parseAge(text: string): number | null {
  const [, number, unit] = /^([1-9]\d{0,5})([hdw])$/.exec(text) ?? [];
  if (number === undefined || unit === undefined) return null;
  return Number(number) * HOURS[unit]! * 3_600_000;
}
