/** What a person chooses with. */

import { at, having, make } from "./dom.js";
import { given } from "./store.js";
import { TONES } from "./words.js";

const FIELDS = ["q", "repo", "surface", "trust"];
const SWITCHES = ["now", "latest"];

/** Offers what there is to choose from, and shows what is chosen. */
export function showFilters(view) {
  const { runs } = given();
  at("filters").hidden = runs.length === 0;
  const tones = new Set(runs.map(({ trust }) => trust.tone));
  offer("repo", unique(runs.map(({ repo }) => repo)), view.repo);
  offer("surface", unique(runs.map(({ surface }) => surface ?? "not captured")), view.surface);
  offer("trust", Object.keys(TONES).filter((tone) => tones.has(tone)), view.trust, TONES);
  for (const name of FIELDS) if (at(name).value !== view[name]) at(name).value = view[name];
  for (const name of SWITCHES) at(name).checked = view[name] !== "";
}

function unique(values) {
  return [...new Set(values)].sort();
}

/** What an address chooses is offered even if no run has it: else it could not be seen, or undone. */
function offer(id, values, chosen, names = {}) {
  const all = chosen === "" || values.includes(chosen) ? values : [...values, chosen];
  const options = ["", ...all].map((value) =>
    having(make("option", "", value === "" ? "All" : names[value] ?? value), { value })
  );
  at(id).replaceChildren(...options);
}

/** Calls with what is chosen, whenever that changes. */
export function whenFilterChanges(call) {
  const form = at("filters");
  const tell = () =>
    call({
      ...Object.fromEntries(FIELDS.map((name) => [name, at(name).value])),
      ...Object.fromEntries(SWITCHES.map((name) => [name, at(name).checked ? "1" : ""])),
    });
  form.addEventListener("input", tell);
  form.addEventListener("submit", (event) => event.preventDefault());
  // By hand: by itself, a form is reset only after it has said so.
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const name of FIELDS) at(name).value = "";
    for (const name of SWITCHES) at(name).checked = false;
    tell();
  });
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey || at("detail").open) return;
    if (target instanceof Element && target.closest("input, select, textarea")) return;
    event.preventDefault();
    at("q").focus();
  });
}
