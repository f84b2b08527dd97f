import fc from "fast-check";
import assert from "node:assert/strict";
import { jsonIn } from "../../../lib/text/json_in_text.ts";

const found = (text: string): unknown[] => [...jsonIn(text)];

Deno.test("a text that is JSON is one value, whatever it is", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const json = JSON.stringify(value);
    assert.deepEqual(found(` ${json}\n`), [JSON.parse(json)]);
  }));
});

Deno.test("every object among words and in code blocks is found, in order and the outer ones only", () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  const words = fc.constantFrom("", "Well,", "I think {so}", "see [the docs](x)", 'a "quote"', "}");
  const wraps: ((json: string) => string)[] = [
    (json) => json,
    (json) => "\n```json\n" + json + "\n```\n",
    (json) => "\n```" + json + "```\n",
    (json) => `(${json})`,
  ];
  const parts = fc.array(fc.tuple(words, objects, fc.constantFrom(...wraps), fc.boolean()), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(fc.property(parts, (pieces) => {
    const text = "Here: " +
      pieces.map(([before, value, wrap, pretty]) =>
        `${before} ${wrap(JSON.stringify(value, null, pretty ? 2 : 0))}`
      ).join(" and ");
    const expected = pieces.map(([, value]) => JSON.parse(JSON.stringify(value)));
    assert.deepEqual(found(text), expected);
  }));
});

Deno.test("nothing is cut out of a value that is broken or cut off", () => {
  for (
    const text of [
      '{"a": {"b": 1}, "c": ',
      'So: {"a": {"b": 1}, "c": "never clo',
      '{"a": {"b": 1},}',
      "{'a': {\"b\": 1}} and no more".replace("{'a'", '{"a" 1'),
    ]
  ) assert.deepEqual(found(text), [], text);
});

Deno.test("a brace in a string, a bracket in prose and program code do not hide the answer", () => {
  const answer = { a: "} { ``` [" };
  const json = JSON.stringify(answer);
  for (
    const before of [
      "function f() { return 1; }\n",
      "```ts\nconst x = { a: 1 };\n```\n",
      "[x] done, [ ] open, [the rest\n",
      "an open [1, 2\n",
      "{task} {{task}} { }x\n",
    ]
  ) assert.deepEqual(found(before + json).at(-1), answer, before);
});

Deno.test("a million characters of anything are read in little time", () => {
  const pieces = ["{", "[", '{"', '["', "[1", "[1 ", '{"a":', "```\n", "```json\n{", "{}", "[]"];
  const more = [
    '"',
    "\\",
    '["\\',
    '{"a":1} ',
    "[[]",
    '{"a":"\n',
    "} ",
    "] [1",
    '{"a"}',
    "```\nx\n",
  ];
  for (const piece of [...pieces, ...more]) {
    const text = `x ${piece.repeat(Math.ceil(1e6 / piece.length))}`;
    const start = performance.now();
    assert.ok(found(text).length <= 100);
    const took = performance.now() - start;
    assert.ok(took < 2_000, `${JSON.stringify(piece)} took ${took} ms`);
  }
});
