import assert from "node:assert/strict";
import fc from "fast-check";
import { EntryMaker } from "../../lib/records/entry.ts";
import type { RunRecord } from "../../lib/records/record.ts";
import type { Found } from "../../lib/records/source.ts";
import { Book } from "../../report/book.ts";
import { entriesOf } from "../../report/run.ts";
import { runSamples } from "../lib/records/_samples.ts";

const record: fc.Arbitrary<RunRecord> = fc.record({
  sample: fc.constantFrom(...runSamples()),
  session_id: fc.constantFrom("s-1", "s-2", "unknown"),
  repo: fc.constantFrom("shop", "__proto__"),
  minute: fc.nat({ max: 9 }),
}).map(({ sample, session_id, repo, minute }) => ({
  ...sample,
  session_id,
  repo,
  timestamp: `2026-01-31T12:0${minute}:00.000Z`,
}));

/** What is found at one of a few places, again and again. */
const found: fc.Arbitrary<Found> = fc.nat({ max: 7 }).chain((n) => {
  const origin = `${n}.json`;
  return fc.oneof(
    { weight: 4, arbitrary: record.map((record) => ({ origin, record })) },
    { weight: 1, arbitrary: fc.constant({ origin, problem: "empty" }) },
    { weight: 1, arbitrary: fc.constant({ origin, gone: true as const }) },
  );
});

const maker = new EntryMaker();

/** All that a book tells, in an order of its own. */
function told(book: Book) {
  const runs = book.runs().map((run) => JSON.stringify(run)).toSorted();
  const { count, first } = book.problems();
  return { runs, count, problems: first.map(({ origin }) => origin).toSorted() };
}

Deno.test("a book that followed every change tells what one tells that saw only the end", () => {
  fc.assert(
    fc.property(fc.array(fc.array(found, { maxLength: 4 }), { maxLength: 8 }), (batches) => {
      const followed = new Book();
      const last = new Map<string, Found>();
      for (const batch of batches) {
        followed.add(maker.entriesOf(batch));
        followed.runs();
        for (const one of batch) last.set(one.origin, one);
      }
      const fresh = new Book();
      fresh.add(maker.entriesOf([...last.values()]));
      assert.deepEqual(told(followed), told(fresh));
      const records = [...last.values()].filter((one) => "record" in one);
      assert.equal(followed.records, records.length);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a book holds every record once, from wherever it came", () => {
  fc.assert(fc.property(fc.array(record, { maxLength: 6 }), (records) => {
    const at = (folder: string) =>
      records.map((record, n) => ({ origin: `${folder}/${n}.json`, record }));
    const once = new Book();
    once.add(maker.entriesOf(at("a")));
    const twice = new Book();
    twice.add(maker.entriesOf(at("b")));
    twice.add(maker.entriesOf(at("a")));
    assert.deepEqual(told(twice), told(once));
    // A run's own record is no part of a run: it tells what its capture is joined by.
    const contents = new Set(
      records.filter(({ schema }) => schema !== "run.v1").map((record) => JSON.stringify(record)),
    );
    const origins = once.runs().flatMap(entriesOf).map(({ origin }) => origin);
    assert.equal(origins.length, contents.size);
  }));
});

Deno.test("sessions are told apart, whatever their names hold", () => {
  const [sample] = runSamples();
  const book = new Book();
  const names = [["a\nb", "c"], ["a", "b\nc"], ["a,b", "c"], ["a", "b,c"], ['a","b', "c"], [
    "",
    "",
  ]];
  book.add(maker.entriesOf(names.map(([repo, session_id], n) => ({
    origin: `${n}.json`,
    record: { ...sample!, repo: repo!, session_id: session_id! },
  }))));
  const runs = book.runs();
  assert.equal(runs.length, names.length);
  assert.ok(runs.every(({ turn, latest }) => turn === 1 && latest));
});
