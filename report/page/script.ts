/**
 * The page's one script. Its parts are modules, so that they can be checked and tested as such; the
 * page gets them as one text, because it must not load anything.
 */

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

/** What is used stands before what uses it. */
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
