/**
 * The regularised incomplete beta function and its inverse, for exact binomial bounds.
 *
 * Promises about 1e-13 relative for parameters up to millions: what large parameters would cancel
 * is taken out on paper (Stirling's form of the beta function) and not in doubles. Parameters that
 * are not positive are refused.
 *
 * @module
 */

/** ln Gamma(a) minus Stirling's leading terms; small and smooth where ln Gamma is huge. */
function stirlingError(a: number): number {
  let error = 0;
  for (; a < 16; a++) error += (a + 0.5) * Math.log1p(1 / a) - 1;
  const s = 1 / (a * a);
  return error + (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / a;
}

/** ln(x / reference), without loss where the two are close. */
function logRatio(x: number, reference: number): number {
  const relative = (x - reference) / reference;
  return Math.abs(relative) < 0.5 ? Math.log1p(relative) : Math.log(x / reference);
}

/** x^a (1-x)^b / B(a, b) */
function kernel(x: number, a: number, b: number): number {
  const n = a + b;
  const exponent = a * logRatio(x, a / n) + b * logRatio(1 - x, b / n) -
    (stirlingError(a) + stirlingError(b) - stirlingError(n));
  return Math.exp(exponent) * Math.sqrt(a / n * b / (2 * Math.PI));
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const safe = (value: number) => Math.abs(value) < tiny ? tiny : value;
  let c = 1;
  let d = 1 / safe(1 - (a + b) * x / (a + 1));
  let result = d;
  for (let m = 1; m < 100_000; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    result *= d * c;
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 2e-16) break;
  }
  return result;
}

function checkParameters(a: number, b: number): void {
  if (!(a > 0 && b > 0 && a + b < Infinity)) {
    throw new RangeError(`Cannot use beta parameters "${a}" and "${b}": expected positive numbers`);
  }
}

/** I_x(a, b): the probability that a Beta(a, b) variable is at most x. */
export function incompleteBeta(x: number, a: number, b: number): number {
  checkParameters(a, b);
  if (Number.isNaN(x)) return NaN;
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < (a + 1) / (a + b + 2)
    ? kernel(x, a, b) * fraction(x, a, b) / a
    : 1 - kernel(x, a, b) * fraction(1 - x, b, a) / b;
}

/** The x with I_x(a, b) = p: Newton's steps, fenced in by bisection. */
export function inverseIncompleteBeta(p: number, a: number, b: number): number {
  checkParameters(a, b);
  if (!(p >= 0 && p <= 1)) return NaN;
  if (p === 0 || p === 1) return p;
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let step = 0; step < 1100; step++) {
    const excess = incompleteBeta(x, a, b) - p;
    if (excess === 0) return x;
    if (excess > 0) high = x;
    else low = x;
    const newton = x - excess * x * (1 - x) / kernel(x, a, b);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 2e-16 * x || high - low <= 2e-16 * low) return next;
    x = next;
  }
  return x;
}
