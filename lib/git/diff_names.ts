/** File names as they stand in the header of a unified diff. */

import { decodePath } from "./paths.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What stands for a byte that git does not print as it is. */
const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': QUOTE,
  "\\": BACKSLASH,
};

/**
 * The path in what follows `diff --git `: `a/PATH b/PATH`, each in quotes where the path needs
 * them. Without renames both are the same, so the middle is known even if the path has blanks or
 * ` b/` in it. Null if the two differ or have no prefix.
 */
export function pathOfHeader(names: Uint8Array): string | null {
  if (names.length % 2 === 0) return null;
  const middle = (names.length - 1) / 2;
  if (names[middle] !== 0x20) return null;
  const [from, to] = [names.subarray(0, middle), names.subarray(middle + 1)].map(unquote);
  if (from === undefined || to === undefined || from.length < 3) return null;
  if (from[0] !== 0x61 || to[0] !== 0x62 || from[1] !== 0x2f) return null;
  if (!from.subarray(1).every((byte, at) => byte === to[at + 1])) return null;
  return decodePath(from.subarray(2));
}

/** The bytes of a name; one without quotes stands for itself. */
function unquote(name: Uint8Array): Uint8Array {
  if (name[0] !== QUOTE || name.at(-1) !== QUOTE || name.length < 2) return name;
  const bytes: number[] = [];
  for (let at = 1; at < name.length - 1; at++) {
    const byte = name[at]!;
    if (byte !== BACKSLASH) {
      bytes.push(byte);
      continue;
    }
    const octal = String.fromCharCode(...name.subarray(at + 1, at + 4));
    if (/^[0-3][0-7]{2}$/.test(octal)) {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
    } else {
      at++;
      const next = name[at]!;
      bytes.push(ESCAPES[String.fromCharCode(next)] ?? next);
    }
  }
  return Uint8Array.from(bytes);
}
