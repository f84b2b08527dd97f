/** Counts the failures of a history: by how they are known, by gate, and how long they took. */

import { isGenerated } from "../../lib/git/paths.ts";
import type { CountedShare, GitHistoryMetrics, SignalCount } from "../../schema/types.ts";
import { wilson } from "../stats/proportions.ts";
import { type Failure, traceFailures } from "./failures.ts";
import { type Bucket, bucketOf, BUCKETS, evidenceOf } from "./gates.ts";
import type { History, KeptCommit } from "./history.ts";
import { isFeature, isFix, isHotfix, subjectOf } from "./subjects.ts";

/** A failure with the gate that could have caught it. */
export interface GatedFailure extends Failure {
  readonly bucket: Bucket;
  /** When it showed, in seconds since 1970. */
  readonly time: number;
}

/** Everything that is counted, and the linked failures themselves, newest first. */
export interface Measured {
  readonly metrics: GitHistoryMetrics;
  readonly linked: readonly GatedFailure[];
  readonly copies: number;
  readonly mismatched: number;
  /** Commits with more paths than are looked at. */
  readonly crowded: number;
}

/** Measures a history. Pure. */
export function measureHistory(history: History, windowDays: number): Measured {
  const { commits, names, crowded } = history;
  const { failures, cancelled, copies, mismatched } = traceFailures(commits);
  const linked = failures.filter(({ culprit }) => culprit !== null)
    .map((failure): GatedFailure => ({
      ...failure,
      bucket: bucketOf(evidenceOf(history, failure)),
      time: commits[failure.at]!.time,
    }));
  const known = (kind: Failure["kind"]): SignalCount => ({
    found: failures.filter((failure) => failure.kind === kind).length,
    linked: linked.filter((failure) => failure.kind === kind).length,
  });
  const seen = new Set(failures.map(({ at }) => at));
  const hotfixes = commits.flatMap(({ message }, at) =>
    !seen.has(at) && isHotfix(subjectOf(message)) ? [at] : []
  );
  for (const at of hotfixes) seen.add(at);
  // Every second change touches a lock file: meeting there says nothing at all.
  const counts = (path: number): boolean => !isGenerated(names[path] ?? "");
  const near = fixesNearFeatures(commits, windowDays, counts);
  const soon = near.before.filter((at) => !seen.has(at));
  const buckets = Object.fromEntries(
    BUCKETS.map((name) => [name, linked.filter(({ bucket }) => bucket === name).length]),
  ) as Record<Bucket, number>;
  const lags = linked.flatMap(({ lagDays }) => lagDays ?? []).sort((a, b) => a - b);
  const metrics: GitHistoryMetrics = {
    commits: commits.length,
    signals: seen.size + soon.length,
    linked: linked.length,
    by_signal: {
      revert: known("revert"),
      fixes_trailer: known("fixes_trailer"),
      introduced_by: known("introduced_by"),
      hotfix: { found: hotfixes.length, linked: 0 },
      fix_after_feature: { found: soon.length, linked: 0 },
    },
    cancelled,
    placebo: {
      window_days: windowDays,
      before: shareOf(near.before.length, near.fixes),
      after: shareOf(near.after, near.fixes),
    },
    buckets,
    bounds: {
      lower: shareOf(buckets.self_reflection, linked.length),
      upper: shareOf(buckets.self_reflection + buckets.unclassified, linked.length),
    },
    lag_days: {
      n: lags.length,
      p25: quantile(lags, 0.25),
      median: quantile(lags, 0.5),
      p75: quantile(lags, 0.75),
      p90: quantile(lags, 0.9),
      within_window: shareOf(lags.filter((lag) => lag <= windowDays).length, lags.length),
    },
    labels: null,
  };
  return { metrics, linked, copies, mismatched, crowded };
}

function shareOf(successes: number, trials: number): CountedShare {
  const interval = wilson({ successes, trials });
  return {
    count: successes,
    of: trials,
    share: trials === 0 ? null : successes / trials,
    ci95: interval === null ? null : [...interval],
  };
}

/** Between the two values nearest to it; null of nothing. */
function quantile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

/** How many fixes are near a feature. */
interface NearFeatures {
  /** Fixes whose windows on both sides lie inside of the history. */
  readonly fixes: number;
  /** Places of those with a feature in the window before. */
  readonly before: readonly number[];
  /** How many have one in the window after. */
  readonly after: number;
}

/**
 * Fixes that touch a file which a feature touched shortly before, beside their control: the same
 * fixes, and features shortly after. What cannot have caused a fix shows how often the two meet by
 * chance alone. Looks at every fix that is no merge, and at the paths that `counts` says yes to.
 */
export function fixesNearFeatures(
  commits: readonly Omit<KeptCommit, "sha" | "statuses">[],
  windowDays: number,
  counts: (path: number) => boolean = () => true,
): NearFeatures {
  const window = windowDays * 86_400;
  const features = new Map<number, number[]>();
  const fixes: number[] = [];
  let [first, last] = [Infinity, -Infinity];
  for (const [at, { time, parents, message, paths }] of commits.entries()) {
    first = Math.min(first, time);
    last = Math.max(last, time);
    if (parents.length > 1) continue;
    const subject = subjectOf(message);
    if (isFix(subject)) fixes.push(at);
    else if (isFeature(subject)) {
      for (const path of paths.filter(counts)) {
        const times = features.get(path);
        if (times === undefined) features.set(path, [time]);
        else times.push(time);
      }
    }
  }
  for (const times of features.values()) times.sort((a, b) => a - b);
  const meets = (at: number, from: number, to: number): boolean => {
    const { time, paths } = commits[at]!;
    return paths.some((path) => {
      const times = features.get(path) ?? [];
      const next = times[firstAtLeast(times, time + from)];
      return next !== undefined && next <= time + to;
    });
  };
  // Where the history begins or ends within a window, the two sides could not be compared.
  const watched = fixes.filter((at) => {
    const { time } = commits[at]!;
    return time - window >= first && time + window <= last;
  });
  return {
    fixes: watched.length,
    before: watched.filter((at) => meets(at, -window, -1)),
    after: watched.filter((at) => meets(at, 1, window)).length,
  };
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
