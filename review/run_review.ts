/**
 * One review, from a change to a `review.v1` record: the floor's findings first, then, where a model
 * is given, what it adds. A model that fails makes the record poorer and says so in it; it never
 * takes a finding of the floor away.
 *
 * The world comes in as arguments: the clock, the scrubber, the model. Every text that leaves here,
 * to a model or into the record, has passed the scrubber.
 */

import { messageOf } from "../hook/notes.ts";
import type { Answer, Question } from "../model/ask.ts";
import type { Tier } from "../model/tiers.ts";
import type { RiskFloorVerdict } from "../risk_floor.ts";
import type { SelfReport } from "../schema/reflection.ts";
import {
  type LeftOut,
  type Review,
  type ReviewCategory,
  type ReviewDepth,
  type ReviewIssue,
  SEVERITIES,
} from "../schema/review.ts";
import { chooseFiles, reviewBudget } from "./budget.ts";
import type { ReviewChange } from "./change.ts";
import type { ReviewCategories, ReviewConfig } from "./config.ts";
import type { DiffFile } from "./diff_types.ts";
import { floorIssues } from "./floor/floor.ts";
import type { ModelReview } from "./model_review.ts";

/** How long a review may take, in milliseconds. */
export const DEADLINES: Readonly<Record<ReviewDepth, number>> = {
  quick: 15_000,
  standard: 30_000,
  deep: 60_000,
};

/** Who worked on what, as every record begins. */
export type ReviewHead = Pick<
  Review,
  "task_ref" | "agent" | "session_id" | "repo" | "prompt_id"
>;

/** What a review needs. */
export interface ReviewWork {
  readonly head: ReviewHead;
  readonly change: ReviewChange;
  readonly risk: RiskFloorVerdict;
  /** What the agent doubts; scrubbed already. */
  readonly doubts: SelfReport | null;
  readonly config: ReviewConfig;
  /** Whether the project has tests at all. */
  readonly hasTests: boolean;
  /** Asks the model that the user configured; null if none is. */
  readonly ask: ((question: Question<ModelReview>) => Promise<Answer<ModelReview>>) | null;
  readonly scrub: (text: string) => Promise<string>;
  /** Marks where the change begins and ends in the prompt; nobody can guess it. */
  readonly nonce: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** The size of model that the settings name, as `model/` calls it. */
const TIERS: Readonly<Record<ReviewConfig["model"], Tier>> = {
  haiku: "fast",
  sonnet: "standard",
  opus: "deep",
};

/** The categories of findings, by the names of their settings. */
const CATEGORIES: Readonly<Record<keyof ReviewCategories, ReviewCategory>> = {
  security: "SECURITY",
  quality: "QUALITY",
  testing: "TESTING",
  performance: "PERFORMANCE",
  technicalDebt: "TECHNICAL_DEBT",
};

/** What a model added, or why it did not. */
interface Added {
  readonly answer: Answer<ModelReview> | null;
  readonly read: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly failure: string | null;
}

/** Reviews a change. */
export async function reviewChange(work: ReviewWork): Promise<Review> {
  const { change, config, head, now, scrub } = work;
  const started = now();
  const { files } = change;
  const skipped = files.filter((file) => file.skipped !== null);
  const kept = files.filter((file) => file.skipped === null);
  const floor = floorIssues(files, {
    categories: wantedCategories(config.categories),
    hasTests: work.hasTests,
  });
  const added: Added = work.ask === null
    ? { answer: null, read: kept.map(pathOf), leftOut: skipped.map(leftOut), failure: null }
    : await askModel(work, floor, work.ask);
  const { answer, failure } = added;
  const texts = new Scrubbed(scrub);
  const issues = [...floor, ...answer?.value.issues ?? []].sort(bySeverity);
  return {
    schema: "review.v1",
    task_ref: head.task_ref,
    agent: head.agent,
    session_id: head.session_id,
    timestamp: new Date(now()).toISOString(),
    repo: head.repo,
    prompt_id: head.prompt_id,
    head: change.head,
    diff_hash: change.hash,
    depth: config.depth,
    model: answer?.model ?? null,
    issues: await Promise.all(issues.map((issue) => texts.issue(issue))),
    strengths: await Promise.all((answer?.value.strengths ?? []).map((text) => texts.text(text))),
    summary: await texts.maybe(answer?.value.summary ?? null),
    files_reviewed: [...added.read],
    files_left_out: [...added.leftOut],
    usage: answer?.usage ?? null,
    cost_usd: answer?.cost_usd ?? null,
    duration_ms: Math.max(0, Math.round(now() - started)),
    unparsed: [],
    degraded: failure !== null,
    failure: await texts.maybe(failure),
  };
}

/** Asks; whatever goes wrong is a failure in words. */
async function askModel(
  work: ReviewWork,
  floor: readonly ReviewIssue[],
  ask: NonNullable<ReviewWork["ask"]>,
): Promise<Added> {
  const { change, config, risk, doubts, nonce, signal } = work;
  const { depth, categories } = config;
  try {
    // Loaded only now: without a model, nobody pays for a validator.
    const { buildReviewPrompt } = await import("./prompt.ts");
    const { modelReviewSchema } = await import("./model_review.ts");
    const budget = reviewBudget(depth, config.model);
    const { sent, leftOut } = chooseFiles(change.files, budget);
    const { system, prompt } = buildReviewPrompt({
      ...{ depth, categories, budget, risk, floor, leftOut, nonce },
      files: await scrubFiles(sent, work.scrub),
      selfReport: doubts,
    });
    const read = sent.map(pathOf);
    try {
      const answer = await ask({
        ...{ system, prompt, signal },
        schema: modelReviewSchema,
        tier: TIERS[config.model],
        maxOutputTokens: budget.output,
      });
      return { answer, read, leftOut, failure: null };
    } catch (error) {
      return { answer: null, read, leftOut, failure: messageOf(error) };
    }
  } catch (error) {
    const files = change.files.map((file) => ({ path: file.path, reason: "the review failed" }));
    return { answer: null, read: [], leftOut: files, failure: messageOf(error) };
  }
}

/**
 * The same files without secrets. A file is scrubbed as one text, because a secret may stand on
 * several lines; where that changes how many lines there are, line by line.
 */
async function scrubFiles(
  files: readonly DiffFile[],
  scrub: ReviewWork["scrub"],
): Promise<DiffFile[]> {
  return await Promise.all(files.map(async (file) => {
    const texts = file.hunks.flatMap((hunk) => hunk.lines.map((line) => line.text));
    const whole = (await scrub(texts.join("\n"))).split("\n");
    const clean = whole.length === texts.length
      ? whole
      : await Promise.all(texts.map((text) => scrub(text)));
    let at = 0;
    const hunks = file.hunks.map((hunk) => ({
      lines: hunk.lines.map((line) => ({ ...line, text: clean[at++] ?? "" })),
    }));
    return { ...file, hunks };
  }));
}

/** Texts for the record, each without secrets. */
class Scrubbed {
  constructor(readonly scrub: ReviewWork["scrub"]) {}

  async text(text: string): Promise<string> {
    return text === "" ? text : await this.scrub(text);
  }

  async maybe(text: string | null): Promise<string | null> {
    return text === null ? null : await this.text(text);
  }

  async issue(issue: ReviewIssue): Promise<ReviewIssue> {
    return {
      ...issue,
      description: await this.text(issue.description),
      impact: await this.maybe(issue.impact),
      recommendation: await this.maybe(issue.recommendation),
    };
  }
}

function wantedCategories(chosen: ReviewCategories): Set<ReviewCategory> {
  const names = Object.keys(CATEGORIES) as (keyof ReviewCategories)[];
  return new Set(names.filter((name) => chosen[name]).map((name) => CATEGORIES[name]));
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
