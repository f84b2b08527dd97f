/** How many tasks have shown something by which day, as a plot. */

import type { UsedThresholds } from "../registered.ts";
import type { Plot, Point } from "../../lib/page/plot.ts";
import { incidenceAt } from "../stats/survival.ts";
import type { Detection } from "./detection.ts";

/** How many steps are drawn at most. */
const MOST_STEPS = 300;

/** The share that has shown something, by day, with its band. */
export function detectionPlot(
  { curve, metrics }: Detection,
  { window, "min-rate": line }: UsedThresholds<"board_history">,
): Plot {
  const inside = curve.times.filter((time) => time <= window);
  const thinned = inside.filter((_, n) =>
    inside.length <= MOST_STEPS || n % Math.ceil(inside.length / MOST_STEPS) === 0
  );
  const days = [0, ...thinned, window];
  const read = days.map((day) => incidenceAt(curve, day));
  const steps = read.map(({ time, incidence }): Point => [time, incidence ?? 0]);
  const banded = read.filter(({ interval, time }) =>
    interval !== null && time >= (thinned[0] ?? 0)
  );
  const side = (which: 0 | 1): Point[] =>
    stairs(banded.map(({ time, interval }): Point => [time, interval![which]]));
  const top = Math.max(line, metrics.rate_ci95?.[1] ?? 0, metrics.rate ?? 0);
  const asPercent = (value: number): string => `${Number((100 * value).toFixed(1))} %`;
  return {
    id: "detection",
    title: "How many tasks have shown whether they were right, by day",
    caption:
      `The line is the share of finished tasks with a signal by that day, the band its 95 % ` +
      `interval. What counts is where the band stands at day ${window}: all of it under ` +
      `${asPercent(line)} kills, all of it over passes.`,
    x: { label: "days after the task was finished", from: 0, to: window },
    y: {
      label: "share of finished tasks",
      from: 0,
      to: Math.min(1, Math.max(0.25, top * 1.2)),
      format: asPercent,
    },
    marks: [
      { kind: "band", tone: "one", label: "95 % interval", lower: side(0), upper: side(1) },
      { kind: "steps", tone: "one", label: "tasks with a signal", points: steps },
      { kind: "rule", tone: "muted", axis: "x", at: window, label: `day ${window}` },
      {
        kind: "rule",
        tone: "two",
        axis: "y",
        at: line,
        label: `${asPercent(line)}, what is worth it`,
      },
    ],
  };
}

/** The corners of a line that holds each value until the next. */
function stairs(points: readonly Point[]): Point[] {
  return points.flatMap(([x, y], n): Point[] => {
    const next = points[n + 1];
    return next === undefined ? [[x, y]] : [[x, y], [next[0], y]];
  });
}
