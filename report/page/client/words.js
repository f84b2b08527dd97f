/** What the page says in words of its own. */

/** The tones, the most urgent first. */
export const TONES = {
  bad: "Trouble seen",
  review: "Review needed",
  look: "Worth a look",
  unknown: "Not known",
  fine: "Fine",
};

/** A number as people read it. */
export function digits(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number of things. */
export function counted(value, noun) {
  return `${digits(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A moment in UTC, to the minute. */
export function moment(time) {
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

/** A score or a confidence. */
export function share(value) {
  return value === null ? "–" : value.toFixed(2);
}

/** Words of a run; `otherwise` where a list would have a dash. */
export function known({ text }, otherwise) {
  return text === "–" ? otherwise : text;
}

/** What the risk floor says. */
export function floorWords({ surface, score, needsReview }) {
  if (score === null) return "no capture";
  const where = surface === "none" ? "no surface" : `${surface} surface`;
  return `${where}, risk score ${share(score)} of 1${needsReview ? "" : ", below the floor"}`;
}

/** The first half of the headline: how much there is to do. */
export function howMany({ now, runs }) {
  if (now.length > 0) {
    return `${counted(now.length, "run")} ${now.length === 1 ? "needs" : "need"} a review.`;
  }
  return runs.length === 0 ? "There are no runs yet." : "No run needs a review.";
}

/** What puts the first run before the next. */
const BEFORE_THE_NEXT = {
  risk: "the riskiest change of all that wait",
  evidence: "as risky as the next, with worse evidence",
  time: "as risky as the next, and newer",
};

/** The second half: why the first run is the first. */
export function whyFirst({ first, runs, now }) {
  const run = runs[now[0]];
  const why = first === null ? "the only one" : BEFORE_THE_NEXT[first];
  return `${why} (${floorWords(run)}). ${run.trust.says}.`;
}

/** How many runs there are, of what, and since when. */
export function summary({ runs, leftOut }) {
  if (runs.length === 0) {
    return "No records were found in the places named below. An agent's runs leave them once the " +
      "hooks are there: deno task install-hook, or deno task install-opencode.";
  }
  const repos = new Set(runs.map(({ repo }) => repo)).size;
  const places = repos === 1 ? "1 repository" : counted(repos, "repository").replace(/ys$/, "ies");
  const older = leftOut > 0 ? ` ${counted(leftOut, "older run")} not shown.` : "";
  return `${counted(runs.length, "run")} in ${places}, from ${moment(runs.at(-1).time)} to ${
    moment(runs[0].time)
  } UTC.${older}`;
}
