/** From runs to what the page is given. */

import type { RecordSource } from "../../lib/records/source.ts";
import type { Book } from "../book.ts";
import { sectionsOf } from "../reread.ts";
import type { Run } from "../run.ts";
import { byUrgency, needsReviewNow } from "../trust.ts";
import { inertSections, type PageData, type PageRun, rowOf, scriptJson } from "./data.ts";

/** A page with more runs opens slowly; the newest are what people come for. */
export const MAX_PAGE_RUNS = 10_000;

/** So many runs are read once more at the same time: some places take a while to answer. */
const TOGETHER = 64;

/** Everything that the page shows. */
export interface PageParts {
  readonly data: PageData;
  /** One line for each of `data.runs`. */
  readonly details: readonly string[];
}

/** Where things come from, and what they are called. */
export interface PageInput {
  readonly book: Book;
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly source: RecordSource;
  readonly places: readonly string[];
  /** ISO-8601. */
  readonly written: string;
  readonly progress?: (done: number, of: number) => void;
}

/** Puts the parts of a page together; records are read once more for what there is to say. */
export async function assemblePage(input: PageInput): Promise<PageParts> {
  const { book, source, places, written, progress } = input;
  // What needs a review now stays on the page however old it is.
  const shown = input.runs.length <= MAX_PAGE_RUNS ? input.runs : newestAndUrgent(input.runs);
  const rows: PageRun[] = [];
  const details: string[] = [];
  for (let start = 0; start < shown.length; start += TOGETHER) {
    const some = shown.slice(start, start + TOGETHER);
    const sections = await Promise.all(some.map((run) => sectionsOf(run, source)));
    for (const [index, one] of sections.entries()) {
      rows.push(rowOf(some[index]!, one));
      details.push(scriptJson(inertSections(one)));
    }
    progress?.(details.length, shown.length);
  }
  const now = shown.map((run, index) => ({ run, index })).filter(({ run }) => needsReviewNow(run))
    .sort((a, b) => byUrgency(a.run, b.run));
  return {
    data: {
      written,
      places,
      runs: rows,
      now: now.map(({ index }) => index),
      first: whyFirst(now[0]?.run, now[1]?.run),
      leftOut: input.runs.length - shown.length,
      problems: book.problems(),
    },
    details,
  };
}

/** By which rule one run comes before another. */
function whyFirst(a: Run | undefined, b: Run | undefined): PageData["first"] {
  if (a === undefined || b === undefined) return null;
  if (a.capture?.score !== b.capture?.score) return "risk";
  return byUrgency({ ...a, time: b.time }, b) === 0 ? "time" : "evidence";
}

function newestAndUrgent(runs: readonly Run[]): Run[] {
  const urgent = runs.filter(needsReviewNow).sort(byUrgency).slice(0, MAX_PAGE_RUNS);
  const chosen = new Set(urgent);
  for (const run of runs) {
    if (chosen.size >= MAX_PAGE_RUNS) break;
    chosen.add(run);
  }
  return runs.filter((run) => chosen.has(run));
}
