/**
 * One review, from a change to a `review.v1` record: the floor's findings first, then, where a model
 * is given, what it adds. A model that fails makes the record poorer and says so in it; it never
 * takes a finding of the floor away.
 *
 * The world comes in as arguments: the clock, the scrubber, the model. Every text that leaves here,
 * to a model or into the record, has passed the scrubber.
 */

import { messageOf } from "../lib/store/notes.ts";
import type { Answer, Question } from "../lib/model/ask.ts";
import { ModelError, type Spent } from "../lib/model/errors.ts";
import type { Tier } from "../lib/model/tiers.ts";
import type { RiskFloorVerdict } from "../risk_floor.ts";
import type { SelfReport } from "../schema/reflection.ts";
import { type ReviewCategory, type ReviewDepth, SEVERITIES } from "../schema/names.ts";
import type { LeftOut, Review, ReviewIssue } from "../schema/types.ts";
import type { RecordHeader } from "../lib/records/header.ts";
import { floorIssues } from "./floor/floor.ts";
import { CEILINGS, type ReviewBudget, reviewBudget } from "./budget.ts";
import type { FullChange } from "../lib/git/change_content.ts";
import { checkedAnswer } from "./checked_answer.ts";
import { CHECKLIST, checklistFor } from "./checklist.ts";
import type { ReviewCategories, ReviewConfig } from "../lib/config/settings.ts";
import type { DiffFile } from "../lib/git/diff.ts";
import type { ModelReview } from "./model_review.ts";
import { MOST_NAMES, scrubNames } from "./scrub_change.ts";
import { chooseScrubbed } from "./sent_files.ts";

/** A model that can be asked. */
export interface Reviewer {
  readonly ask: (question: Question<ModelReview>) => Promise<Answer<ModelReview>>;
  /** The names that it may go by: what is sent is cut to the price of the dearest. */
  readonly models: readonly string[];
  readonly tier: Tier;
}

/** What a review needs. */
export interface ReviewWork {
  readonly header: RecordHeader;
  readonly change: Pick<FullChange, "files" | "incomplete">;
  readonly risk: RiskFloorVerdict;
  /** What the agent doubts; scrubbed already. */
  readonly doubts: SelfReport | null;
  readonly config: ReviewConfig;
  /** Whether the project has tests at all. */
  readonly hasTests: boolean;
  /** The model that the user configured; null if none is. */
  readonly model: Reviewer | null;
  readonly scrub: (text: string) => Promise<string>;
  /** Marks where the change begins and ends in the prompt; nobody can guess it. */
  readonly nonce: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** So many findings of the floor are kept and shown; the others are counted. */
const MOST_FLOOR_ISSUES = 200;

/** What a model added, or why it did not. */
interface Added {
  /** Checked, and scrubbed. */
  readonly value: ModelReview | null;
  readonly spent: Spent | null;
  readonly read: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly failure: string | null;
  /** Whether something is missing though nothing failed. */
  readonly degraded: boolean;
}

const NOTHING = { value: null, spent: null, failure: null, degraded: false } as const;

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
  const { change, config, header, now } = work;
  const started = now();
  const { files } = change;
  const floor = heaviest(floorIssues(files, {
    categories: wantedCategories(config.categories),
    hasTests: work.hasTests,
  }));
  const added: Added = work.model === null
    ? {
      ...NOTHING,
      read: files.filter(({ skipped }) => skipped === null).map(pathOf),
      leftOut: files.filter(({ skipped }) => skipped !== null).map(leftOut),
    }
    : await askModel(work, floor, work.model);
  const { value, spent, failure } = added;
  return {
    ...blankReview(header, config.depth),
    timestamp: new Date(now()).toISOString(),
    model: spent?.model || null,
    // The floor says nothing but fixed words, so there is nothing to scrub in them.
    issues: [...floor, ...value?.issues ?? []].sort(bySeverity),
    strengths: value?.strengths ?? [],
    summary: value?.summary ?? null,
    files_reviewed: [...added.read],
    files_left_out: [...added.leftOut],
    usage: spent?.usage ?? null,
    cost_usd: spent?.cost_usd ?? null,
    duration_ms: Math.max(0, Math.round(now() - started)),
    degraded: failure !== null || added.degraded || change.incomplete,
    failure: failure === null ? null : await scrubFailure(failure, work.scrub),
  };
}

/** Asks; whatever goes wrong is a failure in words. */
async function askModel(
  work: ReviewWork,
  floor: readonly ReviewIssue[],
  model: Reviewer,
): Promise<Added> {
  const { change, config, signal } = work;
  const done: { spent: Spent | null; read: string[]; leftOut: LeftOut[] } = {
    spent: null,
    read: [],
    leftOut: change.files.map(({ path }) => ({ path, reason: "the review failed" })),
  };
  try {
    // Loaded only now: without a model, nobody pays for a validator.
    const { modelReviewSchema } = await import("./model_review.ts");
    const budget = reviewBudget(config.depth, ...model.models);
    const { sent, leftOut } = await chooseScrubbed(change.files, budget, work.scrub);
    done.read = sent.map(({ file }) => pathOf(file));
    done.leftOut = leftOut;
    if (checklistFor(config.categories, config.depth).length === 0 || sent.length === 0) {
      return { ...NOTHING, ...done, value: notAsked(work, budget, model), degraded: true };
    }
    const files = sent.map(({ clean }) => clean);
    const { system, prompt } = await promptFor(work, floor, budget, files, leftOut);
    const { value, ...spent } = await model.ask({
      ...{ system, prompt, signal, tier: model.tier },
      schema: modelReviewSchema,
      maxOutputTokens: budget.output,
    });
    done.spent = spent;
    const shown = new Map(sent.map(({ file, clean }) => [clean.path, file.path]));
    const checked = await checkedAnswer(value, change.files, shown, work.scrub);
    return { ...NOTHING, ...done, value: checked };
  } catch (error) {
    if (error instanceof ModelError) done.spent = error.spent;
    return { ...NOTHING, ...done, failure: messageOf(error) };
  }
}

/** The reason that nobody was asked, where it is the budget: a person can do something about it. */
function notAsked(
  { config: { depth, categories }, change }: ReviewWork,
  budget: ReviewBudget,
  { models }: Reviewer,
): ModelReview | null {
  const isWanted = checklistFor(categories, depth).length > 0 &&
    change.files.some(({ skipped }) => skipped === null);
  if (!isWanted || budget.change > 0) return null;
  const summary = `The model was not asked: at depth ${depth} the ceiling of $${CEILINGS[depth]} ` +
    `leaves no room for ${models.join(" or ") || "it"}`;
  return { issues: [], strengths: [], summary };
}

/** The prompt, in which also names, reasons and doubts are without secrets. */
async function promptFor(
  work: ReviewWork,
  floor: readonly ReviewIssue[],
  budget: ReviewBudget,
  files: readonly DiffFile[],
  leftOut: readonly LeftOut[],
): Promise<{ system: string; prompt: string }> {
  const { buildReviewPrompt } = await import("./prompt.ts");
  const { config: { depth, categories }, risk, doubts, nonce, scrub } = work;
  const listed = leftOut.slice(0, MOST_NAMES);
  const more = leftOut.length - listed.length;
  const names = await scrubNames(
    [...listed.map(({ path }) => path), ...floor.map(({ file }) => file ?? "")],
    scrub,
  );
  const floorNames = names.slice(listed.length);
  return buildReviewPrompt({
    ...{ depth, categories, budget, files, nonce },
    selfReport: doubts,
    risk: { ...risk, reason: await scrub(risk.reason) },
    leftOut: [
      ...listed.map((out, n) => ({ ...out, path: names[n] ?? "" })),
      ...more > 0 ? [{ path: `…and ${more} more`, reason: "not listed" }] : [],
    ],
    floor: floor.map((issue, n) => ({ ...issue, file: floorNames[n] || null })),
  });
}

/** A failure in words without secrets; where those cannot be looked for, in fewer words. */
async function scrubFailure(failure: string, scrub: ReviewWork["scrub"]): Promise<string> {
  try {
    return await scrub(failure);
  } catch {
    return "The review failed, and why cannot be told: secrets could not be looked for";
  }
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

function wantedCategories(chosen: ReviewCategories): Set<ReviewCategory> {
  return new Set(
    CHECKLIST.filter(({ setting }) => chosen[setting]).map(({ category }) => category),
  );
}

function bySeverity(a: ReviewIssue, b: ReviewIssue): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function pathOf({ path }: DiffFile): string {
  return path;
}

function leftOut({ path, skipped }: DiffFile): LeftOut {
  return { path, reason: skipped ?? "" };
}
