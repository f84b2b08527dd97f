/**
 * What the page is given: a row for every run, and what there is to say about each, both as plain
 * data. Nothing in it can hide, reverse or break out of where it stands.
 */

import { visible } from "../../lib/text/visible.ts";
import type { Problem } from "../book.ts";
import type { DetailSection } from "../detail.ts";
import { type Run, runId } from "../run.ts";
import { needsReviewNow, type Tone, trustIn } from "../trust.ts";
import { completeWords, findingWords, type Words } from "../words.ts";

/** One run in a list. */
export interface PageRun {
  readonly id: string;
  /** Milliseconds since 1970, in UTC. */
  readonly time: number;
  readonly repo: string;
  readonly task: string;
  readonly agent: string;
  readonly session: string;
  /** Which run of its session it is, from 1. */
  readonly turn: number;
  /** Whether no later run of its session is known. */
  readonly latest: boolean;
  /** Whether somebody has to look at it now. */
  readonly now: boolean;
  /** Null where there is no capture. */
  readonly surface: string | null;
  readonly score: number | null;
  /** Whether the risk floor asks for a review. */
  readonly needsReview: boolean;
  readonly files: number | null;
  /** As the agent stated it. Never ranked on. */
  readonly confidence: number | null;
  readonly complete: Words;
  /** Whether the evidence says done, or not done; null where it says neither. */
  readonly done: boolean | null;
  readonly findings: Words;
  readonly trust: { readonly name: string; readonly says: string; readonly tone: Tone };
  /** The most likely way it is wrong, as the agent put it. */
  readonly doubt: string | null;
  /** What was asked for. */
  readonly asked: string | null;
  /** What somebody has to see to, the first of it; empty where nobody has to look. */
  readonly open: readonly string[];
  readonly degraded: boolean;
}

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

/** Of what is open, a list shows so much; the rest is told where the run is shown in full. */
const MAX_OPEN = 3;
const MAX_OPEN_TEXT = 200;

/** A run as a row; `sections` is what there is to say about it. */
export function rowOf(run: Run, sections: readonly DetailSection[]): PageRun {
  const { capture, judgements } = run;
  const now = needsReviewNow(run);
  const complete = completeWords(run);
  const { name, says, tone } = trustIn(run);
  return inert({
    id: runId(run),
    time: run.time,
    repo: run.repo,
    task: run.task,
    agent: run.agent,
    session: run.session,
    turn: run.turn,
    latest: run.latest,
    now,
    surface: capture?.surface ?? null,
    score: capture?.score ?? null,
    needsReview: capture?.needsReview ?? false,
    files: capture?.files ?? null,
    confidence: capture?.confidence ?? null,
    complete,
    done: complete.tone === "fine" ? true : complete.tone === "bad" ? false : null,
    findings: findingWords(run),
    trust: { name, says, tone },
    doubt: capture?.doubt ?? null,
    asked: judgements.findLast(({ asked }) => asked !== null)?.asked ?? null,
    open: now ? openIn(sections) : [],
    degraded: capture?.degraded ?? true,
  });
}

function openIn(sections: readonly DetailSection[]): string[] {
  const points = sections.find(({ title }) => title === "What is open")?.points ?? [];
  const more = points.length - MAX_OPEN;
  return [
    ...points.slice(0, MAX_OPEN).map(({ text }) =>
      text.length > MAX_OPEN_TEXT ? `${text.slice(0, MAX_OPEN_TEXT - 1)}…` : text
    ),
    ...more > 0 ? [`and ${more} more`] : [],
  ];
}

/** Sections as the page gets them. */
export function inertSections(sections: readonly DetailSection[]): readonly DetailSection[] {
  return inert(sections);
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
