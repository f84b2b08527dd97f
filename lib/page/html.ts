/** One self-contained page: no scripts, nothing from elsewhere, readable in the light and the dark. */

import { visible } from "../text/visible.ts";
import { BASE_STYLE } from "./style.ts";

/** Text as it must stand in HTML and SVG, also inside of quotes, with nothing in it that hides. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

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

/** A table, its cells escaped. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
