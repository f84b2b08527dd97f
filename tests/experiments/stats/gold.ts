/** The reference figures, and how close is close enough. */
import assert from "node:assert/strict";

/** For what the reference computes in closed form, or in exact fractions. */
export const EXACT = 1e-9;
/** For what the reference finds by iteration (quantiles of the beta distribution, roots). */
export const ITERATIVE = 1e-6;

/** Two numbers. */
export type Pair = [number, number];
/** The figures of one sample; what is not defined is missing or null. */
export interface CalibrationGold {
  n: number;
  npos: number;
  nneg: number;
  base_rate?: number;
  mean_confidence?: number;
  auc: number | null;
  auc_exact?: Pair;
  delong_var?: number | null;
  ci95?: Pair | null;
  ci90?: Pair;
  ci95_newcombe5?: Pair;
  mw_p_two_sided_cc?: number;
  mw_p_two_sided_nocc?: number | null;
  exact_p?: number;
  average_precision?: number;
  brier: number | null;
  mcb?: number;
  dsc?: number;
  unc?: number;
  pav?: Pair[];
  bins?: [number, number, number, number][];
  ece10_right_closed?: number;
  ece10_equal_mass?: number;
  aurc?: number;
  risk_coverage?: Pair[];
  lift10?: { k: number; precision: number; lift: number };
  lift20?: { k: number; precision: number; lift: number };
  high?: {
    threshold: number;
    n: number;
    npos: number;
    coverage: number;
    selective_accuracy: number;
    lift: number;
    auc: number | null;
    delong_var: number | null;
  };
}
/** A sample and its figures. */
interface GoldSet {
  name: string;
  confidence: number[];
  correct: number[];
  expected: CalibrationGold;
}

/** Reads a file of reference figures. */
export async function readGold<T>(name: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(new URL(`gold/${name}`, import.meta.url)));
}

/** The samples with all figures that the experiment on confidence has. */
export async function readCalibrationGold(): Promise<{ sets: GoldSet[] }> {
  return await readGold("calibration.json");
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
