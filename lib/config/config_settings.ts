/** Every setting of the review: its type, its default, what it takes and what it lets happen. */

import { REVIEW_DEPTHS, type ReviewDepth, SEVERITIES, type Severity } from "../../schema/review.ts";

/** Every mode, the widest first: `manual` leaves only the command, `disabled` not even that. */
export const REVIEW_MODES = ["auto", "manual", "disabled"] as const;

/** Every size of model, the cheapest first. */
export const REVIEW_MODELS = ["haiku", "sonnet", "opus"] as const;

/** Every way to ask a model. */
export const REVIEW_PROVIDERS = ["none", "claude", "anthropic", "openai-compatible"] as const;

/** What a base URL may look like: no user or password in it, no query, nothing invisible. */
export const BASE_URL_PATTERN: RegExp = new RegExp(
  "^https?://(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?" +
    "(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?$",
);

/** Which kinds of findings are asked for, as they are called in the file. */
export interface ReviewCategories {
  security: boolean;
  quality: boolean;
  testing: boolean;
  performance: boolean;
  technicalDebt: boolean;
}

/** The settings, each of them good. */
export interface ReviewConfig {
  enabled: boolean;
  mode: (typeof REVIEW_MODES)[number];
  depth: ReviewDepth;
  model: (typeof REVIEW_MODELS)[number];
  categories: ReviewCategories;
  /** The least severity that the person is told of. */
  criticalThreshold: Severity;
  storeReflections: boolean;
  /** Whether the judge may send the agent back, where it is switched on at all. */
  judge: boolean;
  provider: (typeof REVIEW_PROVIDERS)[number];
  /** Where the provider is; null for its own place. */
  base_url: string | null;
}

/** What holds where no file says otherwise. */
export const DEFAULT_CONFIG: ReviewConfig = {
  enabled: false,
  mode: "auto",
  depth: "standard",
  model: "haiku",
  categories: {
    security: true,
    quality: true,
    testing: true,
    performance: true,
    technicalDebt: true,
  },
  criticalThreshold: "MEDIUM",
  storeReflections: true,
  judge: true,
  provider: "none",
  base_url: null,
};

/** A setting: what it takes, and how much it lets happen, where a repository has a say. */
interface Setting<Value> {
  readonly expected: string;
  readonly isGood: (value: unknown) => value is Value;
  /** The higher, the wider; null where a repository has no say at all. */
  readonly width: ((value: Value) => number) | null;
}

/** One for each field. */
export type Settings<Fields> = { readonly [Name in keyof Fields]: Setting<Fields[Name]> };

const FLAG: Setting<boolean> = {
  expected: "true or false",
  isGood: (value) => typeof value === "boolean",
  width: Number,
};

/** One of some words, the widest of them last. */
function wordOf<Word extends string>(words: readonly Word[]): Setting<Word> {
  return {
    expected: `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`,
    isGood: (value): value is Word => (words as readonly unknown[]).includes(value),
    width: (word) => words.indexOf(word),
  };
}

/** The same, where the widest of the words comes first. */
function wordOfNarrowing<Word extends string>(words: readonly Word[]): Setting<Word> {
  return { ...wordOf(words), width: (word) => -words.indexOf(word) };
}

/** The settings of the categories. */
export const CATEGORIES: Settings<ReviewCategories> = {
  security: FLAG,
  quality: FLAG,
  testing: FLAG,
  performance: FLAG,
  technicalDebt: FLAG,
};

/** The settings beside them. */
export const SETTINGS: Settings<Omit<ReviewConfig, "categories">> = {
  enabled: FLAG,
  mode: wordOfNarrowing(REVIEW_MODES),
  depth: wordOf(REVIEW_DEPTHS),
  model: wordOf(REVIEW_MODELS),
  // A lighter threshold tells the person of more.
  criticalThreshold: wordOf(SEVERITIES),
  storeReflections: FLAG,
  judge: FLAG,
  provider: { ...wordOf(REVIEW_PROVIDERS), width: null },
  base_url: {
    expected: "null or an http or https URL without user and query",
    isGood: (value): value is string | null =>
      value === null || typeof value === "string" && BASE_URL_PATTERN.test(value),
    width: null,
  },
};
