/** One self-contained page: no scripts, nothing from elsewhere, readable in the light and the dark. */

import { escapeHtml, hasRows, type Section, type Table } from "./doc.ts";
import { BASE_STYLE } from "./style.ts";
import { renderFigure } from "./svg.ts";

/** A whole document without scripts around a body, which must be escaped already. */
export function renderDocument(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${BASE_STYLE}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Sections as a page has them. */
export function htmlSections(sections: readonly Section[]): string {
  return sections.flatMap(({ title, text = [], points = [], table, plots = [] }) => [
    ...title === undefined ? [] : [`<h2>${escapeHtml(title)}</h2>`],
    ...text.map((paragraph) => `<p>${htmlLines(paragraph)}</p>`),
    ...points.length > 0 ? [htmlList(points.map(({ text, under }) => [text, under ?? []]))] : [],
    ...hasRows(table) ? [htmlTable(table)] : [],
    ...plots.map(renderFigure),
  ]).join("\n");
}

function htmlList(items: readonly (readonly [string, readonly string[]])[]): string {
  const inner = items.map(([text, under]) => {
    const list = under.length > 0 ? htmlList(under.map((line) => [line, []])) : "";
    return `<li>${htmlLines(text)}${list}</li>`;
  });
  return `<ul>${inner.join("")}</ul>`;
}

function htmlLines(text: string): string {
  return text.split("\n").map(escapeHtml).join("<br>");
}

/** A table, its cells escaped. */
export function htmlTable({ head, rows }: Table): string {
  const cells = (row: readonly string[], tag: string): string =>
    row.map((cell) => `<${tag}>${escapeHtml(cell).replace(/(\d) %/g, "$1&nbsp;%")}</${tag}>`).join(
      "",
    );
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  return `<div class="scroll"><table>
<thead><tr>${cells(head, "th")}</tr></thead>
<tbody>
${body}
</tbody>
</table></div>`;
}
