/**
 * Which line became which, where a scrubber put marks in the place of secrets.
 *
 * A secret over several lines leaves fewer lines than there were. Every line that is given back is
 * one of the scrubbed text or {@linkcode REDACTED}, so a line that is put in the wrong place is a
 * nuisance and never a leak; where the place is not certain, nothing is shown.
 */

/** What stands for a line that cannot be shown. */
export const REDACTED = "[redacted]";

/** What every mark of the scrubber begins with. */
const MARK = "[redacted";

/** As many lines as before, each as it was scrubbed. */
export function alignLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === after.length) return [...after];
  const aligned = before.map(() => REDACTED);
  let [from, scrubbedFrom] = [0, 0];
  for (const [at, scrubbedAt] of anchors(before, after)) {
    fill(aligned, before, after, [from, at], [scrubbedFrom, scrubbedAt]);
    const line = after[scrubbedAt];
    if (line !== undefined && at < aligned.length) aligned[at] = line;
    [from, scrubbedFrom] = [at + 1, scrubbedAt + 1];
  }
  return aligned;
}

/**
 * The lines whose place is certain, and the end. A line without a mark is one of the lines before
 * as it was; if there was only one like it, it is that one.
 */
function anchors(before: readonly string[], after: readonly string[]): [number, number][] {
  const places = new Map<string, number>();
  before.forEach((line, at) => places.set(line, places.has(line) ? -1 : at));
  const found: [number, number][] = [];
  let last = -1;
  after.forEach((line, scrubbedAt) => {
    const at = line.includes(MARK) ? -1 : places.get(line) ?? -1;
    if (at <= last) return;
    found.push([at, scrubbedAt]);
    last = at;
  });
  return [...found, [before.length, after.length]];
}

/** The lines between two anchors: those without a mark from both ends, then what is between. */
function fill(
  aligned: string[],
  before: readonly string[],
  after: readonly string[],
  [from, to]: [number, number],
  [scrubbedFrom, scrubbedTo]: [number, number],
): void {
  const isSame = (at: number, scrubbedAt: number): boolean =>
    from < to && scrubbedFrom < scrubbedTo && before[at] === after[scrubbedAt] &&
    before[at]?.includes(MARK) === false;
  while (isSame(from, scrubbedFrom)) aligned[from++] = after[scrubbedFrom++] ?? REDACTED;
  while (isSame(to - 1, scrubbedTo - 1)) aligned[--to] = after[--scrubbedTo] ?? REDACTED;
  const left = scrubbedTo - scrubbedFrom;
  // One line is what all of these became; any other number says not which became which.
  if (left !== to - from && left !== 1) return;
  for (let n = 0; n < left && from + n < to; n++) {
    aligned[from + n] = after[scrubbedFrom + n] ?? REDACTED;
  }
}
