/**
 * Newcombe's interval for an area under the ROC curve (2006, method 5).
 *
 * Like Wilson's for a share: the bounds are the areas from which the observed one would just be `z`
 * standard errors away, the standard error taken at the bound and not at the estimate. So it is
 * defined, and not of length zero, at an area of 0 or 1 and for a class with one member. The
 * variance has the shape of Hanley and McNeil's. Solved by bisection down to the last digit.
 *
 * @module
 */
import { criticalValue, type Interval, type LevelOptions } from "./level.ts";

/** An area and the sizes of the two classes it compares, each at least one. */
interface ObservedArea {
  /** The area, from 0 to 1. */
  auc: number;
  /** Rows that were right. */
  positives: number;
  /** Rows that were wrong. */
  negatives: number;
}

/** The variance that an observed area would have if this were the true one. */
function varianceAt(area: number, positives: number, negatives: number): number {
  const others = (positives + negatives) / 2 - 1;
  const shape = 1 + others * ((1 - area) / (2 - area) + area / (1 + area));
  return area * (1 - area) * shape / (positives * negatives);
}

/** The interval of the area. */
export function newcombeAucInterval(
  { auc, positives, negatives }: ObservedArea,
  options: LevelOptions = {},
): Interval {
  const z = criticalValue(options);
  const tooFar = (area: number): boolean =>
    (area - auc) ** 2 > z * z * varianceAt(area, positives, negatives);
  return [auc === 0 ? 0 : edge(0, auc, tooFar), auc === 1 ? 1 : edge(1, auc, tooFar)];
}

/** Between a point that is too far and one that is not: where it changes. */
function edge(outside: number, inside: number, tooFar: (area: number) => boolean): number {
  for (;;) {
    const middle = (outside + inside) / 2;
    if (middle === outside || middle === inside) return inside;
    if (tooFar(middle)) outside = middle;
    else inside = middle;
  }
}
