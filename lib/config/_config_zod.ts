/**
 * The schema of the settings, for editors and for the tests; a hook reads with `config.ts` instead.
 */

import { z } from "zod";
import { field } from "../../schema/fields.ts";
import {
  ACCEPTED,
  MAX_ACCEPTED,
  MAX_REQUIREMENTS,
  REPOSITORY,
  REQUIREMENT,
} from "./requirements.ts";
import { CATEGORIES, type Setting, SETTINGS } from "./settings.ts";

/** Every setting may be left out. An editor shows the default; who reads the file applies it. */
function shapeOf<Table extends object>(table: Table): { [Name in keyof Table]: z.ZodType } {
  const fields = Object.entries<Setting<unknown>>(table as Record<string, Setting<unknown>>)
    .map(([name, { title, what, absent, accepts }]) => {
      const schema = accepts === null
        ? z.boolean()
        : accepts instanceof RegExp
        ? z.string().regex(accepts).nullable()
        : z.enum(accepts);
      return [name, field<z.ZodType>(what, schema, title).meta({ default: absent }).optional()];
    });
  return Object.fromEntries(fields);
}

const { enabled, mode, depth, model, ...others } = shapeOf(SETTINGS);

/** The schema of the categories. */
export const reviewCategories = z.strictObject(shapeOf(CATEGORIES));

const requirements = z.array(z.string().regex(REQUIREMENT)).max(MAX_REQUIREMENTS);

/** By the repository: where its main work tree stands, or its git directory where it has none. */
const byRepository = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string().regex(REPOSITORY), value);

/** The schema of what stands under `reflection`. */
export const reviewSettings = z.strictObject({
  ...{ enabled, mode, depth, model },
  categories: field("Which kinds of findings are asked for", reviewCategories, "Categories")
    .optional(),
  ...others,
  requirements: field(
    "What done means: commands that must have passed, and committed, pushed, todos, no-secrets. A " +
      "list in a repository's file, which counts once the user accepted it; in the user's own, such " +
      "lists by the absolute path of the repository's main work tree, which linked ones share",
    z.union([requirements, byRepository(requirements)]),
    "Requirements",
  ).optional(),
  accepted: field(
    "By repository the hashes of the lists in its file that the user accepted; `deno task require " +
      "--accept` writes them, and a repository's file has no say",
    byRepository(z.array(z.string().regex(ACCEPTED)).max(MAX_ACCEPTED)),
    "Accepted",
  ).optional(),
});

/** The schema of the whole file; keys beside `reflection` belong to others. */
export const configFileSchema = z.looseObject({
  reflection: field("The settings of the review", reviewSettings, "Reflection").optional(),
}).meta({
  title: "config",
  description: "Settings: the user's config.json, or a repository's, which may only narrow",
});
