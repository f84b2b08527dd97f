/**
 * The report as one page: everything that it needs stands in it. It comes in parts, so that a large
 * one can be written without ever being whole in memory.
 */

import { renderFigure } from "../../page/figure.ts";
import { escapeHtml, htmlTable } from "../../page/html.ts";
import { BASE_STYLE } from "../../page/style.ts";
import { TRUST_RULES } from "../trust.ts";
import { type PageData, scriptJson } from "./data.ts";
import { drawingsOf } from "./plots.ts";
import { contentPolicy } from "./policy.ts";
import { SCRIPT } from "./script.ts";
import style from "./style.css" with { type: "text" };

/** How the page is used. */
export interface PageOptions {
  /** Whether it is served by a program that tells it what changes. */
  readonly live: boolean;
}

const STYLE = `${BASE_STYLE}${style}`;

/**
 * Renders the page.
 *
 * @param details For every run of the data, in the same order, what there is to say about it: sections
 * made inert, as JSON for a script element, in one line.
 */
export function* renderPage(
  data: PageData,
  details: Iterable<string>,
  { live }: PageOptions,
): Iterable<string> {
  yield `<!doctype html>
<html lang="en"${live ? " data-live" : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${
    contentPolicy({ script: SCRIPT, style: STYLE, live })
  }">
<meta name="referrer" content="no-referrer">
<title>Runs</title>
<style>${STYLE}</style>
</head>
<body>
${HEAD}
${renderPlots(data)}
${TAIL}
<script type="application/json" id="data">${scriptJson(data)}</script>
<script type="application/jsonl" id="details">`;
  for (const line of details) yield `${line}\n`;
  yield `</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** From the top to the end of the list of all runs. */
const HEAD = `<a class="skip" id="skip" href="#runs-title">Skip to all runs</a>
<header>
<h1 id="headline">Runs</h1>
<p id="summary"></p>
<noscript><p>This page needs scripts for its lists. <code>deno task report --md</code> prints the same.</p></noscript>
</header>
<main>
<section id="urgent" aria-labelledby="now-title" hidden>
<h2 id="now-title">Needs review now</h2>
<ol id="now-list"></ol>
<div id="now-more"></div>
<p class="note">The riskiest change comes first, by the risk floor: a score from the paths and the size
of the change alone. Among equals the worse evidence comes first, then the newer run. What an agent says
of its own confidence is shown and moves nothing.</p>
</section>
<section aria-labelledby="runs-title">
<h2 id="runs-title" tabindex="-1">All runs</h2>
<form id="filters" role="search" aria-label="Runs">
<p class="search"><label for="q">Search</label>
<input type="search" id="q" autocomplete="off" spellcheck="false" aria-describedby="q-help">
<span class="note" id="q-help">in task, repository, session, agent, doubt and what was asked; press / to get here</span></p>
<p><label for="repo">Repository</label><select id="repo"></select></p>
<p><label for="surface">Surface</label><select id="surface"></select></p>
<p><label for="trust">Trust</label><select id="trust"></select></p>
<p class="switch"><input type="checkbox" id="now"><label for="now">Needs review now</label></p>
<p class="switch"><input type="checkbox" id="latest"><label for="latest">Latest turn of its session</label></p>
<p><button type="reset">Show all</button></p>
</form>
<p id="status" role="status" aria-live="polite"></p>
<table id="runs-table" role="table" aria-labelledby="runs-title">
<thead role="rowgroup"><tr role="row">${
  ["When (UTC)", "Run", "Trust", "Risk floor", "Done", "Second reading", "Confidence, as stated"]
    .map((name) => `<th role="columnheader" scope="col">${name}</th>`).join("")
}</tr></thead>
<tbody role="rowgroup" id="rows"></tbody>
</table>
<div id="more"></div>
</section>`;

/** From how trust is decided to the end. */
const TAIL = `<section aria-labelledby="rules-title">
<h2 id="rules-title">How trust is decided</h2>
<p class="note">The first row that applies to a run counts. All rows look at what was observed; none looks
at the confidence that an agent states.</p>
${
  htmlTable(
    ["When", "What it says of a run", "Needs a review"],
    TRUST_RULES.map(({ when, says, asks }) => [when, says, asks ? "yes" : "no"]),
  )
}
</section>
<details id="problems" hidden>
<summary id="problems-title"></summary>
<ul id="problems-list"></ul>
</details>
</main>
<footer>
<p>Written <span id="written"></span> from the records in:</p>
<ul id="places"></ul>
</footer>
<dialog id="detail" aria-labelledby="detail-title">
<div class="bar"><h2 id="detail-title"></h2><button type="button" id="detail-close">Close</button></div>
<div id="detail-body"></div>
</dialog>`;

function renderPlots(data: PageData): string {
  return drawingsOf(data).map(({ plot, table }) =>
    `${renderFigure(plot)}
<details class="figures"><summary>${escapeHtml(plot.title)}, as a table</summary>
${htmlTable(table.head, table.rows)}
</details>`
  ).join("\n");
}
