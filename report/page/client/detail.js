/** One run in full, in a dialog over the page. */

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

function section({ title, points }) {
  return make("section", "", make("h3", "", title), make("ul", "points", ...points.map(point)));
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
