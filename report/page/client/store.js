/** What the page was given. What there is to say about each run stays text until it is asked for. */

const store = { data: null, texts: [], places: new Map(), details: () => "", starts: null };

/** Takes in data, and a function that gives the details: one line for each run, in their order. */
export function take(data, details) {
  store.data = data;
  store.details = details;
  store.starts = null;
  store.texts = data.runs.map(searchText);
  store.places = new Map(data.runs.map(({ id }, place) => [id, place]));
}

/** What search looks through, made once, so that a keystroke has only to compare. */
function searchText({ task, repo, session, agent, doubt, asked }) {
  return [task, repo, session, agent, doubt ?? "", asked ?? ""].join("\n").toLowerCase();
}

/** What is there. */
export function given() {
  return store.data;
}

/** What search looks through, of the run at a place. */
export function textAt(place) {
  return store.texts[place];
}

/** The place of a run, or undefined where there is no such run. */
export function placeOf(id) {
  return store.places.get(id);
}

/** What there is to say about the run at a place. */
export function sectionsAt(place) {
  const text = store.details();
  store.starts ??= lineStarts(text);
  const start = store.starts[place];
  if (start === undefined) return [];
  const line = text.slice(start, text.indexOf("\n", start));
  return line === "" ? [] : JSON.parse(line);
}

/** Where each line begins; every line has an end. */
function lineStarts(text) {
  const starts = [];
  for (let start = 0, end; (end = text.indexOf("\n", start)) >= 0; start = end + 1) {
    starts.push(start);
  }
  return starts;
}
