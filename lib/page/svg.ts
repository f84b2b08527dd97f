/** Draws a plot as SVG: coordinates are the drawing's, colours are left to the page's classes. */

import { escapeHtml } from "./doc.ts";
import type { Axis, Mark, Plot, Point } from "./plot.ts";

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = WIDTH - 20;
const TOP = 14;
const BOTTOM = HEIGHT - 52;
/** About how many ticks an axis gets. */
const TICKS = 6;
/** The radius of the largest dot. */
const DOT = 9;

/** Round numbers that cover a range: 1, 2 or 5 times a power of ten apart. */
export function roundTicks(from: number, to: number, about: number = TICKS): number[] {
  const raw = (to - from) / about;
  if (!(raw > 0 && Number.isFinite(raw))) return [from];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw) ?? raw;
  const ticks: number[] = [];
  // Multiples, not sums: adding up a step would add up its rounding.
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

type Scale = (value: number) => number;

function scale({ from, to }: Axis, start: number, end: number): Scale {
  const span = to - from || 1;
  return (value) => {
    const place = start + (Math.min(Math.max(value, from), to) - from) / span * (end - start);
    return Math.round(place * 10) / 10;
  };
}

/** A plot on a page: title, what to see in it, legend, drawing. */
export function renderFigure(plot: Plot): string {
  const legend = plot.marks.filter((mark) => mark.label !== undefined)
    .map((mark) => `<li><i class="${markClass(mark)}"></i>${escapeHtml(mark.label ?? "")}</li>`);
  return `<figure id="${plot.id}">
<h2>${escapeHtml(plot.title)}</h2>
<figcaption>${escapeHtml(plot.caption)}</figcaption>
${legend.length > 0 ? `<ul class="legend">${legend.join("")}</ul>` : ""}
<div class="scroll">${renderSvg(plot)}</div>
</figure>`;
}

/** The drawing of a plot. */
export function renderSvg(plot: Plot): string {
  const x = scale(plot.x, LEFT, RIGHT);
  const y = scale(plot.y, BOTTOM, TOP);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${plot.id}-title">
<title id="${plot.id}-title">${escapeHtml(plot.title)}</title>
${
    [...gridX(plot.x, x), ...gridY(plot.y, y), ...plot.marks.map((mark) => draw(mark, x, y))].join(
      "\n",
    )
  }
</svg>`;
}

function gridX(axis: Axis, x: Scale): string[] {
  const format = axis.format ?? String;
  return [
    ...(axis.ticks ?? roundTicks(axis.from, axis.to)).map((tick) =>
      `<path class="grid" d="M${x(tick)} ${BOTTOM}v5"/>` +
      `<text x="${x(tick)}" y="${BOTTOM + 20}" text-anchor="middle">${
        escapeHtml(format(tick))
      }</text>`
    ),
    `<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${
      escapeHtml(axis.label)
    }</text>`,
  ];
}

function gridY(axis: Axis, y: Scale): string[] {
  const format = axis.format ?? String;
  const middle = (TOP + BOTTOM) / 2;
  return [
    ...(axis.ticks ?? roundTicks(axis.from, axis.to)).map((tick) =>
      `<path class="grid" d="M${LEFT} ${y(tick)}H${RIGHT}"/>` +
      `<text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${
        escapeHtml(format(tick))
      }</text>`
    ),
    `<text x="16" y="${middle}" text-anchor="middle" transform="rotate(-90 16 ${middle})">${
      escapeHtml(axis.label)
    }</text>`,
  ];
}

/** The classes of a mark, in the drawing and in the legend. */
function markClass(mark: Mark): string {
  switch (mark.kind) {
    case "line":
      return `${mark.dashed ? "line dashed" : "line"} ${mark.tone}`;
    case "steps":
      return `line ${mark.tone}`;
    case "band":
      return `area ${mark.tone}`;
    case "dots":
      return `dot ${mark.tone}`;
    case "bars":
      return `bar ${mark.tone}`;
    case "rule":
      return `line dashed ${mark.tone}`;
  }
}

function draw(mark: Mark, x: Scale, y: Scale): string {
  const style = markClass(mark);
  switch (mark.kind) {
    case "line":
      return `<path class="${style}" d="${path(mark.points, x, y)}"/>`;
    case "steps":
      return `<path class="${style}" d="${stairs(mark.points, x, y)}"/>`;
    case "band": {
      const outline = [...mark.upper, ...mark.lower.toReversed()];
      return `<path class="${style}" d="${path(outline, x, y)}Z"/>`;
    }
    case "dots":
      return dots(mark, x, y);
    case "bars":
      return mark.bars.filter(({ base = 0, top }) => top > base).map((
        { from, to, base = 0, top },
      ) =>
        `<rect class="${style}" x="${x(from)}" y="${y(top)}" width="${
          round(x(to) - x(from))
        }" height="${round(y(base) - y(top))}"/>`
      ).join("");
    case "rule": {
      const d = mark.axis === "x"
        ? `M${x(mark.at)} ${TOP}V${BOTTOM}`
        : `M${LEFT} ${y(mark.at)}H${RIGHT}`;
      return `<path class="${style}" d="${d}"/>`;
    }
  }
}

function dots(mark: Mark & { kind: "dots" }, x: Scale, y: Scale): string {
  const largest = Math.max(...mark.sizes ?? [1]);
  return mark.points.map(([px, py], index) => {
    const area = (mark.sizes?.[index] ?? 0.25) / largest;
    const radius = round(Math.max(2.5, DOT * Math.sqrt(area)));
    return `<circle class="${markClass(mark)}" cx="${x(px)}" cy="${y(py)}" r="${radius}"/>`;
  }).join("");
}

function path(points: readonly Point[], x: Scale, y: Scale): string {
  return points.map(([px, py], index) => `${index === 0 ? "M" : "L"}${x(px)} ${y(py)}`).join("");
}

function stairs(points: readonly Point[], x: Scale, y: Scale): string {
  return points.map(([px, py], index) => index === 0 ? `M${x(px)} ${y(py)}` : `H${x(px)}V${y(py)}`)
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
