import assert from "node:assert/strict";
import { PATTERNS, scrubPatterns } from "../../../lib/scrub/patterns.ts";
import { examples, fixed } from "./_examples.ts";
import { PROSE } from "./_prose.ts";

for (const [kind, before, secret, after] of examples(fixed)) {
  Deno.test(`scrubPatterns() removes a ${kind}: ${JSON.stringify(before)} …`, () => {
    const text = before + secret + after;
    const scrubbed = scrubPatterns(text);
    assert.ok(!scrubbed.includes(secret), scrubbed);
    assert.ok(scrubbed.includes(`[redacted: ${kind}]`), scrubbed);
    assert.equal(scrubPatterns(scrubbed), scrubbed);
  });
}

Deno.test("every kind of the table has an example, and every example a kind", () => {
  const shown = new Set(examples(fixed).map(([kind]) => kind));
  assert.deepEqual([...shown].sort(), PATTERNS.map(([kind]) => kind).toSorted());
});

for (const text of PROSE) {
  Deno.test(`scrubPatterns() leaves alone: ${JSON.stringify(text)}`, () => {
    assert.equal(scrubPatterns(text), text);
  });
}

Deno.test("scrubPatterns() keeps what stands around a secret", () => {
  assert.equal(
    scrubPatterns("https://me:" + fixed(8) + "@host.test/x?page=2"),
    "https://me:[redacted: url password]@host.test/x?page=2",
  );
  assert.equal(
    scrubPatterns(`{"user": "me", "password": "${fixed(8)}", "port": 5432}`),
    '{"user": "me", "password": "[redacted: password]", "port": 5432}',
  );
});

Deno.test("scrubPatterns() removes a whole value of which a part is a known token", () => {
  const token = "gh" + "p_" + fixed(36);
  assert.equal(scrubPatterns(`PASSWORD=abcd-${token}-xyz`), "PASSWORD=[redacted: password]");
});
