/** Takes what is needed out of values in which anything may have any type, like parsed JSON. */

/** A JSON object. */
export type Values = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object; null for anything else. */
export function objectOf(value: unknown): Values | null {
  return isObject(value) ? value : null;
}

/** The objects in a list; none for anything else. */
export function objectsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** An id, a name, a model, a path: what is longer is none. */
const NAME_CHARACTERS = 1_000;

/** An id, a name, a path; null for anything else, and for what is empty or too long to be one. */
export function nameOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= NAME_CHARACTERS
    ? value
    : null;
}

/** A whole number that is not negative; null for anything else. */
export function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? value as number : null;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch; null for anything but an ISO time. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== "string" || !ISO_TIME.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
