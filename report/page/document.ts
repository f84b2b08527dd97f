/**
 * The report as one page: everything that it needs stands in it. It comes in parts, so that a large
 * one can be written without ever being whole in memory.
 */

import { createHash } from "node:crypto";
import { escapeHtml } from "../../lib/page/doc.ts";
import { htmlTable } from "../../lib/page/html.ts";
import { BASE_STYLE } from "../../lib/page/style.ts";
import { renderFigure } from "../../lib/page/svg.ts";
import { TRUST_RULES } from "../trust.ts";
import { assemblePage, type PageData, type PageInput, scriptJson } from "./data.ts";
import { drawingsOf } from "./plots.ts";
import detail from "./client/detail.js" with { type: "text" };
import dom from "./client/dom.js" with { type: "text" };
import filters from "./client/filters.js" with { type: "text" };
import live from "./client/live.js" with { type: "text" };
import main from "./client/main.js" with { type: "text" };
import now from "./client/now.js" with { type: "text" };
import store from "./client/store.js" with { type: "text" };
import table from "./client/table.js" with { type: "text" };
import view from "./client/view.js" with { type: "text" };
import words from "./client/words.js" with { type: "text" };
import style from "./style.css" with { type: "text" };

const STYLE = `${BASE_STYLE}${style}`;

// The script's parts are modules, so that they can be checked and tested as such. The page gets them
// as one text, because it must not load anything: what is used stands before what uses it.
const PARTS = [dom, store, words, view, now, table, detail, filters, live, main];

/** The text of the script; no name of it can be seen from outside. */
export const SCRIPT = `(() => {
"use strict";
${PARTS.map(inOne).join("\n")}})();
`;

/** A module's text without what ties it to the others: in one function, they see each other. */
function inOne(text: string): string {
  return text.replace(/^import [^;]*;\n/gm, "").replace(/^export /gm, "");
}

/** The page as a file that needs nothing else, in parts that are written one after the other. */
export async function pageParts(input: PageInput): Promise<Iterable<string>> {
  const { data, details } = await assemblePage(input);
  return renderPage(data, details, { live: false });
}

/**
 * Renders the page.
 *
 * @param details For every run of the data, in the same order, what there is to say about it: sections
 * made inert, as JSON for a script element, in one line.
 * @param live Whether it is served by a program that tells it what changes.
 */
export function* renderPage(
  data: PageData,
  details: Iterable<string>,
  { live }: { live: boolean },
): Iterable<string> {
  yield `<!doctype html>
<html lang="en"${live ? " data-live" : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(live)}">
<meta name="referrer" content="no-referrer">
<title>Runs</title>
<style>${STYLE}</style>
</head>
<body>
${HEAD}
${renderPlots(data, live)}
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

/** What the page may do: run its script, have its own look, and nothing else. */
function contentPolicy(live: boolean): string {
  const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  return [
    "default-src 'none'",
    `script-src '${hashOf(SCRIPT)}'`,
    `style-src '${hashOf(STYLE)}'`,
    ...live ? ["connect-src 'self'"] : [],
    "base-uri 'none'",
    "form-action 'none'",
    // No text can become markup or script by accident: what would make it so throws.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** For people who see such a page for the first time. */
const WORDS = [
  ["Run", "What a coding agent did from one request until it stopped. A session has one or more."],
  [
    "Risk floor",
    "The least review that a change needs, from 0 to 1, computed from its paths and size. " +
    "From a threshold on, 0.5 unless set otherwise, it asks for a review.",
  ],
  [
    "Surface",
    "The riskiest part of the project that a change touches: auth, data, infra and so on.",
  ],
  [
    "By the evidence",
    "As the judge sees it: by the commands that ran and what they printed, not by what the agent claims.",
  ],
  [
    "Review",
    "A review of the change in the background: fixed checks, and a model where one is configured.",
  ],
  ["Doubt, confidence", "What the agent itself said at its end. Nothing is decided by it."],
];

/** From the top to the end of the list of all runs. */
const HEAD = `<a class="skip" id="skip" href="#runs-title">Skip to all runs</a>
<header>
<h1 id="headline">Runs</h1>
<p id="summary"></p>
<details id="words"><summary>What the words mean</summary>
<dl>${
  WORDS.map(([word, meaning]) => `<div><dt>${word}</dt><dd>${meaning}</dd></div>`).join("\n")
}</dl>
</details>
<noscript><p>This page needs scripts for its lists. <code>deno task report --md</code> prints the same.</p></noscript>
</header>
<main>
<section id="urgent" aria-labelledby="now-title" hidden>
<h2 id="now-title">Needs review now</h2>
<p class="note">The riskiest change first, by its paths and size (the risk floor); then the worse
evidence; then the newer run. The confidence that an agent states is shown and moves nothing.</p>
<ol id="now-list"></ol>
<div id="now-more"></div>
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
  ["When (UTC)", "Run", "Trust", "Risk floor", "Done", "Review", "Confidence, as stated"]
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
  htmlTable({
    head: ["When", "What it says of a run", "Needs a review"],
    rows: TRUST_RULES.map(({ when, says, asks }) => [when, says, asks ? "yes" : "no"]),
  })
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

function renderPlots(data: PageData, live: boolean): string {
  const drawn = drawingsOf(data).map(({ plot, table }) =>
    `<div>${renderFigure(plot)}
<details class="figures"><summary>${escapeHtml(plot.title)}, as a table</summary>
${htmlTable(table)}
</details></div>`
  );
  if (drawn.length === 0) return "";
  // The script makes no drawings: what changes later is in the lists only.
  const note = live
    ? `<p class="note">Drawn when the page was opened; reload it to draw anew.</p>`
    : "";
  return `<div class="plots">${drawn.join("\n")}</div>${note}`;
}
