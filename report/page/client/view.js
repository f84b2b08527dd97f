/** What a person chose to see. It stands in the address, so that it can be passed on. */

/** Nothing chosen. */
const NOTHING = { q: "", repo: "", surface: "", trust: "", now: "", latest: "", run: "" };

/** What an address chooses. */
export function viewIn(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return Object.fromEntries(Object.keys(NOTHING).map((name) => [name, parts.get(name) ?? ""]));
}

/** A view as an address has it. */
export function hashOf(view) {
  const parts = Object.keys(NOTHING).filter((name) => view[name] !== "")
    .map((name) => [name, view[name]]);
  return parts.length === 0 ? "#" : `#${new URLSearchParams(parts)}`;
}

/** Whether a run is among those chosen; `text` is what search looks through. */
export function chooser({ q, repo, surface, trust, now, latest }) {
  const words = q.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return (run, text) =>
    (repo === "" || run.repo === repo) &&
    (surface === "" || (run.surface ?? "not captured") === surface) &&
    (trust === "" || run.trust.tone === trust) &&
    (now === "" || run.now) &&
    (latest === "" || run.latest) &&
    words.every((word) => text.includes(word));
}
