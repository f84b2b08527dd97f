// What the inferred schemas share: a field is described where it is declared.

import type { z } from "zod";

/** A field with what a reader of the JSON Schema needs to know. */
export function field<Schema extends z.ZodType>(
  title: string,
  description: string,
  schema: Schema,
): Schema {
  return schema.meta({ title, description });
}
