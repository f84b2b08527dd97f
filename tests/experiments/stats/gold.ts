/** The reference figures, and how close is close enough. */
import assert from "node:assert/strict";

/** For what the reference computes in closed form, or in exact fractions. */
export const EXACT = 1e-9;
/** For what the reference finds by iteration (quantiles of the beta distribution, roots). */
export const ITERATIVE = 1e-6;

/** Reads a file of reference figures. */
export async function readGold<T>(name: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(new URL(`gold/${name}`, import.meta.url)));
}

/** Compares figures; null with null only. Around zero, the tolerance is absolute. */
export function assertClose(
  actual: number | null | undefined,
  expected: number | null | undefined,
  tolerance: number,
  what: string,
): void {
  if (expected === null || expected === undefined || actual === null || actual === undefined) {
    assert.equal(actual ?? null, expected ?? null, what);
    return;
  }
  const size = Math.abs(expected) > 1e-300 ? Math.abs(expected) : 1e-3;
  const error = Math.abs(actual - expected) / size;
  assert.ok(error <= tolerance, `${what}: ${actual} is not ${expected} (off by ${error})`);
}

/** Compares two bounds. */
export function assertInterval(
  actual: readonly [number, number] | null,
  expected: readonly [number, number] | null | undefined,
  tolerance: number,
  what: string,
): void {
  assertClose(actual?.[0], expected?.[0], tolerance, what);
  assertClose(actual?.[1], expected?.[1], tolerance, what);
}
