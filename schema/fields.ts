/**
 * What the zod schemas of the records are written with. A description stands here alone: the JSON
 * Schemas and the types in `types.ts` take it from the zod schemas.
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

/** One of the names in a list, whose type is declared elsewhere. */
export const oneOf = <const Names extends readonly string[]>(type: string, names: Names) =>
  typed(type, z.enum(names));

/** A schema whose type `types.ts` declares, with `doc` as its comment. */
export function declared<Schema extends z.ZodType>(
  name: string,
  doc: string,
  schema: Schema,
): Schema {
  DECLARATIONS.push({ name, doc, schema });
  return typed(name, schema);
}

/** A field. Its title is its key in plain words, unless another is given. */
export const field = <Schema extends z.ZodType>(description: string, schema: Schema, title = "") =>
  schema.meta({ title, description });

const titleOf = (key: string): string =>
  /^\d+$/.test(key) ? `${key} %` : key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");

/** Gives every field its title. */
export function titled<Shape extends z.ZodRawShape>(shape: Shape): Shape {
  const fields = Object.entries(shape).map(([key, field]) => {
    const schema = field as z.ZodType;
    const meta = schema.meta();
    return [key, schema.meta({ ...meta, title: meta?.title || titleOf(key) })];
  });
  return Object.fromEntries(fields) as Shape;
}

/** An object that has these fields and no others. */
export const object = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(titled(shape));

/** An object whose type `types.ts` declares. */
export const objectType = <Shape extends z.ZodRawShape>(name: string, doc: string, shape: Shape) =>
  declared(name, doc, object(shape));

/** A field that is an object. */
export const group = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  field(description, object(shape));

/** A field that is a text. */
export const text = (description: string, title?: string) => field(description, z.string(), title);

/** A field that is a text or null. */
export const textOrNull = (description: string, title?: string) =>
  field(description, z.string().nullable(), title);

/** A field that is a list of texts. */
export const texts = (description: string, title?: string) =>
  field(description, z.array(z.string()), title);

/** A field that is true or false. */
export const yesOrNo = (description: string, title?: string) =>
  field(description, z.boolean(), title);

/** A field that is a whole number from 0. */
export const count = (description: string, title?: string) =>
  field(description, z.int().min(0), title);

/** A number from 0 to 1. */
export const unitInterval = z.number().min(0).max(1);

/** A place in an order, from 1: a line, an attempt. */
export const ordinal = z.int().min(1);

/** What every record begins with: the name of its format, who, when and where. */
export const header = <const Name extends string>(name: Name) => ({
  schema: field("Name and version of the format", z.literal(name)),
  task_ref: text("The task the run worked on", "Task"),
  agent: text("The persona or runtime that did the work, or unknown"),
  session_id: text("The session, or unknown", "Session"),
  timestamp: field(
    "When the record was written: ISO-8601 in UTC with seconds, ending in Z",
    z.string().regex(TIMESTAMP_PATTERN),
  ),
  repo: text("The name of the repository's top folder", "Repository"),
});

/** A record: its JSON Schema says what it is `about`, its type has `doc` as its comment. */
export const record = <const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  type: string,
  { about, doc }: { about: string; doc: string },
  shape: Shape,
) =>
  declared(
    type,
    doc,
    object({ ...header(name), ...shape }).meta({ title: name, description: about }),
  );

/**
 * What follows the header where the record is about a turn: its prompt and the state of the change.
 */
export const ofTurn = (about: { head?: string; diff_hash?: string } = {}) => ({
  prompt_id: textOrNull("The prompt that the turn answered, where the client told", "Prompt"),
  head: textOrNull(about.head ?? "The commit that was checked out; null without one"),
  diff_hash: textOrNull(
    about.diff_hash ?? "A hash of the change so far; null if it could not be read",
    "Diff",
  ),
});
