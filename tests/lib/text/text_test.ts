import assert from "node:assert/strict";
import fc from "fast-check";
import { CUT_MARK, cutMiddle } from "../../../lib/text/text.ts";

const ENDS = { head: 40, tail: 60 };

Deno.test("a short text stays as it is", () => {
  const text = "x ".repeat(50);
  assert.equal(cutMiddle(text, ENDS), text);
});

Deno.test("no word is cut in two: half of a secret would not be known as one", () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,60}$/), { minLength: 40, maxLength: 80 });
  fc.assert(fc.property(words, (words) => {
    const whole = new Set(words);
    const cut = cutMiddle(words.join(" "), ENDS).replace(CUT_MARK, " ");
    for (const word of cut.split(" ")) assert.ok(word === "" || whole.has(word), word);
  }));
});

Deno.test("a cut keeps no more than was allowed, and no half of a character", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", minLength: 200, maxLength: 2000 }), (text) => {
    const cut = cutMiddle(text, ENDS);
    const [head = "", tail = ""] = cut.split(CUT_MARK);
    assert.ok(head.length <= ENDS.head && tail.length <= ENDS.tail);
    assert.ok(head.isWellFormed() && tail.isWellFormed());
    assert.ok(text.startsWith(head) && text.endsWith(tail));
  }));
});

Deno.test("what has no end of a word within reach is cut where it must be", () => {
  const cut = cutMiddle("x".repeat(5000), { head: 500, tail: 600 });
  assert.equal(cut.length, 500 + 600 + CUT_MARK.length);
});
