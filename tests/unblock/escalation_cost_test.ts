import assert from "node:assert/strict";
import { lintEscalation } from "../../unblock/escalation.ts";
import { GOOD } from "./_escalations.ts";

/** So many `<` stand in a text of so many characters, whatever they begin. */
const MARKS = 100_000;
const SIZE = 5_000_000;

/** Texts of that size, each made to be slow in another way, with a good payload at their end. */
const SHAPES: Readonly<Record<string, string>> = {
  "marks that begin nothing": "<",
  "tags that are nearly one": "<ESCALATION ",
  "tags inside of lines": "see <ESCALATION>",
  "tags with blanks around them": "<ESCALATION>   \t ",
  "closing tags on lines of their own": "\n</ESCALATION>\n",
  "short lines": "<\n\r\n",
};

function textOf(piece: string, times: number): string {
  const filled = piece.padEnd(SIZE / MARKS, piece.includes("\n") ? "\n" : " ");
  return `${filled.repeat(MARKS * times)}\n${GOOD}`;
}

/** The least time of several: whatever else the machine does only ever adds to it. */
function leastTimes(texts: readonly string[]): number[] {
  const least = texts.map(() => Infinity);
  for (let round = 0; round < 7; round++) {
    for (const [at, text] of texts.entries()) {
      const begin = performance.now();
      assert.equal(lintEscalation(text).violations.length, 0);
      least[at] = Math.min(least[at] ?? Infinity, performance.now() - begin);
    }
  }
  return least;
}

for (const [name, piece] of Object.entries(SHAPES)) {
  Deno.test(`a message twice as long costs at most 2.3 times as much: ${name}`, () => {
    const texts = [textOf(piece, 1), textOf(piece, 2)];
    let ratio = Infinity;
    // Another look only where the machine was busy with something else.
    for (let tries = 0; tries < 3 && ratio > 2.3; tries++) {
      const [once = 0, twice = 0] = leastTimes(texts);
      ratio = Math.min(ratio, twice / once);
    }
    assert.ok(ratio <= 2.3, `${ratio.toFixed(2)} times`);
  });
}

Deno.test("100,000 tags of any kind are refused without looking at all of them", () => {
  for (const piece of ["<ESCALATION>\n", `${GOOD}\n`, "<ESCALATION>\nstatus: blocked\n"]) {
    const begin = performance.now();
    assert.equal(lintEscalation(piece.repeat(MARKS)).payload, null);
    assert.ok(performance.now() - begin < 5_000, piece);
  }
});
