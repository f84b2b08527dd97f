/** The runs that need a review now, the most urgent first. */

import { at, button, having, make, said } from "./dom.js";
import { given } from "./store.js";
import { counted, digits, floorWords, howMany, known, moment, share } from "./words.js";
import { summary, whyFirst } from "./words.js";

/** So many are shown at first, and so many more at a time. */
const FIRST = 5;
const MORE = 20;

let shown = FIRST;

/** Shows the headline and the list; `open` is called with the run that a person wants to see. */
export function showNow(open) {
  const data = given();
  showHeadline(data, open);
  const list = at("now-list");
  const cards = data.now.slice(0, shown)
    .map((place, index) => card(data.runs[place], index, open));
  list.replaceChildren(...cards);
  at("urgent").hidden = data.now.length === 0;
  const rest = data.now.length - shown;
  at("now-more").replaceChildren(
    ...rest <= 0 ? [] : [
      button(
        "more",
        () => {
          const first = shown;
          shown += MORE;
          showNow(open);
          list.children[first].querySelector("button").focus();
        },
        `Show ${counted(Math.min(MORE, rest), "more run")} that ${
          rest === 1 ? "needs" : "need"
        } a review`,
      ),
    ],
  );
}

function showHeadline(data, open) {
  const many = howMany(data);
  const first = data.runs[data.now[0]];
  at("headline").replaceChildren(
    `${many} `,
    ...first === undefined ? [] : [
      make(
        "span",
        "first",
        "Look first at ",
        openButton(first, open),
        `: ${whyFirst(data)}`,
      ),
    ],
  );
  // No line may end in the middle of a date.
  at("summary").replaceChildren(
    ...summary(data).split(/(\S+ \d\d:\d\d)/).map((part, index) =>
      index % 2 === 0 ? part : make("span", "moment", part)
    ),
  );
  document.title = many;
}

/** What opens a run. */
export function openButton(run, open) {
  const node = button("open", () => open(run.id, node), said(run.task));
  return having(node, { "data-run": run.id, "aria-haspopup": "dialog" });
}

function card(run, index, open) {
  const { trust, asked, complete, findings, doubt, confidence, open: toDo } = run;
  return make(
    "li",
    `card tone-${trust.tone}${index === 0 ? " lead" : ""}`,
    make(
      "p",
      "rank",
      make("b", "", index === 0 ? "Look at this first" : rank(index)),
      " · ",
      make("span", "meta", ...about(run)),
    ),
    make("h3", "", openButton(run, open)),
    make("p", "why", make("b", `mark ${trust.tone}`, trust.says), ` – ${floorWords(run)}`),
    asked === null ? null : make("p", "asked", make("span", "label", "Asked for: "), said(asked)),
    toDo.length === 0 ? null : make(
      "div",
      "open-points",
      make("span", "label", "Still open: "),
      ...toDo.length === 1
        ? [said(toDo[0])]
        : [make("ul", "", ...toDo.map((item) => make("li", "", said(item))))],
    ),
    make(
      "dl",
      "facts",
      ...fact(
        "Done, by the evidence",
        make("span", `mark ${complete.tone}`, known(complete, "not judged")),
      ),
      ...fact(
        "Review found",
        make("span", `mark ${findings.tone}`, known(findings, "not read yet")),
      ),
      ...fact("The agent doubts", doubt === null ? "nothing stated" : said(doubt), "wide"),
      ...fact("Confidence, as stated", confidence === null ? "not stated" : share(confidence)),
    ),
  );
}

function rank(index) {
  return `${digits(index + 1)} of ${digits(given().now.length)}`;
}

function fact(name, value, look = "") {
  return [make("div", look, make("dt", "", name), make("dd", "", value))];
}

/** Whose run it is, and when it ended. */
export function about({ repo, agent, turn, latest, files, time }) {
  return [
    said(repo),
    " · ",
    make("span", "moment", `${moment(time)} UTC`),
    ` · turn ${turn}${latest ? "" : ", not the latest"} · `,
    said(agent),
    files === null ? "" : ` · ${counted(files, "file")}`,
  ];
}
