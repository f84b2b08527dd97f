/**
 * The standard normal distribution: its tails and its quantiles.
 *
 * Promises full double precision, also far out in the tails, where `1 - cdf` would have nothing
 * left: ask `normalUpperTail` there. No table for the distribution function; a series in the middle
 * and a continued fraction outside. The quantile is Wichura's algorithm AS 241 (1988), PPND16.
 *
 * @module
 */

const SQRT_2PI = Math.sqrt(2 * Math.PI);

/** Where the series hands over to the continued fraction: both are good to 1e-14 here. */
const HANDOVER = 2.2;

/** The density. */
function normalDensity(x: number): number {
  return Math.exp(-x * x / 2) / SQRT_2PI;
}

/** P(Z <= x). */
export function normalCdf(x: number): number {
  return normalUpperTail(-x);
}

/** P(Z > x), with a small relative error however small it is. */
export function normalUpperTail(x: number): number {
  if (Number.isNaN(x)) return NaN;
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
  return normalDensity(x) * sum;
}

/** Density / (x + 1/(x + 2/(x + 3/(x + …)))), from the inside out. */
function farTail(x: number): number {
  let fraction = x;
  for (let depth = Math.ceil(30 + 700 / (x * x)); depth > 0; depth--) {
    fraction = x + depth / fraction;
  }
  return normalDensity(x) / fraction;
}

// The polynomials of AS 241, highest power first: numerator and denominator.
const CENTRE = [
  [
    2509.0809287301226727,
    33430.575583588128105,
    67265.770927008700853,
    45921.953931549871457,
    13731.693765509461125,
    1971.5909503065514427,
    133.14166789178437745,
    3.387132872796366608,
  ],
  [
    5226.495278852854561,
    28729.085735721942674,
    39307.89580009271061,
    21213.794301586595867,
    5394.1960214247511077,
    687.1870074920579083,
    42.313330701600911252,
    1,
  ],
] as const;
const SHOULDER = [
  [
    7.7454501427834140764e-4,
    0.0227238449892691845833,
    0.24178072517745061177,
    1.27045825245236838258,
    3.64784832476320460504,
    5.7694972214606914055,
    4.6303378461565452959,
    1.42343711074968357734,
  ],
  [
    1.05075007164441684324e-9,
    5.475938084995344946e-4,
    0.0151986665636164571966,
    0.14810397642748007459,
    0.68976733498510000455,
    1.6763848301838038494,
    2.05319162663775882187,
    1,
  ],
] as const;
const TAIL = [
  [
    2.01033439929228813265e-7,
    2.71155556874348757815e-5,
    0.0012426609473880784386,
    0.026532189526576123093,
    0.29656057182850489123,
    1.7848265399172913358,
    5.4637849111641143699,
    6.6579046435011037772,
  ],
  [
    2.04426310338993978564e-15,
    1.4215117583164458887e-7,
    1.8463183175100546818e-5,
    7.868691311456132591e-4,
    0.0148753612908506148525,
    0.13692988092273580531,
    0.59983220655588793769,
    1,
  ],
] as const;

type Rational = readonly [numerator: readonly number[], denominator: readonly number[]];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

const ratio = ([numerator, denominator]: Rational, x: number): number =>
  polynomial(numerator, x) / polynomial(denominator, x);

/** The x with P(Z <= x) = p; infinite at 0 and 1, not a number outside of [0, 1]. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return NaN;
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) return centred * ratio(CENTRE, 0.180625 - centred * centred);
  const r = Math.sqrt(-Math.log(centred < 0 ? p : 1 - p));
  const distance = r <= 5 ? ratio(SHOULDER, r - 1.6) : ratio(TAIL, r - 5);
  return centred < 0 ? -distance : distance;
}
