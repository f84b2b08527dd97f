/** All runs, newest first, as far as they are among those chosen. */

import { at, button, having, make, said } from "./dom.js";
import { about, openButton } from "./now.js";
import { given, textAt } from "./store.js";
import { chooser } from "./view.js";
import { counted, known, moment, share } from "./words.js";

/** So many rows at a time. */
const PAGE = 100;

let chosen = [];

/** Chooses anew and shows as many rows as before, at least a page; says in words how many there are. */
export function showRuns(view, open, keep = PAGE) {
  const { runs } = given();
  const isChosen = chooser(view);
  chosen = runs.filter((run, place) => isChosen(run, textAt(place)));
  const rows = chosen.slice(0, Math.max(PAGE, keep)).map((run) => row(run, open));
  at("rows").replaceChildren(...rows);
  at("runs-table").hidden = rows.length === 0;
  showRest(open);
  return chosen.length === runs.length
    ? counted(runs.length, "run")
    : `${counted(chosen.length, "run").replace(/ runs?$/, "")} of ${counted(runs.length, "run")} ${
      chosen.length === 1 ? "matches" : "match"
    }`;
}

/** How many rows are shown. */
export function rowsShown() {
  return at("rows").children.length;
}

function showRest(open) {
  const rest = chosen.length - rowsShown();
  at("more").replaceChildren(
    ...rest <= 0 ? [] : [
      button("more", () => {
        const from = rowsShown();
        at("rows").append(...chosen.slice(from, from + PAGE).map((run) => row(run, open)));
        showRest(open);
        at("rows").children[from].querySelector("button").focus();
      }, `Show more (${counted(rest, "run")} left)`),
    ],
  );
}

// The roles are told once more: as cards, on a narrow screen, the table would lose its own.
function row(run, open) {
  const { trust, complete, findings, asked, doubt, surface, score } = run;
  const cells = [
    cell("When (UTC)", "when", moment(run.time)),
    cell(
      "Run",
      "what",
      openButton(run, open),
      make("div", "meta", ...about(run).slice(0, 1), ` · turn ${run.turn}`),
      asked === null ? null : make("div", "line", make("span", "label", "Asked: "), said(asked)),
      doubt === null ? null : make("div", "line", make("span", "label", "Doubt: "), said(doubt)),
    ),
    cell("Trust", "trust", make("span", `mark ${trust.tone}`, trust.says)),
    cell("Risk floor", "floor", `${surface ?? "not captured"} ${share(score)}`),
    cell("Done", "done", make("span", `mark ${complete.tone}`, known(complete, "not judged"))),
    cell(
      "Review",
      "found",
      make("span", `mark ${findings.tone}`, known(findings, "not read")),
    ),
    cell("Confidence, as stated", "stated", share(run.confidence)),
  ];
  return having(make("tr", run.now ? `now tone-${trust.tone}` : "", ...cells), { role: "row" });
}

function cell(label, look, ...content) {
  return having(make("td", look, ...content), { role: "cell", "data-label": label });
}
