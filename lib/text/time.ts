/** Dates, ages and durations: as people and programs write them, and as they are shown. */

/** A day, in milliseconds. */
export const DAY = 86_400_000;

const HOUR = 3_600_000;

const AGE_UNITS: Readonly<Record<string, number>> = { h: HOUR, d: DAY, w: 7 * DAY };

/** An age as people write it, `12h`, `90d` or `8w`, in milliseconds; null where the text is none. */
export function parseAge(text: string): number | null {
  const [, number, unit = ""] = /^([1-9]\d{0,5})([hdw])$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * AGE_UNITS[unit]!;
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)()(Z)$/;
const PRINTED =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d{4}) (\d\d):(\d\d):(\d\d) GMT([+-]\d{4})(?: \([^)]{0,60}\))?$/;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/**
 * Milliseconds since 1970, or null for what is no date: a day that is in no calendar is none.
 *
 * Reads ISO 8601 with or without a time, a fraction or an offset (Jira's has no colon), Taskwarrior's
 * `YYYYMMDDTHHMMSSZ`, and what JavaScript's `Date` prints, which Linear has exported. Without an
 * offset a date is taken as UTC, so that a result does not hang on where it was computed.
 */
export function parseDate(text: string): number | null {
  const match = ISO.exec(text) ?? COMPACT.exec(text);
  if (match) return instant(match.slice(1));
  const printed = PRINTED.exec(text);
  if (!printed) return null;
  const [, month = "", day, year, hour, minute, second, offset] = printed;
  const at = MONTHS.indexOf(month);
  if (at % 3 !== 0) return null;
  return instant([year, String(at / 3 + 1), day, hour, minute, second, "", offset]);
}

/** Whether a date names a day without a time. */
export function isWholeDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** A day or a moment as flags take it, with no offset from UTC; null where the text is neither. */
export function parseMoment(text: string): number | null {
  return isWholeDay(text) || /^[-\d]{10}T[\d:.]+Z$/.test(text) ? parseDate(text) : null;
}

const UNITS = [[1, "ms"], [1_000, "s"], [60_000, "min"], [HOUR, "h"], [DAY, "d"]] as const;

/** A duration in the unit that suits it. */
export function durationWords(milliseconds: number): string {
  const [size, unit] = UNITS.findLast(([size]) => Math.abs(milliseconds) >= size) ?? UNITS[0];
  const value = milliseconds / size;
  return `${value.toFixed(size === 1 || value >= 10 ? 0 : 1)} ${unit}`;
}

/** The day of a moment, for people. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function instant(parts: readonly (string | undefined)[]): number | null {
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) =>
    Number(part ?? 0)
  ) as [number, number, number, number, number, number];
  if (year < 1970 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) {
    return null;
  }
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const fraction = Number(`${parts[6] ?? ""}000`.replace(".", "").slice(0, 3));
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction -
    offsetOf(parts[7] ?? "Z");
}

function offsetOf(text: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(text);
  if (!match) return 0;
  const size = (Number(match[2]) * 60 + Number(match[3])) * 60_000;
  return match[1] === "-" ? -size : size;
}
