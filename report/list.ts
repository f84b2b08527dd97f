/** Runs as a list for people, one line each, and as data for programs. */

import { markdownTable, type Paint, type Tone } from "../lib/page/doc.ts";
import { count, counted } from "../lib/text/figures.ts";
import { SEVERITIES } from "../schema/names.ts";
import type { Book } from "./book.ts";
import { holdingJudgement, type Run, runId } from "./run.ts";
import { isWaiting, needsReviewNow, trustIn } from "./trust.ts";
import { visible } from "../lib/text/text.ts";

/** A word or two, and how they are meant. */
interface Words {
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
  if (judgement.judged) {
    const { observations } = judgement;
    return observations === 0
      ? { text: "watched", tone: "unknown" }
      : { text: `watched (${observations} to see)`, tone: "look" };
  }
  const reason = (judgement.skipped ?? judgement.silence ?? "").replaceAll("_", " ");
  return { text: reason === "" ? "not judged" : `not judged (${reason})`, tone: "unknown" };
}

/** What the review found that holds for the run. */
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

const quiet = (text: string): Words => ({ text, tone: "unknown" });
/** A word on the risk of a run, in the colour of what the risk floor asks for. */
const risk = ({ capture }: Run, text: string): Words => ({
  text,
  tone: capture?.needsReview ? "review" : "unknown",
});

/** The columns: heading, greatest width, and what stands in it. */
const COLUMNS: readonly (readonly [head: string, most: number, cell: (run: Run) => Words])[] = [
  ["time (UTC)", 16, ({ time }) => quiet(momentWords(time))],
  ["repo", 16, ({ repo }) => quiet(repo)],
  ["task", 24, ({ task }) => quiet(task)],
  ["surface", 7, (run) => risk(run, run.capture?.surface ?? "–")],
  ["score", 5, (run) => risk(run, shareWords(run.capture?.score ?? null))],
  ["confidence", 10, ({ capture }) => quiet(shareWords(capture?.confidence ?? null))],
  ["complete?", 22, completeWords],
  ["findings", 22, findingWords],
  ["doubt", 60, ({ capture }) => quiet(capture?.doubt ?? "")],
];

/** What marks a run that a person has to look at. */
const MARK = "!";
/** So many runs decide how wide the columns are. */
const MEASURED = 500;

/** The list for a terminal, line by line, so that a long one need not be held. */
export function* listLines(runs: readonly Run[], paint: Paint, width: number): Generator<string> {
  // What a person sees first is in line; what comes far below may stand out.
  const first = runs.slice(0, MEASURED);
  const widths = COLUMNS.map(([head, most, cell]) =>
    first.reduce(
      (widest, run) => Math.max(widest, Math.min(most, visible(cell(run).text).length)),
      head.length,
    )
  );
  // Two for the mark, two between columns; the last column takes what is left of the line.
  const before = 2 + widths.slice(0, -1).reduce((sum, part) => sum + part + 2, 0);
  widths[widths.length - 1] = Math.max(12, Math.min(widths.at(-1)!, width - before));
  yield paint(
    `  ${COLUMNS.map(([head], n) => head.padEnd(widths[n]!)).join("  ")}`.trimEnd(),
    "dim",
  );
  for (const run of runs) {
    const cells = COLUMNS.map(([, most, cell], n) => {
      const { text, tone } = cell(run);
      const last = n === COLUMNS.length - 1;
      const fitted = fit(visible(text), last ? widths[n]! : most);
      return paint(last ? fitted : fitted.padEnd(widths[n]!), tone);
    });
    const mark = needsReviewNow(run) ? paint(MARK, trustIn(run).tone) : " ";
    yield `${mark} ${cells.join("  ")}`.trimEnd();
  }
}

/** The list as a markdown table. */
export function markdownList(runs: readonly Run[]): string {
  return markdownTable(
    ["now", ...COLUMNS.map(([head]) => head), "trust"],
    runs.map((run) => [
      needsReviewNow(run) ? MARK : "",
      ...COLUMNS.map(([, most, cell]) => fit(cell(run).text, most)),
      trustIn(run).says,
    ]),
  );
}

/** What all of it comes to, in a line. */
export function summaryLine(runs: readonly Run[]): string {
  const asking = runs.reduce((sum, run) => sum + (needsReviewNow(run) ? 1 : 0), 0);
  if (runs.length === 0) return "No runs";
  return `${counted(runs.length, "run")}, ${count(asking)} of them ${
    asking === 1 ? "needs" : "need"
  } a review now${asking > 0 ? ` (${MARK})` : ""}`;
}

function fit(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** A run as data. Texts stand as they do in the records. */
export function runJson(run: Run) {
  const { capture, standing } = run;
  const judgement = holdingJudgement(run);
  const { name, says, tone } = trustIn(run);
  return {
    id: runId(run),
    time: new Date(run.time).toISOString(),
    repo: run.repo,
    task_ref: run.task,
    agent: run.agent,
    session_id: run.session,
    turn: run.turn,
    latest: run.latest,
    needs_review_now: needsReviewNow(run),
    trust: { rule: name, says, tone },
    risk: capture === null ? null : {
      needs_review: capture.needsReview,
      score: capture.score,
      surface: capture.surface,
    },
    files_changed: capture?.files ?? null,
    confidence: capture?.confidence ?? null,
    doubt: capture?.doubt ?? null,
    degraded: capture?.degraded ?? null,
    verdict: judgement === null ? null : {
      complete: judgement.complete,
      severity: judgement.severity,
      requires_human_action: judgement.needsPerson,
      unmet: judgement.unmet,
      observations: judgement.observations,
      skipped: judgement.skipped,
      stuck: judgement.silence,
      decision: judgement.decision,
    },
    findings: standing === null ? null : {
      ...standing.found,
      failed: standing.failed,
      of_this_turn: run.readings.includes(standing),
    },
  };
}

/** The lines of a whole report, one run a line: a large one is read as easily as a small one. */
export function* jsonLines(runs: readonly Run[], book: Book): Generator<string> {
  const problems = book.problems();
  yield `{"runs":[`;
  for (const [index, run] of runs.entries()) {
    yield `${JSON.stringify(runJson(run))}${index < runs.length - 1 ? "," : ""}`;
  }
  yield `],"problems":${JSON.stringify(problems)}}`;
}
