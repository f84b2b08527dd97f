import fc from "fast-check";
import assert from "node:assert/strict";
import type { Mark, Plot } from "../../../lib/page/plot.ts";
import { renderSvg, roundTicks } from "../../../lib/page/svg.ts";

function plotOf(...marks: Mark[]): Plot {
  const axis = { label: "a < b", from: 0, to: 1 };
  return { id: "plot", title: `<script>"'&`, caption: "", x: axis, y: axis, marks };
}

Deno.test("roundTicks() stays in the range, ascends evenly and gives a handful", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      (from, span) => {
        const ticks = roundTicks(from, from + span);
        assert.ok(ticks.length >= 1 && ticks.length <= 8, String(ticks));
        const slack = 1e-6 * span;
        for (const tick of ticks) assert.ok(tick >= from - slack && tick <= from + span + slack);
        const steps = ticks.slice(1).map((tick, index) => tick - ticks[index]!);
        for (const step of steps) assert.ok(Math.abs(step - steps[0]!) < slack && step > 0);
      },
    ),
    { seed: 20260131 },
  );
});

Deno.test("roundTicks() marks an empty or broken range once", () => {
  assert.deepEqual(roundTicks(3, 3), [3]);
  assert.deepEqual(roundTicks(0, NaN), [0]);
  assert.deepEqual(roundTicks(0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]);
});

Deno.test("renderSvg() draws every kind of mark with its tone, inside of the drawing", () => {
  const points = [[0, 0], [0.5, 2], [1, -1]] as const;
  const svg = renderSvg(plotOf(
    { kind: "line", tone: "one", points },
    { kind: "steps", tone: "two", points },
    { kind: "band", tone: "three", lower: points, upper: points },
    { kind: "dots", tone: "four", points, sizes: [1, 2, 3] },
    {
      kind: "bars",
      tone: "five",
      bars: [{ from: 0, to: 0.5, top: 1 }, { from: 0, to: 1, top: 0 }],
    },
    { kind: "rule", tone: "muted", axis: "x", at: 0.5 },
  ));
  for (const tone of ["line one", "line two", "area three", "dot four", "bar five"]) {
    assert.ok(svg.includes(`class="${tone}"`), tone);
  }
  assert.ok(svg.includes(`class="line dashed muted"`));
  assert.equal(svg.match(/<rect/g)?.length, 1, "a bar without height is not drawn");
  assert.equal(svg.match(/<circle/g)?.length, 3);
  const [, width, height] = svg.match(/viewBox="0 0 (\d+) (\d+)"/) ?? [];
  for (const [, x, y] of svg.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)) {
    assert.ok(Number(x) >= 0 && Number(x) <= Number(width), x);
    assert.ok(Number(y) >= 0 && Number(y) <= Number(height), y);
  }
});

Deno.test("renderSvg() escapes what it is told to write", () => {
  const svg = renderSvg(plotOf());
  assert.ok(!svg.includes("<script>"));
  assert.ok(svg.includes("a &#60; b"));
});
