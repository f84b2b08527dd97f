/** A plot on a page: title, what to see in it, legend, drawing. */

import { escapeHtml } from "./html.ts";
import type { Plot } from "./plot.ts";
import { markClass, renderSvg } from "./svg.ts";

/** Renders the figure. */
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
