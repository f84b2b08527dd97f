/** What a list says of a run in a word or two. */

import { SEVERITIES } from "../schema/names.ts";
import { holdingJudgement, type Run } from "./run.ts";
import { isWaiting, type Tone } from "./trust.ts";

/** A word or two, and how they are meant. */
export interface Words {
  readonly text: string;
  readonly tone: Tone;
}

/** Whether the task is done, by the evidence. */
export function completeWords(run: Run): Words {
  const judgement = holdingJudgement(run);
  if (judgement === null) return { text: "–", tone: "unknown" };
  if (judgement.complete === true) return { text: "yes", tone: "fine" };
  if (judgement.complete === false) {
    if (isWaiting(judgement)) return { text: "waits", tone: "look" };
    const who = judgement.needsPerson ? "for a person" : judgement.severity;
    return { text: `no (${who})`, tone: "bad" };
  }
  if (judgement.silence === "genuinely_stuck") return { text: "stuck", tone: "bad" };
  const reason = (judgement.skipped ?? judgement.silence ?? "").replaceAll("_", " ");
  return { text: reason === "" ? "not judged" : `not judged (${reason})`, tone: "unknown" };
}

/** What the second reading found that holds for the run. */
export function findingWords({ standing }: Run): Words {
  if (standing === null) return { text: "–", tone: "unknown" };
  const found = SEVERITIES.filter((severity) => standing.found[severity] > 0)
    .map((severity) => `${standing.found[severity]} ${severity.toLowerCase()}`);
  const { CRITICAL, HIGH, MEDIUM } = standing.found;
  const tone = CRITICAL + HIGH > 0 ? "bad" : MEDIUM > 0 ? "look" : "fine";
  if (standing.failed) {
    return { text: ["failed", ...found].join(", "), tone: found.length > 0 ? tone : "look" };
  }
  return { text: found.join(", ") || "nothing", tone };
}

/** A score or a confidence, with the digits that it needs. */
export function shareWords(share: number | null): string {
  return share === null ? "–" : share.toFixed(2);
}

/** A moment as people write it, in UTC, to the minute. */
export function momentWords(time: number): string {
  const minute = Math.floor(time / 60_000);
  if (minute !== last.minute) {
    last = { minute, words: new Date(time).toISOString().slice(0, 16).replace("T", " ") };
  }
  return last.words;
}

// Runs come in the order of their times: most have the minute of the one before.
let last = { minute: NaN, words: "" };
