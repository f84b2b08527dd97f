import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry } from "../../lib/records/entry.ts";
import { joinSession } from "../../report/join.ts";
import { entriesOf, type Run } from "../../report/run.ts";
import { answer, capture, escalation, judgement, keys, reading, sessions } from "./_entries.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const origins = (run: Run): string[] => entriesOf(run).map(({ origin }) => origin).toSorted();
const others = (run: Run): Entry[] => entriesOf(run).filter(({ kind }) => kind !== "capture");

/** Which entries came together, by the place of each among those given. */
function together(...entries: Entry[]): number[][] {
  const place = new Map(entries.map(({ origin }, index) => [origin, index]));
  return joinSession(entries).map((run) =>
    entriesOf(run).map(({ origin }) => place.get(origin)!).toSorted()
  );
}

Deno.test("joinSession() puts every entry into exactly one run, and no run is empty", () => {
  fc.assert(fc.property(sessions, (entries) => {
    const runs = joinSession(entries);
    assert.deepEqual(
      runs.flatMap(origins).toSorted(),
      entries.filter(({ kind }) => kind !== "keys").map(({ origin }) => origin).toSorted(),
    );
    assert.ok(runs.every((run) => entriesOf(run).length > 0));
    assert.equal(
      runs.filter(({ capture }) => capture !== null).length,
      entries.filter(({ kind }) => kind === "capture").length,
      "every capture is a run",
    );
  }));
});

Deno.test("joinSession() gives the same runs in whatever order entries were read", () => {
  const shuffled = sessions.chain((entries) =>
    fc.tuple(
      fc.constant(entries),
      fc.shuffledSubarray(entries, { minLength: entries.length }),
    )
  );
  fc.assert(
    fc.property(shuffled, ([entries, otherwise]) => {
      assert.deepEqual(joinSession(otherwise), joinSession(entries));
    }),
    { numRuns: 500 },
  );
});

Deno.test("joinSession() changes nothing of what it is given", () => {
  fc.assert(fc.property(sessions, (entries) => {
    const before = structuredClone(entries);
    joinSession(entries);
    assert.deepEqual(entries, before);
  }));
});

Deno.test("joinSession() never mixes prompts, and scatters none", () => {
  fc.assert(
    fc.property(sessions, (entries) => {
      const runs = joinSession(entries);
      const uncaptured: string[] = [];
      for (const run of runs) {
        const prompts = new Set(
          others(run).map(({ prompt }) => prompt).filter((id) => id !== null),
        );
        assert.ok(prompts.size <= 1, [...prompts].join());
        if (run.capture === null) uncaptured.push(...prompts);
      }
      // A prompt has a run for every capture; what no capture is for stays together.
      assert.equal(new Set(uncaptured).size, uncaptured.length, uncaptured.join());
    }),
    { numRuns: 500 },
  );
});

Deno.test("joinSession() puts what names no prompt to the nearest earlier capture", () => {
  fc.assert(
    fc.property(sessions, (entries) => {
      const captures = entries.filter(({ kind }) => kind === "capture");
      for (const run of joinSession(entries)) {
        for (const { prompt, began, written, kind } of others(run)) {
          if (prompt !== null) continue;
          const moment = kind === "reading" ? began : written;
          const earlier = captures.filter((one) => one.written <= moment)
            .map((one) => one.written);
          const expected = earlier.length === 0 ? null : Math.max(...earlier);
          assert.equal(run.capture?.written ?? null, expected);
        }
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("joinSession() counts the turns in the order of time, and the latest reading stands", () => {
  fc.assert(fc.property(sessions, (entries) => {
    const runs = joinSession(entries);
    assert.deepEqual(runs.map(({ turn }) => turn), runs.map((_, index) => index + 1));
    const times = runs.map(({ time }) => time);
    assert.deepEqual(times, times.toSorted((a, b) => a - b));
    for (const run of runs) {
      for (const list of [run.judgements, run.readings, run.escalations, run.answers]) {
        const written = (list as readonly Entry[]).map((entry) => entry.written);
        assert.deepEqual(written, written.toSorted((a, b) => a - b), "oldest first");
      }
    }
    for (const [index, { standing, readings }] of runs.entries()) {
      assert.equal(standing, readings.at(-1) ?? runs[index - 1]?.standing ?? null);
    }
    const lastCapture = runs.findLastIndex(({ capture }) => capture !== null);
    assert.deepEqual(
      runs.flatMap(({ latest }, index) => latest ? [index] : []),
      [...new Set([lastCapture, runs.length - 1])].filter((index) => index >= 0),
    );
  }));
});

Deno.test("hooks of one event belong together, however long each of them took", () => {
  const prompt = "p-1";
  assert.deepEqual(
    together(
      capture(0),
      judgement(SECOND, { prompt, began: -SECOND }),
      escalation(SECOND, { prompt }),
      reading(4 * MINUTE, {}, { prompt, began: SECOND }),
      capture(2 * MINUTE),
      judgement(2 * MINUTE, { prompt: "p-2" }),
    ),
    [[0, 1, 2, 3], [4, 5]],
  );
});

Deno.test("a run's own record tells the prompt of its capture, however far away other records are", () => {
  assert.deepEqual(
    together(
      capture(0),
      keys(0, { prompt: "p-1" }),
      // Written before the capture of its own prompt, and long after.
      judgement(10 * MINUTE - 1, { prompt: "p-2" }),
      capture(10 * MINUTE),
      keys(10 * MINUTE, { prompt: "p-2" }),
      reading(40 * MINUTE, {}, { prompt: "p-1" }),
      escalation(50 * MINUTE, { prompt: "p-3" }),
    ),
    [[0, 5], [2, 3], [6]],
  );
});

Deno.test("a run's own record without its capture is no run", () => {
  assert.deepEqual(together(keys(0, { prompt: "p-1" })), []);
  assert.deepEqual(together(capture(0), keys(SECOND, { prompt: "p-1" })), [[0]]);
});

Deno.test("where the client names no prompt, a record belongs to the nearest earlier capture", () => {
  const judged = { began: 9 * MINUTE };
  assert.deepEqual(
    together(
      ...[capture(0), keys(0), capture(10 * MINUTE), keys(10 * MINUTE)],
      ...[judgement(11 * MINUTE, judged), reading(20 * MINUTE, {}, { began: SECOND })],
    ),
    [[0, 5], [2, 4]],
  );
});

Deno.test("a capture without a known prompt is the nearest prompt's", () => {
  // What comes much later must not take the place of what was written beside the capture.
  assert.deepEqual(
    together(
      capture(0),
      reading(MINUTE, {}, { prompt: "p-1", began: SECOND }),
      judgement(30 * MINUTE, { prompt: "p-2" }),
    ),
    [[0, 1], [2]],
  );
});

Deno.test("of several runs of a prompt, the one of the same commit counts, and then the nearest", () => {
  const [one, two] = ["1".repeat(40), "2".repeat(40)];
  const prompt = "p-1";
  const entries = [
    capture(0),
    judgement(0, { prompt, head: one }),
    capture(10 * MINUTE),
    judgement(10 * MINUTE, { prompt, head: two }),
  ];
  const later = (head: string | null) => answer(20 * MINUTE, null, { prompt, head });
  assert.deepEqual(together(...entries, later(one)), [[0, 1, 4], [2, 3]]);
  assert.deepEqual(together(...entries, later(two)), [[0, 1], [2, 3, 4]]);
  assert.deepEqual(together(...entries, later("3".repeat(40))), [[0, 1], [2, 3, 4]]);
  assert.deepEqual(together(...entries, later(null)), [[0, 1], [2, 3, 4]]);
});

Deno.test("what was written before any capture is a run of its own", () => {
  assert.deepEqual(together(judgement(0), capture(MINUTE)), [[0], [1]]);
  assert.deepEqual(together(judgement(0), escalation(MINUTE)), [[0], [1]]);
  assert.deepEqual(joinSession([]), []);
});

Deno.test("runs of an unknown session are all the latest, and no reading stands for another", () => {
  const session = "unknown";
  const runs = joinSession([
    capture(0, { session }),
    reading(SECOND, { HIGH: 1 }, { session }),
    capture(10 * MINUTE, { session }),
  ]);
  assert.deepEqual(runs.map(({ turn, latest }) => [turn, latest]), [[1, true], [1, true]]);
  assert.equal(runs[0]?.standing?.found.HIGH, 1);
  assert.equal(runs[1]?.standing, null);
});
