/** A finding as one page: what the markdown says, and the plots. */

import type { ExperimentName } from "../../schema/names.ts";
import type { Phase0Of } from "../../schema/types.ts";
import { REGISTERED } from "../registered.ts";
import type { Finding } from "./finding.ts";
import { renderFigure } from "../../lib/page/figure.ts";
import { escapeHtml, htmlTable, renderDocument } from "../../lib/page/html.ts";
import { closingSections, verdictLine } from "./markdown.ts";

/** How a page says its verdict. */
export const VERDICT_STYLE = `
header { padding: 0.75rem 0 0.75rem 1rem; border-left: 0.4rem solid var(--dim); }
header.kill { border-color: var(--bad); } header.kill h1 b { color: var(--bad); }
header.pass { border-color: var(--good); } header.pass h1 b { color: var(--good); }
header.insufficient { border-color: var(--unsure); }
header.insufficient h1 b { color: var(--unsure); }
header p { margin: 0.5rem 0 0; font-size: 1.1rem; }
`;

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
    VERDICT_STYLE,
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
