import assert from "node:assert/strict";
import fc from "fast-check";
import { parseNumstat } from "../../../lib/git/change.ts";
import { decodePath, isGenerated, splitAtNul } from "../../../lib/git/paths.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("decodePath() shows bytes that are not UTF-8 as \\xNN and keeps the rest", () => {
  assert.equal(decodePath(new Uint8Array([0x61, 0xff, 0xc3, 0xa4, 0xc3, 0x62])), "a\\xffä\\xc3b");
  assert.equal(decodePath(bytes("\ufeffa.ts")), "\ufeffa.ts");
});

Deno.test("decodePath() returns any text unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      assert.equal(decodePath(bytes(text)), text);
    }),
    { seed: 1 },
  );
});

Deno.test("splitAtNul() gives back what was joined", () => {
  const part = fc.uint8Array({ min: 1, minLength: 1 });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const joined = new Uint8Array(parts.flatMap((part) => [...part, 0]));
      assert.deepEqual([...splitAtNul(joined)].map((part) => [...part]), parts.map((p) => [...p]));
    }),
    { seed: 1 },
  );
});

Deno.test("parseNumstat() reads plain, binary and renamed files, and tabs in names", () => {
  const output = "1\t2\ta\tb.ts\0-\t-\tpicture.png\x003\t4\t\0old.ts\0new.ts\0";
  assert.deepEqual(parseNumstat(bytes(output)), [
    { path: "a\tb.ts", insertions: 1, deletions: 2 },
    { path: "picture.png", insertions: null, deletions: null },
    { path: "old.ts", insertions: 0, deletions: 0 },
    { path: "new.ts", insertions: 3, deletions: 4 },
  ]);
});

Deno.test("isGenerated() knows lock files, bundles and generated code, and nothing else", () => {
  const generated = `package-lock.json a/yarn.lock Cargo.lock go.sum deno.lock bun.lockb x.min.js
    a.map vendor/x/y.go web/dist/a.js zz_generated.deepcopy.go api.pb.go user_pb2.py Form.Designer.cs`;
  const written =
    `src/lock.ts clock.ts package.json go.mod distance/a.ts vendors.ts map.ts main.go`;
  for (const path of generated.split(/\s+/)) assert.ok(isGenerated(path), path);
  for (const path of written.split(/\s+/)) assert.ok(!isGenerated(path), path);
});
