/** One run in full, in a dialog over the page: the sections of its document, made of text. */

import { at, make, said } from "./dom.js";
import { about } from "./now.js";
import { given, placeOf, sectionsAt } from "./store.js";
import { floorWords } from "./words.js";

/** Shows a run; false where there is none of that name. */
export function showDetail(id) {
  const place = placeOf(id);
  if (place === undefined) return false;
  const run = given().runs[place];
  const dialog = at("detail");
  const scrolled = dialog.scrollTop;
  at("detail-title").replaceChildren(said(run.task));
  at("detail-body").replaceChildren(
    make("p", "meta", ...about(run)),
    make("p", "meta", "Session ", said(run.session), ` · ${floorWords(run)}`),
    ...sectionsAt(place).map(section),
  );
  if (!dialog.open) dialog.showModal();
  else dialog.scrollTop = scrolled;
  return true;
}

function section({ title, text = [], points = [], table = null }) {
  return make(
    "section",
    "",
    title === undefined ? null : make("h3", "", title),
    ...text.map((paragraph) => make("p", "", said(paragraph))),
    points.length === 0 ? null : make("ul", "points", ...points.map(point)),
    table === null ? null : make("div", "scroll", tableOf(table)),
  );
}

function tableOf({ head, rows }) {
  const line = (tag) => (cells) =>
    make("tr", "", ...cells.map((cell) => make(tag, "", said(cell))));
  return make(
    "table",
    "",
    make("thead", "", line("th")(head)),
    make("tbody", "", ...rows.map(line("td"))),
  );
}

function point({ text, tone, under }) {
  return make(
    "li",
    tone === undefined ? "" : `tone-${tone}`,
    make("div", tone === undefined ? "" : `mark ${tone}`, said(text)),
    under === undefined || under.length === 0
      ? null
      : make("ul", "under", ...under.map((line) => make("li", "", said(line)))),
  );
}

/** Calls when the dialog was closed, however it was. */
export function whenDetailCloses(call) {
  const dialog = at("detail");
  at("detail-close").addEventListener("click", () => dialog.close());
  // Beside the dialog, what is pressed is its backdrop, and that is the dialog itself.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", call);
}
