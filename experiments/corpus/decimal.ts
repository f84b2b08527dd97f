/**
 * From the digits of a decimal to its double, without making a text of them.
 *
 * Promises the double nearest to the decimal, the same that `Number` gives, or `NaN` where it would
 * have to guess. Up to 2^53 the digits are a double, and so is the power of ten to divide by: one
 * division rounds once. Beyond that the quotient is computed to twice the precision of a double;
 * unless it stands so close to the middle between two doubles that even this does not tell, the
 * nearest one is sure.
 *
 * @module
 */

const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** Below this, every whole number is a double. */
const EXACT = 2 ** 53;
/** Splits the first digits so that both parts, times a power of ten, stay exact. */
const PART = 2 ** 15;
/** Splits 53 bits into two halves (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;
/** How far the quotient may be off, relative to it, with room to spare. */
const DOUBT = 2 ** -98;

/**
 * The decimal whose digits are `first`, then `second`, below 2^31 and 1e9.
 *
 * @param length How many digits `second` has, with leading zeros; 9 at most.
 * @param decimals How many of all digits stand after the point; 22 at most.
 */
export function fromDigits(
  first: number,
  second: number,
  length: number,
  decimals: number,
): number {
  const shift = POWERS_OF_TEN[length]!;
  const divisor = POWERS_OF_TEN[decimals]!;
  const digits = first * shift + second;
  return digits < EXACT ? digits / divisor : divideTwice(first, shift, second, divisor);
}

/** (first * shift + second) / divisor */
function divideTwice(first: number, shift: number, second: number, divisor: number): number {
  // The digits as an exact sum of two doubles.
  const low = first % PART;
  const upper = (first - low) * shift;
  const lower = low * shift + second;
  const digits = upper + lower;
  const carried = digits - upper;
  const digitsError = (upper - (digits - carried)) + (lower - carried);

  // What the first quotient leaves, exactly, gives the second.
  const quotient = digits / divisor;
  const product = quotient * divisor;
  const quotientUpper = upperHalf(quotient);
  const quotientLower = quotient - quotientUpper;
  const divisorUpper = upperHalf(divisor);
  const divisorLower = divisor - divisorUpper;
  const productError = ((quotientUpper * divisorUpper - product) + quotientUpper * divisorLower +
    quotientLower * divisorUpper) + quotientLower * divisorLower;
  const rest = ((digits - product) - productError + digitsError) / divisor;

  const doubt = quotient * DOUBT;
  const nearest = quotient + (rest - doubt);
  return nearest === quotient + (rest + doubt) ? nearest : NaN;
}

function upperHalf(value: number): number {
  const large = value * SPLITTER;
  return large - (large - value);
}
