/**
 * What the zod schemas are written with: fields that say what they hold, the header that every
 * record begins with, and the names that the types generated into `types.ts` have.
 */

import { z } from "zod";
import { TIMESTAMP_PATTERN } from "./reflection.ts";

/** A type that `types.ts` declares. */
interface Declaration {
  readonly name: string;
  readonly doc: string;
  readonly schema: z.ZodType;
}

/** Every type that `types.ts` declares, in its order. */
export const DECLARATIONS: Declaration[] = [];

/** How a schema is called in TypeScript; one that is not in here is written out. */
export const TYPE_NAMES: z.core.$ZodRegistry<{ type: string }> = z.registry();

/** A schema whose type is declared elsewhere. */
export function typed<Schema extends z.ZodType>(type: string, schema: Schema): Schema {
  TYPE_NAMES.add(schema, { type });
  return schema;
}

/** A schema whose type `types.ts` declares. `doc` stands there alone: the JSON Schema has no place for it. */
export function declared<Schema extends z.ZodType>(
  name: string,
  doc: string,
  schema: Schema,
): Schema {
  DECLARATIONS.push({ name, doc, schema });
  return typed(name, schema);
}

/** A field with what a reader of the JSON Schema and of the types needs to know. */
export function field<Schema extends z.ZodType>(
  title: string,
  description: string,
  schema: Schema,
): Schema {
  return schema.meta({ title, description });
}

/** A field that is a text. */
export const text = (title: string, description: string) => field(title, description, z.string());

/** A field that is a text or null. */
export const textOrNull = (title: string, description: string) =>
  field(title, description, z.string().nullable());

/** A field that is a list of texts. */
export const texts = (title: string, description: string) =>
  field(title, description, z.array(z.string()));

/** A field that is true or false. */
export const yesOrNo = (title: string, description: string) =>
  field(title, description, z.boolean());

/** A field that is a whole number from 0. */
export const count = (title: string, description: string) =>
  field(title, description, z.int().min(0));

/** A number from 0 to 1. */
export const unitInterval = z.number().min(0).max(1);

/** What every record begins with: the name of its format, who, when and where. */
export const header = <const Name extends string>(name: Name) => ({
  schema: field("Schema", "Name and version of the format", z.literal(name)),
  task_ref: text("Task", "The task the run worked on"),
  agent: text("Agent", "The persona or runtime that did the work, or unknown"),
  session_id: text("Session", "The session, or unknown"),
  timestamp: field(
    "Timestamp",
    "When the record was written: ISO-8601 in UTC with seconds, ending in Z",
    z.string().regex(TIMESTAMP_PATTERN),
  ),
  repo: text("Repository", "The name of the repository's top folder"),
});

/** What follows the header where the record is about a turn: its prompt and the state of the change. */
export const ofTurn = (about: { head?: string; diff_hash?: string } = {}) => ({
  prompt_id: textOrNull("Prompt", "The prompt that the turn answered, where the client told"),
  head: textOrNull("Head", about.head ?? "The commit that was checked out; null without one"),
  diff_hash: textOrNull(
    "Diff",
    about.diff_hash ?? "A hash of the change so far; null if it could not be read",
  ),
});
