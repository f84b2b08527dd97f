/**
 * Text that somebody made to keep the scrubber busy. Growth is measured, not speed: sixteen times
 * the text may take some sixteen times as long, where a quadratic pattern takes 256 times.
 */

import assert from "node:assert/strict";
import { scrubPatterns } from "../../../lib/scrub/patterns.ts";
import { scrub } from "../../../lib/scrub/scrub.ts";

const BEGIN = ["-----", "BEGIN PRIVATE KEY", "-----"].join("");

/** Units without spaces, to be read easily. */
const WORDS = String.raw`
  a A 1 - -- --- = _ \ " ' : / @ . [ [redacted: sk- eyJ eyJ- eyJ. eyJaaaaaaaaaaaaaaaaa. AKIA npm_
  token token= token: token:your secret_ --password --token- password:x password=x password=abcd
  {"password":" -u:a :// ://a: ://a:b@ hooks.slack.com/ xoxb-1-1 SG. SG.a. ghp_ glpat- pypi- <
`.trim().split(/\s+/);

const REPEATED = [
  ...WORDS,
  " ",
  "\n",
  "--password ",
  "password : ",
  "password:    ",
  "Bearer ",
  "authorization: bearer ",
  "token: x1",
  "-u a:",
  "xoxb-1-1 ",
  BEGIN,
  `${BEGIN}\n`,
  `${BEGIN}${"A".repeat(70)}\n`,
  "ghs_1_a.b.c ",
];

const PREFIXED: Array<[prefix: string, unit: string]> = [
  [BEGIN, " "],
  [BEGIN, "A"],
  [BEGIN, "-a"],
  [BEGIN, "> "],
  ["://", "a"],
  ["://a:", "a"],
  ["://a:", "@"],
  ["password=", "a"],
  ["password: ", "a"],
  ["password:", " "],
  ['password: "', "a"],
  ['password: "', "\\"],
  ["--", "password-"],
  ["token=your", "-"],
  ["token=", "x"],
  ["token=self.", "a."],
  ["eyJ", "a"],
  ["sk-", "a-"],
];

const CASES: Array<[prefix: string, unit: string]> = [
  ...REPEATED.map((unit): [string, string] => ["", unit]),
  ...PREFIXED,
];

function fill(prefix: string, unit: string, length: number): string {
  return prefix + unit.repeat(Math.ceil(length / unit.length));
}

/** The least of several runs, in milliseconds: noise only ever adds. */
function time(text: string, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = performance.now();
    scrubPatterns(text);
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

for (const [prefix, unit] of CASES) {
  const name = JSON.stringify(prefix.slice(0, 20)) + " and many " +
    JSON.stringify(unit.slice(0, 40));
  Deno.test(`scrubPatterns() takes linear time on ${name}`, () => {
    const small = time(fill(prefix, unit, 32 * 1024), 3);
    const large = time(fill(prefix, unit, 512 * 1024), 2);
    // Quadratic work would be 256 times as much; a busy machine is not that unfair.
    assert.ok(large < 16 * 8 * Math.max(small, 5), `${small} ms became ${large} ms`);
    assert.ok(large < 10_000, `${large} ms`);
  });
}

Deno.test("scrub() ends soon on texts made of tokens, and is idempotent on them", async () => {
  for (const [prefix, unit] of CASES) {
    const before = performance.now();
    const scrubbed = await scrub(fill(prefix, unit, 64 * 1024));
    const took = performance.now() - before;
    assert.ok(took < 10_000, `${JSON.stringify(unit)}: ${took} ms`);
    assert.ok(
      await scrub(scrubbed) === scrubbed,
      `${JSON.stringify([prefix, unit])} is not stable`,
    );
  }
});
