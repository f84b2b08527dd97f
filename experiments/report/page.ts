/** A finding as one page: what the markdown says, and the plots. */

import type { ExperimentName, Phase0Of } from "../../schema/phase0.ts";
import { REGISTERED } from "../registered.ts";
import type { Finding } from "./finding.ts";
import { escapeHtml, htmlTable, renderDocument } from "./html.ts";
import { closingSections, verdictLine } from "./markdown.ts";
import type { Plot } from "./plot.ts";
import { markClass, renderSvg } from "./svg.ts";

/** Renders the page. */
export function renderPage<Name extends ExperimentName>(
  record: Phase0Of<Name>,
  finding: Finding<Name>,
): string {
  const { id, question } = REGISTERED[record.experiment];
  const line = verdictLine(record, finding.headline);
  const [verdict = "", ...rest] = line.split(":");
  const sections = [...finding.sections, ...closingSections(record)];
  return renderDocument(
    `${id}: ${line}`,
    [
      `<header class="${record.verdict}">
<h1><b>${escapeHtml(verdict)}:</b>${escapeHtml(rest.join(":"))}</h1>
<p>${escapeHtml(record.why)}</p>
</header>
<p>${escapeHtml(`${id}: ${question}`)}</p>`,
      ...finding.plots().map(renderFigure),
      ...sections.map(({ heading, text, list, table }) =>
        [
          `<h2>${escapeHtml(heading)}</h2>`,
          ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
          ...(list && list.length > 0
            ? [`<ul>${list.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`]
            : []),
          ...(table && table.rows.length > 0 ? [htmlTable(table.head, table.rows)] : []),
        ].join("\n")
      ),
    ].join("\n"),
  );
}

function renderFigure(plot: Plot): string {
  const legend = plot.marks.filter((mark) => mark.label !== undefined)
    .map((mark) => `<li><i class="${markClass(mark)}"></i>${escapeHtml(mark.label ?? "")}</li>`);
  return `<figure id="${plot.id}">
<h2>${escapeHtml(plot.title)}</h2>
<figcaption>${escapeHtml(plot.caption)}</figcaption>
${legend.length > 0 ? `<ul class="legend">${legend.join("")}</ul>` : ""}
<div class="scroll">${renderSvg(plot)}</div>
</figure>`;
}
