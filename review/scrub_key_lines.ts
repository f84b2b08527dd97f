/**
 * Lines that may be a piece of a key though nothing around them says so: a hunk from the middle of
 * a key has neither its first line nor its last. Pure, and linear in the text.
 */

/** So many lines in a row, each so long, are no chance. */
const LEAST_LINES = 3;
const LEAST_LENGTH = 40;

const CODED = /^[A-Za-z0-9+/]+={0,3}$|^=[A-Za-z0-9+/]{4}$|^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2})+:?$/;
const EDGE = /-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** The places of the lines that may be a piece of a key. */
export function keyLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  const sizes = lines.map(codedLength);
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while ((sizes[to] ?? 0) >= LEAST_LENGTH) to++;
    // The last line of a key is as short as it happens to be.
    if (to - from >= LEAST_LINES) markWhile(found, sizes, from, 1, to);
    if (to > from) from = to - 1;
  }
  lines.forEach((line, at) => {
    if (!line.includes("-----") || !EDGE.test(line)) return;
    markWhile(found, sizes, at + 1, 1);
    markWhile(found, sizes, at - 1, -1);
  });
  return found;
}

/** Marks what is coded, from a place on; no further than `last`. */
function markWhile(
  found: Set<number>,
  sizes: readonly number[],
  from: number,
  step: 1 | -1,
  last = Infinity,
): void {
  for (let at = from; at <= last && (sizes[at] ?? 0) > 0; at += step) found.add(at);
}

const BEFORE = new Set(" \t\r\"'`#*>|+-");
const BEHIND = new Set(" \t\r\"'`,;+)\\");

/** How long a line is without what a language puts around it; 0 if it is not base64 or hex. */
function codedLength(line: string): number {
  let [from, to] = [0, line.length];
  while (from < to && BEFORE.has(line.charAt(from))) from++;
  while (to > from) {
    const isEscape = line.charAt(to - 2) === "\\" && "nr".includes(line.charAt(to - 1));
    if (isEscape) to -= 2;
    else if (BEHIND.has(line.charAt(to - 1))) to--;
    else break;
  }
  const bare = line.slice(from, Math.max(from, to));
  return CODED.test(bare) ? bare.length : 0;
}
