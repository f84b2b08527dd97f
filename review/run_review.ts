/**
 * One review, from a change to a `review.v1` record: the floor's findings first, then, where a model
 * is given, what it adds. A model that fails makes the record poorer and says so in it; it never
 * takes a finding of the floor away.
 *
 * The world comes in as arguments: the clock, the scrubber, the model. Every text that leaves here,
 * to a model or into the record, has passed the scrubber.
 */

import type { RecordHeader } from "../lib/records/header.ts";
import { type ReviewDepth, SEVERITIES } from "../schema/names.ts";
import type { Review, ReviewIssue } from "../schema/types.ts";
import { CHECKLIST } from "./checklist.ts";
import { floorIssues } from "./floor/floor.ts";
import { type Added, askModel, type ReviewWork } from "./model_asker.ts";

/** So many findings of the floor are kept and shown; the others are counted. */
const MOST_FLOOR_ISSUES = 200;

/** A record of a review in which nothing was read and nothing found, to be filled in. */
export function blankReview(header: RecordHeader, depth: ReviewDepth): Review {
  return {
    schema: "review.v1",
    ...header,
    depth,
    model: null,
    issues: [],
    strengths: [],
    summary: null,
    files_reviewed: [],
    files_left_out: [],
    usage: null,
    cost_usd: null,
    duration_ms: 0,
    unparsed: [],
    degraded: false,
    failure: null,
  };
}

/** Reviews a change. */
export async function reviewChange(work: ReviewWork): Promise<Review> {
  const { change, config, header, now, hasTests } = work;
  const started = now();
  const categories = new Set(
    CHECKLIST.filter(({ setting }) => config.categories[setting]).map(({ category }) => category),
  );
  const floor = heaviest(floorIssues(change.files, { categories, hasTests }));
  const added = work.model === null ? readByFloor(change) : await askModel(work, floor, work.model);
  const { value, spent, failure } = added;
  return {
    ...blankReview(header, config.depth),
    timestamp: new Date(now()).toISOString(),
    model: spent?.model || null,
    // The floor says nothing but fixed words, so there is nothing to scrub in them.
    issues: [...floor, ...value?.issues ?? []].sort((a, b) => weightOf(a) - weightOf(b)),
    strengths: value?.strengths ?? [],
    summary: value?.summary ?? null,
    files_reviewed: added.read,
    files_left_out: added.leftOut,
    usage: spent?.usage ?? null,
    cost_usd: spent?.cost_usd ?? null,
    duration_ms: Math.max(0, Math.round(now() - started)),
    degraded: failure !== null || added.degraded || change.incomplete,
    failure,
  };
}

/** What was read where no model is asked. */
function readByFloor({ files }: ReviewWork["change"]): Added {
  return {
    ...{ value: null, spent: null, failure: null, degraded: false },
    read: files.filter(({ skipped }) => skipped === null).map(({ path }) => path),
    leftOut: files.flatMap(({ path, skipped }) =>
      skipped === null ? [] : [{ path, reason: skipped }]
    ),
  };
}

/** The heaviest findings of the floor, and how many there are beside. */
function heaviest(floor: readonly ReviewIssue[]): ReviewIssue[] {
  const more = floor.length - MOST_FLOOR_ISSUES;
  if (more <= 0) return [...floor];
  return [...floor.slice(0, MOST_FLOOR_ISSUES), {
    ...{ severity: "LOW", category: "QUALITY", source: "floor" },
    description: `and ${more} more findings of the floor`,
    ...{ impact: null, recommendation: null, file: null, line: null },
  }];
}

function weightOf({ severity }: ReviewIssue): number {
  return SEVERITIES.indexOf(severity);
}
