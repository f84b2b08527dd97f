/**
 * Failures over time, and how long after their culprits they came, as data to draw.
 */

import type { Bar, Colour, Mark, Plot } from "../../lib/page/plot.ts";

/** What is drawn of a failure. */
interface PlottedFailure {
  readonly bucket: string;
  /** In seconds since 1970. */
  readonly time: number;
  readonly lagDays: number | null;
}

const TONES: readonly (readonly [bucket: string, label: string, tone: Colour])[] = [
  ["self_reflection", "self-reflection", "one"],
  ["ci", "CI", "two"],
  ["ci_if_tested", "CI, had it been tested", "three"],
  ["review", "review", "four"],
  ["unclassified", "unclassified", "muted"],
];

/** More bars than this cannot be told apart: then they are years. */
const MOST_BARS = 240;

/** Linked failures by month, or by year where there are many; at least one failure is needed. */
export function monthsPlot(failures: readonly PlottedFailure[]): Plot {
  const months = failures.map(({ time }) => {
    const date = new Date(time * 1000);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  });
  const first = months.reduce((a, b) => Math.min(a, b));
  const last = months.reduce((a, b) => Math.max(a, b));
  const step = last - first < MOST_BARS ? 1 : 12;
  const from = Math.floor(first / step) * step;
  const tops = Array.from({ length: Math.floor((last - from) / step) + 1 }, () => 0);
  const marks = TONES.map(([bucket, label, tone]): Mark => {
    const counts = tops.map(() => 0);
    failures.forEach((failure, n) => {
      if (failure.bucket === bucket) counts[Math.floor((months[n]! - from) / step)]!++;
    });
    const bars = counts.flatMap((count, n): Bar[] => {
      if (count === 0) return [];
      const base = tops[n]!;
      tops[n] = base + count;
      const start = (from + n * step) / 12;
      return [{ from: start, to: start + step / 12, base, top: base + count }];
    });
    return { kind: "bars", tone, label, bars };
  });
  const [start, end] = [from / 12, (from + tops.length * step) / 12];
  const length = Math.ceil(end) - Math.floor(start) + 1;
  const every = Math.ceil(length / 10);
  const ticks = Array.from(
    { length: Math.ceil(length / every) },
    (_, n) => Math.floor(start) + n * every,
  ).filter((year) => year >= start && year <= end);
  return {
    id: "failures-over-time",
    title: `Failures with a known culprit, by ${step === 1 ? "month" : "year"}`,
    caption: "Each bar is split by the first gate that could have caught the failure. The lowest " +
      "part is what the author's own reflection was needed for; grey is what the history does not tell.",
    x: { label: "when the failure was named", from: start, to: end, ticks, format: String },
    y: { label: "failures", from: 0, to: tops.reduce((a, b) => Math.max(a, b), 1) },
    marks,
  };
}

const HOUR = 1 / 24;
const LAG_TICKS: readonly (readonly [days: number, name: string])[] = [
  [HOUR, "1 h"],
  [1, "1 day"],
  [7, "7 days"],
  [30, "30 days"],
  [365, "1 year"],
  [3650, "10 years"],
];
const MOST_STEPS = 500;

/** The share of failures that had shown by then, against the window; at least one is needed. */
export function lagPlot(failures: readonly PlottedFailure[], windowDays: number): Plot {
  const lags = failures.flatMap(({ lagDays }) => lagDays ?? []).sort((a, b) => a - b);
  const place = (days: number): number => Math.log10(Math.max(days, HOUR));
  const longest = Math.max(lags.at(-1) ?? 1, windowDays) * 1.2;
  const every = Math.max(1, Math.ceil(lags.length / MOST_STEPS));
  const points = lags.map((lag, n) => [place(lag), (n + 1) / lags.length] as const)
    .filter((_, n) => n % every === 0 || n === lags.length - 1);
  const ticks = LAG_TICKS.filter(([days]) => days <= longest);
  return {
    id: "lag",
    title: "How long until a failure showed",
    caption: "The share of failures that a later commit had named by then, on a scale where each " +
      `step is ten times the last. What lies right of the line at ${windowDays} days is not ` +
      "seen by looking only that far.",
    x: {
      label: "time since the culprit",
      from: place(HOUR),
      to: place(longest),
      ticks: ticks.map(([days]) => place(days)),
      format: (value) => ticks.find(([days]) => place(days) === value)?.[1] ?? "",
    },
    y: {
      label: "share of failures",
      from: 0,
      to: 1,
      format: (value) => `${Math.round(100 * value)} %`,
    },
    marks: [
      {
        kind: "rule",
        axis: "x",
        at: place(windowDays),
        tone: "muted",
        label: `${windowDays} days`,
      },
      { kind: "steps", tone: "one", points: [[place(HOUR), 0], ...points, [place(longest), 1]] },
    ],
  };
}
