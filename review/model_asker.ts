/**
 * Asking the model that the user configured, if any, about a change. Every text that leaves here has
 * passed the scrubber.
 */

import type { ReviewConfig } from "../lib/config/settings.ts";
import type { FullChange } from "../lib/git/change_content.ts";
import type { DiffFile } from "../lib/git/diff.ts";
import type { Answer, Question } from "../lib/model/ask.ts";
import { ModelError, type Spent } from "../lib/model/errors.ts";
import { modelSettingsFrom } from "../lib/model/settings.ts";
import { modelsFor, type Tier } from "../lib/model/tiers.ts";
import type { RecordHeader } from "../lib/records/header.ts";
import { messageOf, type Notes } from "../lib/store/notes.ts";
import type { RiskFloorVerdict } from "../risk_floor.ts";
import type { SelfReport } from "../schema/reflection.ts";
import type { LeftOut, ReviewIssue } from "../schema/types.ts";
import { CEILINGS, type ReviewBudget, reviewBudget } from "./budget.ts";
import { checklistFor } from "./checklist.ts";
import type { ModelReview } from "./model_review.ts";
import { chooseScrubbed, MOST_NAMES, scrubNames } from "./scrub_change.ts";

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
  /** Marks where the change begins and ends in the prompt; cannot be guessed. */
  readonly nonce: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** The size of model that the settings name, as `lib/model/` calls it. */
const TIERS: Readonly<Record<ReviewConfig["model"], Tier>> = {
  haiku: "fast",
  sonnet: "standard",
  opus: "deep",
};

/** The reviewer, or null where no model is configured. */
export function modelAsker(
  { provider, base_url, model }: Pick<ReviewConfig, "provider" | "base_url" | "model">,
  env: (name: string) => string | undefined,
  notes: Pick<Notes, "error">,
): Reviewer | null {
  const settings = modelSettingsFrom({ provider, base_url }, env);
  for (const problem of settings.problems) notes.error(problem);
  if (settings.backend === "none") return null;
  const tier = TIERS[model];
  return {
    tier,
    models: modelsFor(tier, settings),
    async ask(question) {
      const { ask } = await import("../lib/model/ask.ts");
      return await ask(question, settings);
    },
  };
}

/** What a model added to the floor's findings, or why it did not. */
export interface Added {
  /** Checked, and scrubbed. */
  readonly value: ModelReview | null;
  readonly spent: Spent | null;
  readonly read: string[];
  readonly leftOut: LeftOut[];
  readonly failure: string | null;
  /** Whether something is missing though nothing failed. */
  readonly degraded: boolean;
}

/** Asks; whatever goes wrong is a failure in words. */
export async function askModel(
  work: ReviewWork,
  floor: readonly ReviewIssue[],
  model: Reviewer,
): Promise<Added> {
  const { change, config: { depth, categories }, signal, scrub } = work;
  let added: Added = {
    ...{ value: null, spent: null, read: [], failure: null, degraded: false },
    leftOut: change.files.map(({ path }) => ({ path, reason: "the review failed" })),
  };
  try {
    // Loaded only now: without a model, a review does not wait for a validator.
    const { checkedAnswer, modelReviewSchema } = await import("./model_review.ts");
    const budget = reviewBudget(depth, ...model.models);
    const { sent, leftOut } = await chooseScrubbed(change.files, budget, scrub);
    added = { ...added, read: sent.map(({ file }) => file.path), leftOut };
    if (checklistFor(categories, depth).length === 0 || sent.length === 0) {
      return { ...added, value: notAsked(work, budget, model), degraded: true };
    }
    const files = sent.map(({ clean }) => clean);
    const { value, ...spent } = await model.ask({
      ...await promptFor(work, floor, budget, files, leftOut),
      ...{ signal, tier: model.tier, schema: modelReviewSchema, maxOutputTokens: budget.output },
    });
    added = { ...added, spent };
    const shown = new Map(sent.map(({ file, clean }) => [clean.path, file.path]));
    return { ...added, value: await checkedAnswer(value, change.files, shown, scrub) };
  } catch (error) {
    const spent = error instanceof ModelError ? error.spent : added.spent;
    return { ...added, spent, failure: await scrubFailure(messageOf(error), scrub) };
  }
}

/** Why the model was not asked, where the budget is the reason: a person can change it. */
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
