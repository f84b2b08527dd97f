// The schema of the settings, for editors and for the tests; a hook reads with `config.ts` instead.

import { z } from "zod";
import { field } from "../../schema/_fields.ts";
import { REVIEW_DEPTHS, SEVERITIES } from "../../schema/review.ts";
import {
  BASE_URL_PATTERN,
  DEFAULT_CONFIG,
  REVIEW_MODELS,
  REVIEW_MODES,
  REVIEW_PROVIDERS,
  type ReviewCategories,
  type ReviewConfig,
} from "./config_settings.ts";

/** A setting that may be left out. An editor shows the default; who reads the file applies it. */
function setting<Schema extends z.ZodType>(
  title: string,
  description: string,
  schema: Schema,
  byDefault: z.output<Schema>,
) {
  return field(title, description, schema).meta({ default: byDefault }).optional();
}

function category(title: string, name: keyof ReviewCategories) {
  const described = `Whether findings about ${title.toLowerCase()} are asked for`;
  return setting(title, described, z.boolean(), DEFAULT_CONFIG.categories[name]);
}

function of<Name extends keyof ReviewConfig, Schema extends z.ZodType<ReviewConfig[Name]>>(
  name: Name,
  title: string,
  description: string,
  schema: Schema,
) {
  return setting(title, description, schema, DEFAULT_CONFIG[name] as z.output<Schema>);
}

/** The schema of the categories. */
export const reviewCategories = z.strictObject({
  security: category("Security", "security"),
  quality: category("Quality", "quality"),
  testing: category("Testing", "testing"),
  performance: category("Performance", "performance"),
  technicalDebt: category("Technical debt", "technicalDebt"),
});

/** The schema of what stands under `reflection`. */
export const reviewSettings = z.strictObject({
  enabled: of(
    "enabled",
    "Enabled",
    "Whether changes are reviewed by themselves, after every turn",
    z.boolean(),
  ),
  mode: of(
    "mode",
    "Mode",
    "auto: after each task; manual: only by command; disabled: not at all",
    z.enum(REVIEW_MODES),
  ),
  depth: of("depth", "Depth", "How much is read and asked", z.enum(REVIEW_DEPTHS)),
  model: of("model", "Model", "The size of the model that is asked", z.enum(REVIEW_MODELS)),
  categories: field("Categories", "Which kinds of findings are asked for", reviewCategories)
    .optional(),
  criticalThreshold: of(
    "criticalThreshold",
    "Threshold",
    "The least severity that the person is told of",
    z.enum(SEVERITIES),
  ),
  storeReflections: of(
    "storeReflections",
    "Store reviews",
    "Whether reviews are kept on disk",
    z.boolean(),
  ),
  judge: of(
    "judge",
    "Judge",
    "Whether the judge may send the agent back, where it is switched on at all",
    z.boolean(),
  ),
  provider: of(
    "provider",
    "Provider",
    "Who is asked; only the user's own file may say",
    z.enum(REVIEW_PROVIDERS),
  ),
  base_url: of(
    "base_url",
    "Base URL",
    "Where the provider is, null for its own place; only the user's own file may say",
    z.string().regex(BASE_URL_PATTERN).nullable(),
  ),
});

/** The schema of the whole file; keys beside `reflection` belong to others. */
export const configFileSchema = z.looseObject({
  reflection: field("Reflection", "The settings of the review", reviewSettings).optional(),
}).meta({
  title: "config",
  description: "Settings: the user's config.json, or a repository's, which may only narrow",
});
