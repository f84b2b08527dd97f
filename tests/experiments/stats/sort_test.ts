import fc from "fast-check";
import assert from "node:assert/strict";
import { radixSort } from "../../../experiments/stats/radix_sort.ts";
import { seededRandom } from "../../../experiments/stats/random.ts";
import { spreadSort } from "../../../experiments/stats/spread_sort.ts";

const pairs = fc.array(
  fc.tuple(
    fc.oneof(
      fc.double({ min: -10, max: 10, noNaN: true }),
      fc.constantFrom(0, -0, 0.5, 1, Number.MIN_VALUE, -1e308, 1e308),
    ),
    fc.integer({ min: 0, max: 255 }),
  ),
  { maxLength: 300 },
);

Deno.test("both sorts order as a stable comparison does, and carry the labels along", () => {
  let short = 0;
  fc.assert(
    fc.property(pairs, (rows) => {
      const keys = Float64Array.from(rows, ([key]) => key);
      const labels = Uint8Array.from(rows, ([, label]) => label);
      const expected = rows.map(([key, label]) => [key + 0, label])
        .sort(([a], [b]) => a! - b!);
      for (const sort of [radixSort, spreadSort]) {
        const sorted = sort(keys, labels);
        if (sorted === null) continue;
        if (sort === spreadSort) short++;
        assert.deepEqual([...sorted.keys], expected.map(([key]) => key), sort.name);
        assert.deepEqual([...sorted.labels], expected.map(([, label]) => label), sort.name);
      }
    }),
    { seed: 20260131, numRuns: 2_000 },
  );
  assert.ok(short > 100, `spreadSort() gave up on all but ${short}`);
});

Deno.test("spreadSort() takes evenly spread keys and gives up on crowded ones", () => {
  const random = seededRandom(5);
  const even = Float64Array.from({ length: 100_000 }, () => random.unit());
  const labels = new Uint8Array(100_000);
  assert.deepEqual(spreadSort(even, labels)?.keys, even.toSorted());
  assert.equal(spreadSort(even.map((key) => key ** 40), labels), null);
  assert.equal(spreadSort(new Float64Array(100), new Uint8Array(100)), null);
  assert.equal(spreadSort(new Float64Array(), new Uint8Array()), null);
});
