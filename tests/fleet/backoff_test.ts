import assert from "node:assert/strict";
import fc from "fast-check";
import { backoff, wait } from "../../fleet/backoff.ts";

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

Deno.test("whoever waits is woken when it is time to stop", async () => {
  const stop = new AbortController();
  const waiting = wait(3_600_000, stop.signal);
  stop.abort();
  await waiting;
  await wait(3_600_000, stop.signal);
});
