import assert from "node:assert/strict";
import { lintEscalation } from "../../../judge/unblock/escalation.ts";
import { GOOD } from "./_escalations.ts";

/** What could make it slow, each in its own way. */
const PIECES = [
  "<",
  "<ESCALATION ",
  "see <ESCALATION> there",
  "<ESCALATION>   \t ",
  "\n</ESCALATION>\n",
  "<\n\r\nstatus: \n",
];

const MARKS = 100_000;
const SIZE = 5_000_000;

/** A text of that size with so many `<`, or a multiple of both, and a good payload at its end. */
function message(times: number): string {
  const pieces = PIECES.map((piece) => piece.padEnd(SIZE / MARKS, piece.at(-1))).join("");
  return `${pieces.repeat(Math.ceil(MARKS * times / PIECES.length))}\n${GOOD}`;
}

/** The least time of several each: whatever else the machine does only ever adds to it. */
function leastTimes(texts: readonly string[]): number[] {
  const least = texts.map(() => Infinity);
  for (let round = 0; round < 9; round++) {
    for (const [at, text] of texts.entries()) {
      const begin = performance.now();
      assert.deepEqual(lintEscalation(text).violations, []);
      least[at] = Math.min(least[at] ?? Infinity, performance.now() - begin);
    }
  }
  return least;
}

Deno.test("a message of 10 MB with 200,000 marks costs at most 2.3 times one of 5 MB with 100,000", () => {
  const texts = [message(1), message(2)];
  assert.ok(texts[0]!.length >= SIZE && texts[0]!.split("<").length > MARKS);
  let ratio = Infinity;
  // Looked at again only where the machine was busy with something else.
  for (let tries = 0; tries < 5 && ratio > 2.3; tries++) {
    const [once = 0, twice = 0] = leastTimes(texts);
    ratio = Math.min(ratio, twice / once);
  }
  assert.ok(ratio <= 2.3, `${ratio.toFixed(2)} times`);
});

Deno.test("100,000 tags of any kind are refused without looking at all of them", () => {
  for (const piece of ["<ESCALATION>\n", `${GOOD}\n`, "<ESCALATION>\nstatus: blocked\n"]) {
    const begin = performance.now();
    assert.equal(lintEscalation(piece.repeat(MARKS)).payload, null);
    assert.ok(performance.now() - begin < 5_000, piece);
  }
});
