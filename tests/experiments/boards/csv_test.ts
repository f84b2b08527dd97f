import assert from "node:assert/strict";
import fc from "fast-check";
import { readCsv } from "../../../experiments/boards/parse.ts";

const fieldsOf = (text: string) => [...readCsv(text)].map(({ fields }) => fields);

Deno.test("readCsv() reads back what was written by the rules of RFC 4180", () => {
  const field = fc.array(fc.constantFrom("a", '"', ",", "\n", "\r\n", " ", "é")).map((all) =>
    all.join("")
  );
  const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }));
  fc.assert(fc.property(rows, fc.constantFrom("\n", "\r\n"), fc.boolean(), (rows, end, last) => {
    const quoted = (text: string) =>
      /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const lines = rows.map((row) => row.map(quoted).join(","));
    assert.deepEqual(fieldsOf(lines.join(end) + (last && rows.length > 0 ? end : "")), rows);
  }));
});

Deno.test("readCsv() says in which line a row begins, however many lines one takes", () => {
  const rows = [...readCsv('a,b\n"x\ny","z\r\n"\n\nc,d')];
  assert.deepEqual(rows.map(({ line }) => line), [1, 2, 6]);
});

Deno.test("a stray quote, or one that is never closed, ends the table with a mistake", () => {
  for (const text of ['a,b"c\nd,e', '"a"b,c\n', 'a,"b\n', '"']) {
    assert.deepEqual([...readCsv(text)], [{ line: 1, fields: null }]);
  }
});

Deno.test("readCsv() reads a field of a million quotes", () => {
  const [row] = fieldsOf(`"${'""'.repeat(1_000_000)}",b`);
  assert.equal(row?.[0]?.length, 1_000_000);
});
