/**
 * Ratios instead of times: the contenders take turns in one run, so that whatever else the machine
 * does slows all of them alike.
 */

/** Milliseconds that one call takes, one list per contender, taken in turns. */
export async function takeTurns<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await contenders[name]();
      times[name].push(performance.now() - start);
    }
  }
  return times;
}

/** The middle value: neither the lucky round nor the disturbed one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** One line of a benchmark's result. */
export interface Figure {
  what: string;
  ratio: number;
  target: string;
}
