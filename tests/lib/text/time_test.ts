import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAge, parseDate, parseMoment } from "../../../lib/text/time.ts";

Deno.test("parseDate() reads every way in which boards write a date", () => {
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
  ) assert.equal(parseDate(text), noon, text);
  assert.equal(parseDate("2026-01-10"), Date.UTC(2026, 0, 10));
  assert.equal(parseDate("2026-01-10T00:00:00.25Z"), Date.UTC(2026, 0, 10) + 250);
});

Deno.test("parseDate() refuses days that are in no calendar, and what is no date", () => {
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
  ) assert.equal(parseDate(text), null, text);
  assert.notEqual(parseDate("2024-02-29"), null);
});

Deno.test("parseDate() reads what a date prints, whichever it is", () => {
  const date = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(fc.property(date, (date) => {
    assert.equal(parseDate(date.toISOString()), date.getTime());
  }));
});

Deno.test("an age is hours, days or weeks", () => {
  assert.deepEqual(["12h", "1d", "2w"].map(parseAge), [43_200_000, 86_400_000, 1_209_600_000]);
  for (const text of ["", "0d", "1", "1m", "1.5d", "-1d"]) assert.equal(parseAge(text), null, text);
});

Deno.test("a moment in a flag is a day or a time in UTC, and in the calendar", () => {
  assert.equal(parseMoment("2026-01-31"), Date.UTC(2026, 0, 31));
  assert.equal(parseMoment("2026-01-31T12:00:00.5Z"), Date.UTC(2026, 0, 31, 12, 0, 0, 500));
  for (const text of ["2026-02-30", "2026-01-31T12:00:00", "20260131T120000Z", "yesterday"]) {
    assert.equal(parseMoment(text), null, text);
  }
});
