/**
 * Every setting, once: its variable, its name in the files, what it takes, what holds where it is
 * left out, and who may say. The environment and the person's own file decide; a repository's file
 * may only narrow what has a width, so nothing is turned on, read deeper or sent elsewhere by it.
 */

import { REVIEW_DEPTHS, type ReviewDepth, SEVERITIES } from "../../schema/names.ts";
import { listed } from "../text/figures.ts";

/** How long a review of each depth may take, in milliseconds. */
export const REVIEW_DEADLINES: Readonly<Record<ReviewDepth, number>> = {
  quick: 15_000,
  standard: 30_000,
  deep: 60_000,
};

/** A setting that only the environment has. */
interface Variable {
  readonly what: string;
  /** What holds where it is not set, in words. */
  readonly absent: string;
}

/** The person's variables, as `docs/settings.md` lists them. */
export const VARIABLES = {
  REFLECTION_MODE: {
    what: "`solo` or `orchestrated` switch the hooks on, anything else off",
    absent: "off",
  },
  REFLECTION_ASK: {
    what: "`1` asks the agent for its self-report at the start of a session",
    absent: "not asked",
  },
  REFLECTION_DIR: {
    what: "where records go: an absolute path without a comma",
    absent: "`.mosaic/reflections`",
  },
  REFLECTION_INPUT: { what: "a file with the self-report", absent: "none" },
  REFLECTION_BASE: {
    what: "the revision that the change begins at",
    absent: "HEAD at the start",
  },
  REFLECTION_TASK_REF: { what: "the task", absent: "`repo@branch`" },
  REFLECTION_AGENT: { what: "the persona or runtime", absent: "`unknown`" },
  REFLECTION_RISK_THRESHOLD: {
    what: "the score from which on a review is needed",
    absent: "0.5",
  },
  REFLECTION_REVIEW: { what: "`on` switches the review on", absent: "off" },
  REFLECTION_JUDGE: {
    what: "`on` switches the judge on; with `observe` it only records",
    absent: "off",
  },
  REFLECTION_UNBLOCK: {
    what: "`on` counts attempts, and checks and keeps escalations",
    absent: "off",
  },
  REFLECTION_SIGNAL_DIR: {
    what: "where other tools look for the latest verdict",
    absent: "none",
  },
  REFLECTION_PROVIDER: {
    what: "who is asked, before `provider` in your file; `opencode` can be set here only",
    absent: "`provider`",
  },
  REFLECTION_BASE_URL: {
    what: "where the provider is, before `base_url` in your file",
    absent: "`base_url`",
  },
  REFLECTION_API_KEY: {
    what: "the key of an `openai-compatible` provider, before `OPENAI_API_KEY`",
    absent: "none",
  },
  REFLECTION_MODEL_FAST: { what: "the model for quick questions", absent: "the provider's" },
  REFLECTION_MODEL_STANDARD: { what: "the model for reviews", absent: "the provider's" },
  REFLECTION_MODEL_DEEP: { what: "the model for deep reviews", absent: "the provider's" },
  REFLECTION_DEBUG: {
    what: "`1` writes one line per step to `debug.log` beside the records",
    absent: "off",
  },
} as const satisfies Readonly<Record<`REFLECTION_${string}`, Variable>>;

/** The name of a variable. */
export type VariableName = keyof typeof VARIABLES;

/** A setting of the files. */
export interface Setting<Value> {
  readonly title: string;
  readonly what: string;
  readonly absent: Value;
  /** What it must be, in words. */
  readonly expected: string;
  readonly isGood: (value: unknown) => value is Value;
  /** The words it may be, the pattern of its text, or neither for true and false. */
  readonly accepts: readonly string[] | RegExp | null;
  /** How much a value lets happen; null where a repository's file has no say at all. */
  readonly width: ((value: Value) => number) | null;
}

function flag(title: string, what: string, absent: boolean): Setting<boolean> {
  return {
    ...{ title, what, absent },
    expected: "true or false",
    isGood: (value) => typeof value === "boolean",
    accepts: null,
    width: Number,
  };
}

/** One of some words, the widest of them last. */
function word<const Words extends readonly string[]>(
  title: string,
  what: string,
  absent: Words[number],
  words: Words,
  width: Setting<Words[number]>["width"] = (word) => words.indexOf(word),
): Setting<Words[number]> {
  return {
    ...{ title, what, absent, width },
    expected: listed(words, "or"),
    isGood: (value): value is Words[number] => words.includes(value as string),
    accepts: words,
  };
}

/** No user or password in it, no query, nothing invisible. */
const BASE_URL = new RegExp(
  "^https?://(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?" +
    "(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?$",
);

const MODES = ["auto", "manual", "disabled"] as const;

/** The settings of the files, beside the categories. */
export const SETTINGS = {
  enabled: flag("Enabled", "Whether changes are reviewed by themselves, after every turn", false),
  mode: word(
    "Mode",
    "auto: after each task; manual: only by command; disabled: not at all",
    "auto",
    MODES,
    // The widest comes first: `manual` leaves only the command, `disabled` not even that.
    (mode) => -MODES.indexOf(mode),
  ),
  depth: word("Depth", "How much is read and asked", "standard", REVIEW_DEPTHS),
  model: word("Model", "The size of the model that is asked", "haiku", ["haiku", "sonnet", "opus"]),
  // A lighter threshold tells the person of more.
  criticalThreshold: word(
    "Threshold",
    "The least severity that the person is told of",
    "MEDIUM",
    SEVERITIES,
  ),
  storeReflections: flag("Store reviews", "Whether reviews are kept on disk", true),
  judge: flag(
    "Judge",
    "Whether the judge may send the agent back, where it is switched on at all",
    true,
  ),
  provider: word(
    "Provider",
    "Who is asked; only the user's own file may say",
    "none",
    ["none", "claude", "anthropic", "openai-compatible"],
    null,
  ),
  base_url: {
    title: "Base URL",
    what: "Where the provider is, null for its own place; only the user's own file may say",
    absent: null,
    expected: "null or an http or https URL without user and query",
    isGood: (value) => value === null || typeof value === "string" && BASE_URL.test(value),
    accepts: BASE_URL,
    width: null,
  } as Setting<string | null>,
} as const;

/** Which kinds of findings are asked for, as they are called in the files. */
export const CATEGORIES = {
  security: category("Security"),
  quality: category("Quality"),
  testing: category("Testing"),
  performance: category("Performance"),
  technicalDebt: category("Technical debt"),
} as const;

function category(title: string): Setting<boolean> {
  return flag(title, `Whether findings about ${title.toLowerCase()} are asked for`, true);
}

type ValuesOf<Table> = {
  -readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

/** Which kinds of findings are asked for. */
export type ReviewCategories = ValuesOf<typeof CATEGORIES>;

/** The settings of the files, each of them good. */
export interface ReviewConfig extends ValuesOf<typeof SETTINGS> {
  categories: ReviewCategories;
}

/** What holds where no file says otherwise. */
export const DEFAULT_CONFIG: ReviewConfig = {
  ...absentIn(SETTINGS),
  categories: absentIn(CATEGORIES),
};

function absentIn<Table extends object>(table: Table): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, { absent }]) => [name, absent]);
  return Object.fromEntries(values) as ValuesOf<Table>;
}
