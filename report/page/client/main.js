/** Puts the page together, and keeps it so. */

import { showDetail, whenDetailCloses } from "./detail.js";
import { at, make, said } from "./dom.js";
import { showFilters, whenFilterChanges } from "./filters.js";
import { follow } from "./live.js";
import { showNow } from "./now.js";
import { given, take } from "./store.js";
import { rowsShown, showRuns } from "./table.js";
import { hashOf, viewIn } from "./view.js";
import { counted } from "./words.js";

/** The address follows this many milliseconds after what is typed: browsers refuse to do it often. */
const SETTLED = 250;

let view = viewIn(location.hash);
let opener = null;
let timer = 0;

function tell(text) {
  // The same text twice would not be read out twice.
  if (at("status").textContent !== text) at("status").textContent = text;
}

function open(id, from) {
  opener = from;
  view = { ...view, run: id };
  settle(true);
  if (!showDetail(id)) tell("The run that the address names is not on this page.");
}

/** Brings the address up to date. */
function settle(isNewPlace) {
  clearTimeout(timer);
  const hash = hashOf(view);
  if (hash === (location.hash || "#")) return;
  if (isNewPlace) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

function showAll() {
  showFilters(view);
  tell(showRuns(view, open));
  if (view.run === "") at("detail").close();
  else if (!showDetail(view.run)) tell("The run that the address names is not on this page.");
}

/** What was no record, and where all of it comes from. */
function showEnd() {
  const { problems, written, places } = given();
  at("problems").hidden = problems.count === 0;
  const more = problems.count - problems.first.length;
  at("problems-title").textContent = `${counted(problems.count, "file")} that ${
    problems.count === 1 ? "is no record" : "are no records"
  }`;
  at("problems-list").replaceChildren(
    ...problems.first.map(({ origin, problem }) =>
      make("li", "", said(origin, "said path"), ": ", said(problem))
    ),
    ...more > 0 ? [make("li", "", `and ${counted(more, "more file")}`)] : [],
  );
  at("written").textContent = `${written.slice(0, 16).replace("T", " ")} UTC`;
  at("places").replaceChildren(...places.map((place) => make("li", "", said(place, "said path"))));
}

/** The button that opens a run, in the same list as another that may be gone. */
function sameButton({ list, run }) {
  return [...at(list)?.querySelectorAll("button.open") ?? []].find((node) =>
    node.dataset.run === run
  );
}

function placeOfButton(node) {
  const list = node?.closest?.("#headline, #now-list, #rows")?.id;
  return list === undefined ? null : { list, run: node.dataset.run };
}

/** Shows other data: what is chosen, open and focused stays so, and the page does not move. */
function renew(data, details) {
  const [top, keep] = [scrollY, rowsShown()];
  const [focused, opened] = [document.activeElement, opener].map(placeOfButton);
  take(data, () => details);
  showNow(open);
  showFilters(view);
  tell(`Updated: ${showRuns(view, open, keep)}`);
  showEnd();
  if (view.run !== "") showDetail(view.run);
  if (opened !== null) opener = sameButton(opened) ?? null;
  if (focused !== null) sameButton(focused)?.focus({ preventScroll: true });
  scrollTo({ top, behavior: "instant" });
}

const details = at("details");
take(JSON.parse(at("data").textContent), () => details.textContent);
showNow(open);
showEnd();
whenFilterChanges((chosen) => {
  view = { ...view, ...chosen };
  tell(showRuns(view, open));
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLED, false);
});
whenDetailCloses(() => {
  const back = opener ?? sameButton({ list: "rows", run: view.run }) ?? at("runs-title");
  opener = null;
  view = { ...view, run: "" };
  settle(false);
  back.focus();
});
addEventListener("popstate", () => {
  view = viewIn(location.hash);
  showAll();
});
// The address belongs to what is chosen, so the link moves the focus and leaves the address alone.
at("skip").addEventListener("click", (event) => {
  event.preventDefault();
  at("runs-title").focus();
});
showAll();
if (document.documentElement.hasAttribute("data-live")) follow(renew, tell);
