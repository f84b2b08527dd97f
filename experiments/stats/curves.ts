/**
 * The two curves behind the figures, as points to draw: ROC and risk–coverage.
 *
 * One point per different confidence at most. A plot needs hundreds of points and a sample may have
 * millions, so a curve is thinned to `limit` points, evenly by rows; its first and last point stay.
 *
 * @module
 */
import type { RankedSample } from "./ranked_sample.ts";

/** A point of a curve. */
type Point = readonly [x: number, y: number];

/** How fine a curve is. */
interface CurveOptions {
  /**
   * How many steps at most, the starting point not counted.
   *
   * @default {1000}
   */
  limit?: number;
}

/** Walks from the most confident down and reports what has been passed, `limit` times at most. */
function descend(
  { n, counts, hits }: RankedSample,
  limit: number,
  report: (rows: number, right: number) => void,
): void {
  let rows = 0;
  let right = 0;
  let reported = 0;
  for (let group = counts.length - 1; group >= 0; group--) {
    rows += counts[group]!;
    right += hits[group]!;
    const due = Math.floor(rows * limit / n);
    if (due === reported && group > 0 && counts.length > limit) continue;
    reported = due;
    report(rows, right);
  }
}

/** Share of the wrong (x) and of the right (y) at or above each confidence; null with one class. */
export function rocCurve(
  sample: RankedSample,
  { limit = 1000 }: CurveOptions = {},
): Point[] | null {
  const { positives, negatives } = sample;
  if (positives === 0 || negatives === 0) return null;
  const points: Point[] = [[0, 0]];
  descend(sample, limit, (rows, right) => {
    points.push([(rows - right) / negatives, right / positives]);
  });
  return points;
}

/** Share of rows kept (x) and share of errors among them (y), per confidence. */
export function riskCoverageCurve(
  sample: RankedSample,
  { limit = 1000 }: CurveOptions = {},
): Point[] {
  const points: Point[] = [];
  descend(sample, limit, (rows, right) => {
    points.push([rows / sample.n, (rows - right) / rows]);
  });
  return points;
}
