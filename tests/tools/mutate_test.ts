import assert from "node:assert/strict";
import { mutationsOf } from "../../tools/mutate.ts";

Deno.test("each operator, number and truth value of the code is changed once, and no type or text", () => {
  const source = 'type A = 1 | 2;\nconst a = (b: number) => b > 4 && c === "1 + 1" ? true : -b;\n';
  const changed = mutationsOf("a.ts", source).map(({ start, end, after }) =>
    source.slice(0, start) + after + source.slice(end)
  );
  assert.deepEqual(changed.map((text) => text.split("\n")[1]), [
    'const a = (b: number) => b > 4 || c === "1 + 1" ? true : -b;',
    'const a = (b: number) => b >= 4 && c === "1 + 1" ? true : -b;',
    'const a = (b: number) => b > 5 && c === "1 + 1" ? true : -b;',
    'const a = (b: number) => b > 4 && c !== "1 + 1" ? true : -b;',
    'const a = (b: number) => b > 4 && c === "1 + 1" ? false : -b;',
  ]);
});
