import fc from "fast-check";
import assert from "node:assert/strict";
import { blockText, markFor } from "../../../lib/text/data_blocks.ts";

Deno.test("no mark occurs in the data that it stands around", () => {
  const lines = fc.oneof(
    fc.string(),
    fc.constantFrom("</data-n0nce>", "DATA-N0NCE-1", "data-n0nce-2 data-n0nce-01"),
  );
  fc.assert(fc.property(fc.array(lines), fc.constantFrom("n0nce", "", "a b"), (data, nonce) => {
    const mark = markFor(nonce, data);
    const text = blockText({ title: "Data:", lines: data }, mark).toLowerCase();
    assert.equal(text.split(`<${mark}>`.toLowerCase()).length, 2);
    assert.equal(text.split(`</${mark}>`.toLowerCase()).length, 2);
  }));
});
