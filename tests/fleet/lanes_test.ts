import assert from "node:assert/strict";
import fc from "fast-check";
import { backoff, Lanes, type Parcel, waitToRetry } from "../../fleet/lanes.ts";

interface Item extends Parcel {
  readonly number: number;
}

class Passing extends Error {}

const item = (number: number, lane: string | null, size = 1): Item => ({
  ...{ number, lane, bytes: new Uint8Array(size) },
});

/** Ends after some turns of the event loop: sending takes a while, and not always as long. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setTimeout(resolve));
}

function lanes(
  send: (item: Item) => Promise<void>,
  { most = 8, mostBytes = 1_000, pause = (_: number) => Promise.resolve() } = {},
): Lanes<Item> {
  const isPassing = (error: unknown) => error instanceof Passing;
  return new Lanes({ send, isPassing, pause, most, mostBytes });
}

Deno.test("whatever fails on the way, each is sent once, and those of a lane in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          lane: fc.constantFrom("a", "b", "c", null),
          failures: fc.integer({ min: 0, max: 3 }),
          slow: fc.integer({ min: 0, max: 2 }),
        }),
        { maxLength: 30 },
      ),
      fc.integer({ min: 1, max: 10 }),
      async (list, most) => {
        const arrived: number[] = [];
        const left = list.map(({ failures }) => failures);
        let [under, highest] = [0, 0];
        const all = lanes(async ({ number }) => {
          highest = Math.max(highest, ++under);
          await turns(list[number]!.slow);
          under--;
          if (left[number]!-- > 0) throw new Passing();
          arrived.push(number);
        }, { most });
        for (const [number, { lane }] of list.entries()) await all.take(item(number, lane));
        await all.empty();
        assert.equal(all.held, 0);
        assert.ok(highest <= most);
        assert.deepEqual(arrived.toSorted((a, b) => a - b), list.map((_, number) => number));
        for (const lane of ["a", "b", "c"]) {
          const mine = arrived.filter((number) => list[number]!.lane === lane);
          assert.deepEqual(mine, mine.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("no more is held than fits, but for a single one that never would", async () => {
  let highest = 0;
  const all: Lanes<Item> = lanes(() => turns(1), { most: 100, mostBytes: 10 });
  for (const [number, size] of [4, 4, 4, 50, 1, 10, 10].entries()) {
    await all.take(item(number, null, size));
    highest = Math.max(highest, all.held);
  }
  await all.empty();
  assert.equal(highest, 2);
});

Deno.test("what fails for good ends everything, and rejects all that wait", async () => {
  const all = lanes(async ({ number }) => {
    await turns(1);
    if (number === 1) throw new RangeError("refused");
    throw new Passing();
  });
  await all.take(item(0, "a"));
  await all.take(item(1, "b"));
  await assert.rejects(() => all.empty(), RangeError);
  await assert.rejects(() => all.take(item(2, "c")), RangeError);
  await assert.rejects(() => all.failed, RangeError);
  assert.equal(all.held, 2, "both are still to be sent");
});

Deno.test("who pauses may give up for all", async () => {
  const all = lanes(() => Promise.reject(new Passing()), {
    pause: (failures) => failures < 3 ? Promise.resolve() : Promise.reject(new TypeError("tired")),
  });
  await all.take(item(0, "a"));
  await assert.rejects(() => all.empty(), /tired/);
});

Deno.test("failures are counted in a row, together, and forgotten with a success", async () => {
  const counts: number[] = [];
  const outcomes = [false, false, false, true, false, true];
  const all = lanes(() => outcomes.shift() ? Promise.resolve() : Promise.reject(new Passing()), {
    pause: (failures) => {
      counts.push(failures);
      return Promise.resolve();
    },
  });
  await all.take(item(0, "a"));
  await all.take(item(1, "a"));
  await all.empty();
  assert.deepEqual(counts, [1, 2, 3, 1]);
});

Deno.test("told to stop, it waits for what is on its way and drops the rest", async () => {
  const arrived: number[] = [];
  const gate = Promise.withResolvers<void>();
  const all = lanes(async ({ number }) => {
    await gate.promise;
    arrived.push(number);
  });
  await all.take(item(0, "a"));
  await all.take(item(1, "a"));
  await all.take(item(2, "b"));
  all.stop();
  gate.resolve();
  await all.empty();
  await all.take(item(3, "c"));
  assert.deepEqual([arrived, all.held], [[0, 2], 0]);
});

Deno.test("told to stop while everything fails, it tries no further", async () => {
  let tries = 0;
  const all = lanes(() => {
    tries++;
    return Promise.reject(new Passing());
  }, { pause: () => turns(1) });
  await all.take(item(0, "a"));
  all.stop();
  await all.empty();
  assert.equal(tries, 1);
});

Deno.test("the wait grows with the failures, up to a bound, and is never quite the same", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, random) => {
        const time = backoff(failures, random);
        assert.ok(time >= 50 && time <= 5_000, String(time));
        assert.ok(backoff(failures + 1, random) >= time);
        assert.ok(random < 0.001 || time > backoff(failures, 0));
      },
    ),
  );
});

Deno.test("the wait ends with the signal to stop", async () => {
  const stop = new AbortController();
  const waiting = waitToRetry(20, stop.signal);
  stop.abort();
  await waiting;
  await waitToRetry(20, stop.signal);
});
