/**
 * A plot as data: what is drawn, on which axes, in which tone. `svg.ts` draws it.
 *
 * @module
 */

/** A place on a plot, in the units of its axes. */
export type Point = readonly [x: number, y: number];

/** Which colour, by role; the page says which it is in the light and in the dark. */
export type Colour = "one" | "two" | "three" | "four" | "five" | "muted";

/** One side of a plot. */
export interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Where it is marked; round numbers if not given. */
  readonly ticks?: readonly number[];
  /** How a tick is written. */
  readonly format?: (value: number) => string;
}

/** Something drawn. With a label, it is named in the legend. */
export type Mark =
  & { readonly tone: Colour; readonly label?: string }
  & (
    | { readonly kind: "line"; readonly points: readonly Point[]; readonly dashed?: boolean }
    /** Holds each value until the next. */
    | { readonly kind: "steps"; readonly points: readonly Point[] }
    /** Between two lines. */
    | { readonly kind: "band"; readonly lower: readonly Point[]; readonly upper: readonly Point[] }
    /** Dots; `sizes` are areas relative to the largest. */
    | {
      readonly kind: "dots";
      readonly points: readonly Point[];
      readonly sizes?: readonly number[];
    }
    | { readonly kind: "bars"; readonly bars: readonly Bar[] }
    /** A line across the plot at one value of x or y. */
    | { readonly kind: "rule"; readonly axis: "x" | "y"; readonly at: number }
  );

/** A rectangle of a bar chart. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** Where it stands, 0 if not stacked. */
  readonly base?: number;
  readonly top: number;
}

/** A plot with what it shows in words. */
export interface Plot {
  /** A name for its element: letters and dashes. */
  readonly id: string;
  readonly title: string;
  /** What to see in it, for a person who knows no statistics. */
  readonly caption: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Drawn in this order. */
  readonly marks: readonly Mark[];
}
