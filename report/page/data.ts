/**
 * What the page is given: a row for every run, and what there is to say about each, both as plain
 * data. Nothing in it can hide, reverse or break out of where it stands.
 */

import type { Section } from "../../lib/page/doc.ts";
import type { RecordSource } from "../../lib/records/source.ts";
import type { Book, Problem } from "../book.ts";
import { OPEN, sectionsOf } from "../detail.ts";
import { completeWords, findingWords } from "../list.ts";
import { type Run, runId } from "../run.ts";
import { byUrgency, needsReviewNow, trustIn } from "../trust.ts";
import { visible } from "../../lib/text/text.ts";

/** Everything on the page but the details of runs. */
export interface PageData {
  /** When it was put together, ISO-8601 in UTC. */
  readonly written: string;
  /** The places that were read, as the user named them. */
  readonly places: readonly string[];
  /** Newest first. */
  readonly runs: readonly PageRun[];
  /** The places in `runs` of those that need a review now, the most urgent first. */
  readonly now: readonly number[];
  /** What puts the first of those before the second; null where there are no two. */
  readonly first: "risk" | "evidence" | "time" | null;
  /** Older runs that are not on the page. */
  readonly leftOut: number;
  /** How many files are no records, and the first of them. */
  readonly problems: { readonly count: number; readonly first: readonly Problem[] };
}

/** A page with more runs opens slowly; people come for the newest. */
export const MAX_PAGE_RUNS = 10_000;

/** So many runs are read once more at the same time: some places take a while to answer. */
const TOGETHER = 64;

/** Everything that the page shows. */
export interface PageParts {
  readonly data: PageData;
  /** One line for each of `data.runs`. */
  readonly details: readonly string[];
}

/** Where things come from. */
export interface PageInput {
  readonly book: Book;
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly source: RecordSource;
  readonly progress?: (done: number, of: number) => void;
}

/** Puts the parts of a page together; records are read once more for what there is to say. */
export async function assemblePage(
  { book, runs, source, progress }: PageInput,
  written: string = new Date().toISOString(),
): Promise<PageParts> {
  // What needs a review now stays on the page however old it is.
  const shown = runs.length <= MAX_PAGE_RUNS ? runs : newestAndUrgent(runs);
  const rows: PageRun[] = [];
  const details: string[] = [];
  for (let start = 0; start < shown.length; start += TOGETHER) {
    const some = shown.slice(start, start + TOGETHER);
    const sections = await Promise.all(some.map((run) => sectionsOf(run, source)));
    for (const [index, one] of sections.entries()) {
      rows.push(rowOf(some[index]!, one));
      details.push(scriptJson(inert(one)));
    }
    progress?.(details.length, shown.length);
  }
  const now = shown.map((run, index) => ({ run, index })).filter(({ run }) => needsReviewNow(run))
    .sort((a, b) => byUrgency(a.run, b.run));
  return {
    data: {
      written,
      places: [source.place],
      runs: rows,
      now: now.map(({ index }) => index),
      first: whyFirst(now[0]?.run, now[1]?.run),
      leftOut: runs.length - shown.length,
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

/** Of what is open, a list shows so much; the rest stands where the run is shown in full. */
const MAX_OPEN = 3;
const MAX_OPEN_TEXT = 200;

/** One run in a list. */
export type PageRun = ReturnType<typeof rowOf>;

/** A run as a row; `sections` is what there is to say about it. */
function rowOf(run: Run, sections: readonly Section[]) {
  const { time, repo, task, agent, session, turn, latest, capture, judgements } = run;
  const now = needsReviewNow(run);
  const complete = completeWords(run);
  const { name, says, tone } = trustIn(run);
  return inert({
    id: runId(run),
    ...{ time, repo, task, agent, session, turn, latest },
    /** Whether a person has to look at it now. */
    now,
    // Null where there is no capture.
    surface: capture?.surface ?? null,
    score: capture?.score ?? null,
    needsReview: capture?.needsReview ?? false,
    files: capture?.files ?? null,
    /** As the agent stated it. Never ranked on. */
    confidence: capture?.confidence ?? null,
    complete,
    /** Whether the evidence says done, or not done; null where it says neither. */
    done: complete.tone === "fine" ? true : complete.tone === "bad" ? false : null,
    findings: findingWords(run),
    trust: { name, says, tone },
    /** The most likely way it is wrong, as the agent put it. */
    doubt: capture?.doubt ?? null,
    asked: judgements.findLast(({ asked }) => asked !== null)?.asked ?? null,
    /** The first things that a person has to see to; empty where no person has to look. */
    open: now ? openIn(sections) : [],
    degraded: capture?.degraded ?? true,
  });
}

function openIn(sections: readonly Section[]): string[] {
  const points = sections.find(({ title }) => title === OPEN)?.points ?? [];
  const more = points.length - MAX_OPEN;
  return [
    ...points.slice(0, MAX_OPEN).map(({ text }) =>
      text.length > MAX_OPEN_TEXT ? `${text.slice(0, MAX_OPEN_TEXT - 1)}…` : text
    ),
    ...more > 0 ? [`and ${more} more`] : [],
  ];
}

/** A value whose texts have nothing in them that cannot be seen, but for the ends of lines. */
function inert<T>(value: T): T {
  if (typeof value === "string") return value.split("\n").map(visible).join("\n") as T;
  if (Array.isArray(value)) return value.map(inert) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inert(part)])) as T;
}

/** Data as it can stand in a script element: nothing in it can end that, or begin another. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
