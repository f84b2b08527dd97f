/** What the page says in words of its own. */

/** The tones, the most urgent first. */
export const TONES = {
  bad: "Trouble seen",
  review: "Review needed",
  look: "Worth a look",
  unknown: "Little known",
  fine: "Fine",
};

/** A number of things. */
export function counted(value, noun) {
  const digits = String(value).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${noun}${value === 1 ? "" : "s"}`;
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

/** How many runs there are, of what, and since when. */
export function summary({ runs, leftOut }) {
  if (runs.length === 0) return "No records were found in the places that were read.";
  const repos = new Set(runs.map(({ repo }) => repo)).size;
  const places = repos === 1 ? "1 repository" : counted(repos, "repository").replace(/ys$/, "ies");
  const older = leftOut > 0 ? ` ${counted(leftOut, "older run")} not shown.` : "";
  return `${counted(runs.length, "run")} in ${places}, from ${moment(runs.at(-1).time)} to ${
    moment(runs[0].time)
  } UTC.${older}`;
}
