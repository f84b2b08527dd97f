/**
 * Fixes that touch a file which a feature touched shortly before, beside their control: the same
 * fixes, and features shortly after. What cannot have caused a fix shows how often the two meet by
 * chance alone.
 *
 * @module
 */

import { isFeature, isFix, subjectOf } from "./subjects.ts";
import type { LinkableCommit } from "./commit_index.ts";

/** How many fixes are near a feature. */
interface NearFeatures {
  /** Fixes whose windows on both sides lie inside of the history. */
  readonly fixes: number;
  /** Places of those with a feature in the window before. */
  readonly before: readonly number[];
  /** How many have one in the window after. */
  readonly after: number;
}

/** Looks at every fix that is no merge; paths for which `counts` says no are passed over. */
export function fixesNearFeatures<Path extends string | number>(
  commits: readonly (LinkableCommit & { readonly paths: readonly Path[] })[],
  windowDays: number,
  counts: (path: Path) => boolean = () => true,
): NearFeatures {
  const window = windowDays * 86_400;
  const features = new Map<Path, number[]>();
  const fixes: number[] = [];
  let first = Infinity;
  let last = -Infinity;
  commits.forEach((commit, at) => {
    first = Math.min(first, commit.time);
    last = Math.max(last, commit.time);
    if (commit.parents.length > 1) return;
    const subject = subjectOf(commit.message);
    if (isFix(subject)) fixes.push(at);
    else if (isFeature(subject)) {
      for (const path of commit.paths) {
        if (!counts(path)) continue;
        const times = features.get(path);
        if (times === undefined) features.set(path, [commit.time]);
        else times.push(commit.time);
      }
    }
  });
  for (const times of features.values()) times.sort((a, b) => a - b);
  const meets = (
    { paths }: { readonly paths: readonly Path[] },
    from: number,
    to: number,
  ): boolean =>
    paths.some((path) => {
      const times = features.get(path);
      if (times === undefined) return false;
      const next = times[firstAtLeast(times, from)];
      return next !== undefined && next <= to;
    });
  // Where the history begins or ends within a window, the two sides could not be compared.
  const watched = fixes.filter((at) => {
    const { time } = commits[at]!;
    return time - window >= first && time + window <= last;
  });
  const before = watched.filter((at) => {
    const commit = commits[at]!;
    return meets(commit, commit.time - window, commit.time - 1);
  });
  const after = watched.filter((at) => {
    const commit = commits[at]!;
    return meets(commit, commit.time + 1, commit.time + window);
  });
  return { fixes: watched.length, before, after: after.length };
}

function firstAtLeast(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
