/**
 * The standard normal distribution, and how far its intervals reach.
 *
 * Full double precision, also far out in the tails, where `1 - cdf` would have nothing left. The
 * tail is a series in the middle and a continued fraction outside; the quantile is Wichura's
 * algorithm AS 241 (1988), PPND16.
 */

/** A lower and an upper bound. */
export type Interval = [lower: number, upper: number];

/** 2: both bounds hold together. 1: each bound holds by itself, as "the one-sided upper bound". */
export type Sides = 1 | 2;

/** How many standard errors a bound of a 95 % interval stands away from the estimate. */
export function criticalValue(sides: Sides): number {
  return -normalQuantile((1 - 0.95) / sides);
}

/** Where the series hands over to the continued fraction: both are good to 1e-14 here. */
const HANDOVER = 2.2;

function density(x: number): number {
  return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
}

/** P(Z > x), with a small relative error however small it is. */
export function normalUpperTail(x: number): number {
  if (x < -HANDOVER) return 1 - farTail(-x);
  return x > HANDOVER ? farTail(x) : 0.5 - nearCentre(x);
}

/** P(0 < Z <= x): density times x + x^3/3 + x^5/(3*5) + … */
function nearCentre(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= x * x / odd;
    sum += term;
  }
  return density(x) * sum;
}

/** Density / (x + 1/(x + 2/(x + 3/(x + …)))), from the inside out. */
function farTail(x: number): number {
  let fraction = x;
  for (let depth = Math.ceil(30 + 700 / (x * x)); depth > 0; depth--) {
    fraction = x + depth / fraction;
  }
  return density(x) / fraction;
}

/** The coefficients of a numerator and a denominator, the highest power first. */
type Ratio = readonly (readonly [numerator: number, denominator: number])[];

const CENTRE: Ratio = [
  [2509.0809287301226727, 5226.495278852854561],
  [33430.575583588128105, 28729.085735721942674],
  [67265.770927008700853, 39307.89580009271061],
  [45921.953931549871457, 21213.794301586595867],
  [13731.693765509461125, 5394.1960214247511077],
  [1971.5909503065514427, 687.1870074920579083],
  [133.14166789178437745, 42.313330701600911252],
  [3.387132872796366608, 1],
];
const SHOULDER: Ratio = [
  [7.7454501427834140764e-4, 1.05075007164441684324e-9],
  [0.0227238449892691845833, 5.475938084995344946e-4],
  [0.24178072517745061177, 0.0151986665636164571966],
  [1.27045825245236838258, 0.14810397642748007459],
  [3.64784832476320460504, 0.68976733498510000455],
  [5.7694972214606914055, 1.6763848301838038494],
  [4.6303378461565452959, 2.05319162663775882187],
  [1.42343711074968357734, 1],
];
const TAIL: Ratio = [
  [2.01033439929228813265e-7, 2.04426310338993978564e-15],
  [2.71155556874348757815e-5, 1.4215117583164458887e-7],
  [0.0012426609473880784386, 1.8463183175100546818e-5],
  [0.026532189526576123093, 7.868691311456132591e-4],
  [0.29656057182850489123, 0.0148753612908506148525],
  [1.7848265399172913358, 0.13692988092273580531],
  [5.4637849111641143699, 0.59983220655588793769],
  [6.6579046435011037772, 1],
];

function ratio(coefficients: Ratio, x: number): number {
  let numerator = 0;
  let denominator = 0;
  for (const [above, below] of coefficients) {
    numerator = numerator * x + above;
    denominator = denominator * x + below;
  }
  return numerator / denominator;
}

/** The x with P(Z <= x) = p; not a number for a p outside of (0, 1). */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return NaN;
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) return centred * ratio(CENTRE, 0.180625 - centred * centred);
  const r = Math.sqrt(-Math.log(centred < 0 ? p : 1 - p));
  const distance = r <= 5 ? ratio(SHOULDER, r - 1.6) : ratio(TAIL, r - 5);
  return centred < 0 ? -distance : distance;
}
