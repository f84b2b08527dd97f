/**
 * The page's one script, and what the page may do: run it, have its own look, and nothing else. Its
 * parts are modules, so that they can be checked and tested as such; the page gets them as one text,
 * because it must not load anything.
 */

import { createHash } from "node:crypto";
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

/** What stands in a page that the policy lets through. */
interface Allowed {
  readonly script: string;
  readonly style: string;
  /** Whether it may ask the server that it came from. */
  readonly live: boolean;
}

/** The policy, as a `Content-Security-Policy` has it. */
export function contentPolicy({ script, style, live }: Allowed): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    ...live ? ["connect-src 'self'"] : [],
    "base-uri 'none'",
    "form-action 'none'",
    // No text can become markup or script by accident: what would make it so throws.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
