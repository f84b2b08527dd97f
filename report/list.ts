/** Runs as a list, one line each: for a terminal, and as markdown. */

import { count, counted } from "../lib/text/figures.ts";
import { markdownTable } from "../lib/page/doc.ts";
import { visible } from "../lib/text/visible.ts";
import type { Paint } from "./paint.ts";
import type { Run } from "./run.ts";
import { needsReviewNow, trustIn } from "./trust.ts";
import { completeWords, findingWords, momentWords, shareWords, type Words } from "./words.ts";

/** A column: its heading, no wider than so much, and what stands in it. */
interface Column {
  readonly head: string;
  readonly most: number;
  readonly cell: (run: Run) => Words;
}

const quiet = (text: string): Words => ({ text, tone: "unknown" });

const COLUMNS: readonly Column[] = [
  { head: "time (UTC)", most: 16, cell: ({ time }) => quiet(momentWords(time)) },
  { head: "repo", most: 16, cell: ({ repo }) => quiet(repo) },
  { head: "task", most: 24, cell: ({ task }) => quiet(task) },
  {
    head: "surface",
    most: 7,
    cell: ({ capture }) => ({
      text: capture?.surface ?? "–",
      tone: capture?.needsReview ? "review" : "unknown",
    }),
  },
  {
    head: "score",
    most: 5,
    cell: ({ capture }) => ({
      text: shareWords(capture?.score ?? null),
      tone: capture?.needsReview ? "review" : "unknown",
    }),
  },
  {
    head: "confidence",
    most: 10,
    cell: ({ capture }) => quiet(shareWords(capture?.confidence ?? null)),
  },
  { head: "complete?", most: 22, cell: completeWords },
  { head: "findings", most: 22, cell: findingWords },
  { head: "doubt", most: 60, cell: ({ capture }) => quiet(capture?.doubt ?? "") },
];

/** What marks a run that somebody has to look at. */
const MARK = "!";
/** So many runs decide how wide the columns are. */
const MEASURED = 500;

/** The list for a terminal, line by line, so that a long one need not be held. */
export function* listLines(runs: readonly Run[], paint: Paint, width: number): Generator<string> {
  // What a person sees first is in line; what comes far below may stand out.
  const first = runs.slice(0, MEASURED);
  const widths = COLUMNS.map(({ head, most, cell }) =>
    first.reduce(
      (widest, run) => Math.max(widest, Math.min(most, visible(cell(run).text).length)),
      head.length,
    )
  );
  // Two for the mark, two between columns; the last column takes what is left of the line.
  const before = 2 + widths.slice(0, -1).reduce((sum, part) => sum + part + 2, 0);
  widths[widths.length - 1] = Math.max(12, Math.min(widths.at(-1)!, width - before));
  yield paint(
    `  ${COLUMNS.map(({ head }, n) => head.padEnd(widths[n]!)).join("  ")}`.trimEnd(),
    "dim",
  );
  for (const run of runs) {
    const cells = COLUMNS.map(({ cell, most }, n) => {
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
    ["now", ...COLUMNS.map(({ head }) => head), "trust"],
    runs.map((run) => [
      needsReviewNow(run) ? MARK : "",
      ...COLUMNS.map(({ cell, most }) => fit(cell(run).text, most)),
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
