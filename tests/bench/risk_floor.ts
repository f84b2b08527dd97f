/** How fast the risk floor is: against the plain table it replaces, and as changes grow. */

import { evaluateLiteral } from "../../experiments/history/rivals.ts";
import { evaluateRiskFloor } from "../../risk_floor.ts";
import { type Figure, figure, takeTurns } from "./measure.ts";

const MILLION = 1_000_000;

/** A tree repeated until it has so many paths. */
function repeat(tree: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, n) => tree[n % tree.length]!);
}

/** Compares on the paths of one tree. */
export async function benchRiskFloor(tree: readonly string[]): Promise<Figure[]> {
  const paths = repeat(tree, 100_000);
  const times = await takeTurns(21, {
    literal: () => evaluateLiteral(paths),
    ours: () => evaluateRiskFloor({ filesChanged: paths }),
  });
  // As many paths in every turn, so that the small change is not lost in the noise.
  const inPartsOf = (size: number) => {
    const filesChanged = repeat(tree, size);
    return () => {
      for (let n = 0; n < MILLION / size; n++) evaluateRiskFloor({ filesChanged });
    };
  };
  const grown = await takeTurns(5, { small: inPartsOf(1_000), large: inPartsOf(MILLION) });
  return [
    figure("risk floor / literal table, 100,000 paths", "<= 1.5", times.ours, times.literal),
    figure("time per path at 1,000,000 / at 1,000 paths", "linear", grown.large, grown.small),
  ];
}
