import assert from "node:assert/strict";
import fc from "fast-check";
import { readDate } from "../../../experiments/boards/dates.ts";

Deno.test("readDate() reads every way in which boards write a date", () => {
  const noon = Date.UTC(2026, 0, 10, 12);
  for (
    const text of [
      "2026-01-10T12:00:00Z",
      "2026-01-10T12:00:00.000Z",
      "2026-01-10T12:00:00.000000000Z",
      "2026-01-10T04:00:00-08:00",
      "2026-01-10T07:00:00.000-0500",
      "2026-01-10 12:00",
      "2026-01-10T12:00:00",
      "20260110T120000Z",
      "Sat Jan 10 2026 13:00:00 GMT+0100 (Central European Standard Time)",
    ]
  ) assert.equal(readDate(text), noon, text);
  assert.equal(readDate("2026-01-10"), Date.UTC(2026, 0, 10));
  assert.equal(readDate("2026-01-10T00:00:00.25Z"), Date.UTC(2026, 0, 10) + 250);
});

Deno.test("readDate() refuses days that are in no calendar, and what is no date", () => {
  for (
    const text of [
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-01-00",
      "1969-12-31",
      "2026-01-10T24:00:00Z",
      "2026-01-10T12:60:00Z",
      "Sat Foo 10 2026 13:00:00 GMT+0100",
      "Sat anF 10 2026 13:00:00 GMT+0100",
      "1768046400",
      "yesterday",
      "",
    ]
  ) assert.equal(readDate(text), null, text);
  assert.notEqual(readDate("2024-02-29"), null);
});

Deno.test("readDate() reads what a date prints, whichever it is", () => {
  const date = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(fc.property(date, (date) => {
    assert.equal(readDate(date.toISOString()), date.getTime());
  }));
});
