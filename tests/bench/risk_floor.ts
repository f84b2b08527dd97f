/** How fast the risk floor is: against the plain table it replaces, and as changes grow. */

import { evaluateLiteral } from "../../experiments/history/rivals.ts";
import { evaluateRiskFloor, SURFACES } from "../../risk_floor.ts";
import { type Figure, median, takeTurns } from "./measure.ts";

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
    // A table it has never seen has nothing remembered.
    fresh: () => evaluateRiskFloor({ filesChanged: paths }, { surfaces: [...SURFACES] }),
  });
  const literal = median(times.literal);
  return [
    {
      what: "risk floor / literal table, 100,000 paths",
      ratio: median(times.ours) / literal,
      target: "<= 1.5",
    },
    {
      what: "the same, with nothing remembered from before",
      ratio: median(times.fresh) / literal,
      target: "none set",
    },
    ...await benchGrowth(tree),
  ];
}

/** Time per path at growing sizes, of both contenders against their own at 1,000 paths. */
async function benchGrowth(tree: readonly string[]): Promise<Figure[]> {
  const sizes = [1_000, 10_000, 100_000, 1_000_000];
  const million = 1_000_000;
  const ours: Record<string, () => void> = {};
  const literal: Record<string, () => void> = {};
  for (const size of sizes) {
    const paths = repeat(tree, size);
    // As many paths in every turn: the smallest change must not be lost in the noise.
    const again = (evaluate: () => void) => () => {
      for (let n = 0; n < million / size; n++) evaluate();
    };
    ours[size] = again(() => evaluateRiskFloor({ filesChanged: paths }));
    literal[size] = again(() => evaluateLiteral(paths));
  }
  const grown = async (contenders: Record<string, () => void>): Promise<number[]> => {
    const times = await takeTurns(5, contenders);
    return sizes.map((size) => median(times[size]!) / median(times[sizes[0]!]!));
  };
  const [oursGrown, literalGrown] = [await grown(ours), await grown(literal)];
  return sizes.slice(1).map((size, n) => ({
    what: `time per path at ${size.toLocaleString("en")} / at 1,000 paths ` +
      `(literal table: ${literalGrown[n + 1]!.toFixed(2)}x)`,
    ratio: oursGrown[n + 1]!,
    target: "linear",
  }));
}
