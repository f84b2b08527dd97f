/**
 * What one review may cost, in dollars and so in tokens, and which files are worth them.
 *
 * The ceiling belongs to the depth and holds for whatever model is asked: a dearer one gets less to
 * read. It covers one request with everything that is sent and the longest answer; an answer that
 * has to be repaired is a second request. Pure: the prices are a table.
 */

import { type Price, priceOf } from "../lib/model/prices.ts";
import { classifyPath, SURFACES } from "../risk_floor.ts";
import type { ReviewDepth } from "../schema/names.ts";
import type { LeftOut } from "../schema/types.ts";
import { estimateTokens, fileHead, fileText, hunkText, lineText } from "./change_text.ts";
import type { ReviewConfig } from "../lib/config/settings.ts";
import type { DiffFile, Hunk } from "../lib/git/diff.ts";

/** What a review may cost at most, in dollars. */
export const CEILINGS: Readonly<Record<ReviewDepth, number>> = {
  quick: 0.01,
  standard: 0.05,
  deep: 0.15,
};

/** The model that a depth is meant for. Where a price is not known, its price counts. */
const OWN_MODEL: Readonly<Record<ReviewDepth, ReviewConfig["model"]>> = {
  quick: "haiku",
  standard: "sonnet",
  deep: "opus",
};

/** A longer answer would not be written before the deadline of the depth. */
const LONGEST_ANSWER: Readonly<Record<ReviewDepth, number>> = {
  quick: 800,
  standard: 1500,
  deep: 3000,
};

/** A shorter answer could not hold a finding or two and its frame. */
const SHORTEST_ANSWER = 400;

/** The answer's part of the ceiling, where that gives it enough. */
const ANSWER_SHARE = 0.4;

const TOKENS_PER_FINDING = 150;

/** However cheap the model: more does not fit the window of every model. */
const MOST_INPUT = 100_000;

/** The system prompt, with every category. */
export const SYSTEM_TOKENS: Readonly<Record<ReviewDepth, number>> = {
  quick: 900,
  standard: 1350,
  deep: 1350,
};

/** The schema of the answer; some servers are told it twice, once in words. */
export const ANSWER_SCHEMA_TOKENS = 950;

/** The part of the input for all that is no diff, and the most that is worth. */
const EXTRAS_SHARE = 0.15;
const MOST_EXTRAS = 4000;

/** With less room, a piece of a change says nothing. */
const LEAST_CHANGE = 200;
const LEAST_LINES = 10;

/** What stands around a file in the prompt. */
const FRAME_TOKENS = 60;

/** Changes of fewer lines are put together. */
export const SMALL_CHANGE = 10;

/** What one review may read and write, in tokens. */
export interface ReviewBudget {
  /** Everything that is sent: system prompt, prompt, the schema of the answer. */
  readonly input: number;
  /** The longest answer. The caller that asks the model enforces it. */
  readonly output: number;
  /** The part of the input for the change; 0 if the ceiling leaves nothing worth sending. */
  readonly change: number;
  /** The part for what the prompt says about the change. */
  readonly extras: number;
  /** As many findings fit into the answer. */
  readonly findings: number;
}

/**
 * The budget of a depth.
 *
 * @param models The models that may be asked, as the settings or a provider call them; the dearest
 * counts.
 */
export function reviewBudget(depth: ReviewDepth, ...models: string[]): ReviewBudget {
  const { input: inputPrice, output: outputPrice } = dearest(depth, models);
  // A dollar is dealt out in millionths, as the price table counts.
  const ceiling = CEILINGS[depth] * 1e6;
  const affordable = Math.floor(ceiling * ANSWER_SHARE / outputPrice);
  const output = Math.min(LONGEST_ANSWER[depth], Math.max(SHORTEST_ANSWER, affordable));
  // Strictly under the ceiling, whatever floating point makes of it.
  const left = Math.floor((ceiling - output * outputPrice) / inputPrice) - 1;
  const input = Math.max(0, Math.min(MOST_INPUT, left));
  const extras = Math.min(MOST_EXTRAS, Math.floor(input * EXTRAS_SHARE));
  const change = input - SYSTEM_TOKENS[depth] - ANSWER_SCHEMA_TOKENS - extras;
  return {
    input,
    output,
    change: change < LEAST_CHANGE ? 0 : change,
    extras,
    findings: Math.max(2, Math.floor(output / TOKENS_PER_FINDING)),
  };
}

/** The highest price for reading and for writing; for a model without one, the depth's own. */
function dearest(depth: ReviewDepth, models: readonly string[]): Price {
  const own = OWN_MODEL[depth];
  const prices = (models.length === 0 ? [own] : models)
    .map((model) => priceOf(model) ?? priceOf(own) ?? { input: 0, output: 0 });
  return {
    input: Math.max(Number.MIN_VALUE, ...prices.map(({ input }) => input)),
    output: Math.max(Number.MIN_VALUE, ...prices.map(({ output }) => output)),
  };
}

/** What is sent of a change, and what is not. A file of which a part is sent is in both. */
interface ChosenFiles {
  readonly sent: readonly DiffFile[];
  readonly leftOut: LeftOut[];
}

/** Chooses the riskiest files first, then the larger changes, as long as the budget lasts. */
export function chooseFiles(files: readonly DiffFile[], budget: ReviewBudget): ChosenFiles {
  const leftOut: LeftOut[] = files.flatMap(({ path, skipped }) =>
    skipped === null ? [] : [{ path, reason: skipped }]
  );
  const sent: DiffFile[] = [];
  let room = budget.change;
  for (const file of byRisk(files.filter(({ skipped }) => skipped === null))) {
    const { part, missing } = fit(file, room);
    if (part !== null) {
      sent.push(part);
      room -= FRAME_TOKENS + estimateTokens(fileText(part));
    }
    if (missing !== null) {
      leftOut.push({ path: file.path, reason: `${missing}no room in the budget` });
    }
  }
  return { sent, leftOut };
}

/** Source that no surface claims is worth more than tests and docs, and less than the rest. */
const UNCLAIMED_WEIGHT = 0.3;

const WEIGHTS = new Map<string, number>(SURFACES.map(({ surface, weight }) => [surface, weight]));

function byRisk(files: readonly DiffFile[]): DiffFile[] {
  const weight = ({ path }: DiffFile): number =>
    WEIGHTS.get(classifyPath(path)) ?? UNCLAIMED_WEIGHT;
  const size = ({ added, removed }: DiffFile): number => added + removed;
  return files
    .map((file) => ({ file, weight: weight(file) }))
    .sort((a, b) =>
      b.weight - a.weight || size(b.file) - size(a.file) || (a.file.path < b.file.path ? -1 : 1)
    )
    .map(({ file }) => file);
}

/**
 * As much of a file as there is room for: all, whole hunks, or the beginning of the first; and what
 * of it there is no room for, null if nothing.
 */
function fit(file: DiffFile, room: number): { part: DiffFile | null; missing: string | null } {
  let left = room - FRAME_TOKENS - estimateTokens(fileHead(file));
  if (left < 0) return { part: null, missing: "" };
  const all = left;
  const hunks = file.hunks.filter((hunk) => {
    const cost = 2 + estimateTokens(hunkText(hunk));
    const fits = cost <= left;
    if (fits) left -= cost;
    return fits;
  });
  const { length } = file.hunks;
  if (hunks.length === length) return { part: file, missing: null };
  if (hunks.length > 0) {
    return { part: { ...file, hunks }, missing: `${length - hunks.length} of ${length} hunks: ` };
  }
  // A new file is one hunk: half of it is better read than none.
  const lines = firstLines(file.hunks[0], all);
  if (lines.length < LEAST_LINES) return { part: null, missing: "" };
  return {
    part: { ...file, hunks: [{ lines }] },
    missing: `all after its first ${lines.length} lines: `,
  };
}

function firstLines(hunk: Hunk | undefined, room: number): Hunk["lines"] {
  let left = room - 2;
  const lines = hunk?.lines ?? [];
  const end = lines.findIndex((line) => (left -= 1 + estimateTokens(lineText(line))) < 0);
  return end < 0 ? lines : lines.slice(0, end);
}
