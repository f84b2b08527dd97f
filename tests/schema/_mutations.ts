// Breaking a record in one place: which place, how, and with what.

import fc from "fast-check";

/** One way to break a value. What it does to a particular value is up to {@linkcode mutate}. */
interface Mutation {
  op: "drop" | "add" | "retype" | "perturb";
  /** Picks the place, modulo the number of places. */
  at: number;
  /** Picks among the alternatives at that place. */
  choice: number;
  /** The key to add. */
  key: string;
  /** The value to add, or to put in the place of the old one. */
  value: unknown;
}

const NUMBERS = [
  ...[NaN, Infinity, -Infinity, 0, -0, 0.5, 1, 1.5, 2, -1, -Number.MIN_VALUE, 1e308],
  ...[1 + Number.EPSILON, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1],
];

const STRINGS = [
  ...["", " ", "none", "None", "data ", "frontend", "solo", "SOLO", "toString", "__proto__"],
  ...["reflection.v1", "reflection.v2", "reflection.v1\n", "stop-hook", "stop_hook", "\ud800"],
  ...["2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
  ...["1900-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2026-04-31T00:00:00Z"],
  ...["2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z"],
  ...["2026-01-31T24:00:00Z", "2026-01-31T23:60:00Z", "2026-01-31T23:59:60Z"],
  ...["2026-01-31T12:00Z", "2026-01-31T12:00:00", "2026-01-31T12:00:00+00:00"],
  ...["2026-01-31T12:00:00.Z", "2026-01-31T12:00:00.123456789Z", "2026-01-31t12:00:00z"],
  ...["2026-01-31 12:00:00Z", "2026-01-31", "+002026-01-31T12:00:00Z", "2026-01-31T12:00:00Z\n"],
  ...[" 2026-01-31T12:00:00Z", "２０２６-01-31T12:00:00Z", "2026-1-31T12:00:00Z"],
];

const KEYS = ["__proto__", "constructor", "toString", "hasOwnProperty", "extra", "", "Schema", "0"];

/** Any mutation. */
export const mutations: fc.Arbitrary<Mutation> = fc.record({
  op: fc.constantFrom("drop", "add", "retype", "perturb"),
  at: fc.nat(),
  choice: fc.nat(),
  key: fc.oneof(fc.constantFrom(...KEYS), fc.string()),
  value: fc.oneof(
    fc.constantFrom(null, undefined, true, false, {}, [], ...NUMBERS, ...STRINGS),
    fc.jsonValue({ maxDepth: 2 }),
  ),
});

type Parent = Record<string, unknown>;
interface Place {
  path: string;
  value: unknown;
  parent: Parent;
  key: string;
}

/** Every place in a value, itself first; the items of an array share the path `*`. */
export function placesOf(root: unknown): Place[] {
  const places: Place[] = [];
  const visit = (parent: Parent, key: string, path: string): void => {
    const value = parent[key];
    places.push({ path, value, parent, key });
    if (typeof value !== "object" || value === null) return;
    for (const name of Object.keys(value)) {
      const step = Array.isArray(value) ? "*" : name;
      visit(value as Parent, name, path === "" ? step : `${path}.${step}`);
    }
  };
  visit({ root }, "root", "");
  return places;
}

/** Applies a mutation to a copy; says where and how, or null where it cannot be applied. */
export function mutate(
  original: unknown,
  { op, at, choice, key, value }: Mutation,
): { result: unknown; label: string | null } {
  const holder: Parent = { root: structuredClone(original) };
  const places = placesOf(holder.root).filter((place) =>
    op === "add" ? isContainer(place.value) : op === "retype" || op === "perturb" || place.path
  );
  const place = places[at % places.length];
  if (place === undefined) return { result: original, label: null };
  const parent = place.path === "" ? holder : place.parent;
  const put = (target: unknown, name: string, content: unknown): void => {
    // Assigning to `__proto__` would set the prototype; parsed JSON has it as a plain key.
    const plain = { value: content, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(target, name, plain);
  };
  if (op === "add") {
    if (Array.isArray(place.value)) place.value.push(value);
    else put(place.value, key, value);
  } else if (op === "retype") put(parent, place.key, value);
  else if (op === "perturb") put(parent, place.key, perturbed(place.value, choice));
  else if (Array.isArray(parent)) parent.splice(Number(place.key), 1);
  else delete parent[place.key];
  return { result: holder.root, label: `${op} ${place.path}` };
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Something close to a value: of its type and perhaps wrong, or its content in another type. */
function perturbed(value: unknown, choice: number): unknown {
  const near = typeof value === "number"
    ? [...NUMBERS, String(value), value + 1, -value, value / 2]
    : typeof value === "string"
    // Most strings are good in most places: every fourth turn, leave the type.
    ? choice % 4 === 0
      ? [[value], value.length, { value }, null]
      : [...STRINGS, value.toUpperCase(), `${value} `, value.slice(1)]
    : typeof value === "boolean"
    ? [!value, String(value), Number(value)]
    : Array.isArray(value)
    ? [{ ...value }, [value], JSON.stringify(value), [...value, "more"], [...value, 1], [
      ...value,
      null,
    ]]
    : value === null || value === undefined
    ? [undefined, 0, "", {}, "null", false]
    : [[value], Object.entries(value), { ...value }, { ...value, extra: undefined }, null];
  return near[Math.floor(choice / 4) % near.length];
}
