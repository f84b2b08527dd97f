/** Reading the fields of a model's answer by hand: a package would cost more than it reads. */

import { quoted } from "../../lib/text/plain_text.ts";

/** A value of the right shape, or what is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Reads one field; what is not there is undefined. Throws a {@linkcode Fault}. */
type Reader<T> = (value: unknown, name: string) => T;

/** Longer texts are cut, and more of them let go: a model that rambles fills no disk. */
const MOST_TEXT = 4000;
const MOST_ITEMS = 50;

/** A field that is not what it should be. */
class Fault extends TypeError {
  constructor(name: string, expected: string, value: unknown) {
    const got = value === undefined ? "nothing" : quoted(value);
    super(`Expected "${name}" to be ${expected}, got ${got}`);
  }
}

export const yesOrNo: Reader<boolean> = (value, name) => {
  if (typeof value !== "boolean") throw new Fault(name, "true or false", value);
  return value;
};

export const text: Reader<string> = (value, name) => {
  if (typeof value !== "string") throw new Fault(name, "a text", value);
  const trimmed = value.trim();
  return trimmed.length > MOST_TEXT ? `${trimmed.slice(0, MOST_TEXT)}…` : trimmed;
};

export const textOrNull: Reader<string | null> = (value, name) =>
  value === null ? null : text(value, name) || null;

export const texts: Reader<string[]> = (value, name) => {
  if (!Array.isArray(value)) throw new Fault(name, "a list of texts", value);
  return value.slice(0, MOST_ITEMS).map((item, n) => text(item, `${name}[${n}]`))
    .filter((item) => item !== "");
};

export function oneOf<const Name extends string>(names: readonly Name[]): Reader<Name> {
  return (value, name) => {
    const found = names.find((known) => known === value);
    if (found === undefined) throw new Fault(name, `one of ${names.join(", ")}`, value);
    return found;
  };
}

export function numberWithin(least: number, most: number): Reader<number> {
  return (value, name) => {
    if (typeof value !== "number" || !(value >= least && value <= most)) {
      throw new Fault(name, `a number from ${least} to ${most}`, value);
    }
    return value;
  };
}

/** A field that may be left out, and what that means. */
export function optional<T>(read: Reader<T>, absent: T): Reader<T> {
  return (value, name) => value === undefined ? absent : read(value, name);
}

/** Reads an object by its fields; those that it has beside them are let go. */
export function objectOf<T extends object>(
  fields: { readonly [Name in keyof T]: Reader<T[Name]> },
): (value: unknown) => Parsed<T> {
  const readers = Object.entries(fields) as [string, Reader<unknown>][];
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return { ok: false, problem: `Expected an object, got ${quoted(value)}` };
    }
    try {
      // Only what it holds itself: a field may be called like something that every object has.
      const own = (name: string): unknown =>
        Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      const read = readers.map(([name, reader]) => [name, reader(own(name), name)]);
      return { ok: true, value: Object.fromEntries(read) as T };
    } catch (error) {
      if (error instanceof Fault) return { ok: false, problem: error.message };
      throw error;
    }
  };
}
