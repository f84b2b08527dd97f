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
import { chooseFiles, type ReviewBudget, reviewBudget } from "./budget.ts";
import type { ReviewChange } from "./change.ts";
import type { ReviewCategories, ReviewConfig } from "./config.ts";
import type { DiffFile } from "./diff_types.ts";
import { checklistFor } from "./checklist.ts";
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

/** A model that can be asked. */
export interface Reviewer {
  readonly ask: (question: Question<ModelReview>) => Promise<Answer<ModelReview>>;
  /** The names that it may go by: what is sent is cut to the price of the dearest. */
  readonly models: readonly string[];
  readonly tier: Tier;
}

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
  /** The model that the user configured; null if none is. */
  readonly model: Reviewer | null;
  readonly scrub: (text: string) => Promise<string>;
  /** Marks where the change begins and ends in the prompt; nobody can guess it. */
  readonly nonce: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

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
  /** Whether nothing was asked though there is a model. */
  readonly skipped?: boolean;
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
  const added: Added = work.model === null
    ? { answer: null, read: kept.map(pathOf), leftOut: skipped.map(leftOut), failure: null }
    : await askModel(work, floor, work.model);
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
    degraded: failure !== null || added.skipped === true,
    failure: await texts.maybe(failure),
  };
}

/** Asks; whatever goes wrong is a failure in words. */
async function askModel(
  work: ReviewWork,
  floor: readonly ReviewIssue[],
  model: Reviewer,
): Promise<Added> {
  const { change, config, signal } = work;
  try {
    // Loaded only now: without a model, nobody pays for a validator.
    const { modelReviewSchema } = await import("./model_review.ts");
    const budget = reviewBudget(config.depth, ...model.models);
    const { sent, leftOut } = await chooseScrubbed(change.files, budget, work.scrub);
    const read = sent.map(({ file }) => pathOf(file));
    const nothingAsked = checklistFor(config.categories, config.depth).length === 0;
    if (sent.length === 0 || nothingAsked) {
      return { answer: null, read, leftOut, failure: null, skipped: true };
    }
    const files = sent.map(({ clean }) => clean);
    const { system, prompt } = await promptFor(work, floor, budget, files, leftOut);
    try {
      const answer = await model.ask({
        ...{ system, prompt, signal, tier: model.tier },
        schema: modelReviewSchema,
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

/** The prompt, in which also names, reasons and doubts are without secrets. */
async function promptFor(
  work: ReviewWork,
  floor: readonly ReviewIssue[],
  budget: ReviewBudget,
  files: readonly DiffFile[],
  leftOut: readonly LeftOut[],
): Promise<{ system: string; prompt: string }> {
  const { buildReviewPrompt } = await import("./prompt.ts");
  const { config: { depth, categories }, risk, doubts, nonce } = work;
  const texts = new Scrubbed(work.scrub);
  return buildReviewPrompt({
    ...{ depth, categories, budget, files, nonce },
    selfReport: doubts,
    risk: { ...risk, reason: await texts.text(risk.reason) },
    leftOut: await Promise.all(
      leftOut.map(async (out) => ({ ...out, path: await texts.text(out.path) })),
    ),
    floor: await Promise.all(
      floor.map(async (issue) => ({
        ...await texts.issue(issue),
        file: await texts.maybe(issue.file),
      })),
    ),
  });
}

/** A file that is sent, and as it is sent. */
interface Sent {
  readonly file: DiffFile;
  readonly clean: DiffFile;
}

/**
 * What is sent of a change. Chosen twice: what stands for a secret may be longer than the secret, so
 * what fitted before may not fit any more.
 */
async function chooseScrubbed(
  files: readonly DiffFile[],
  budget: ReviewBudget,
  scrub: ReviewWork["scrub"],
): Promise<{ sent: Sent[]; leftOut: LeftOut[] }> {
  const first = chooseFiles(files, budget);
  const byName = new Map(files.map((file) => [file.path, file]));
  const originals = new Map<string, DiffFile>();
  const clean: DiffFile[] = [];
  for (const file of await scrubFiles(first.sent, scrub)) {
    // A name with a secret in it goes by another one, which must still be one file's.
    const path = await scrub(file.path);
    const name = originals.has(path) ? `${path} (${originals.size})` : path;
    originals.set(name, byName.get(file.path) ?? file);
    clean.push({ ...file, path: name });
  }
  const second = chooseFiles(clean, budget);
  return {
    sent: second.sent.map((file) => ({ file: originals.get(file.path) ?? file, clean: file })),
    leftOut: [
      ...first.leftOut,
      ...second.leftOut.map((out) => ({ ...out, path: originals.get(out.path)?.path ?? out.path })),
    ],
  };
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
