// Any value that a zod schema accepts, made from its JSON Schema.

import fc from "fast-check";
import { z } from "zod";
import { TIMESTAMP_PATTERN } from "../../schema/reflection.ts";

/** As much of a JSON Schema as zod writes of a record. */
interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Any value that the schema accepts. */
export function validOf<Schema extends z.ZodType>(schema: Schema): fc.Arbitrary<z.output<Schema>> {
  return valueOf(z.toJSONSchema(schema) as JsonSchema) as fc.Arbitrary<z.output<Schema>>;
}

/** Any moment that a record can hold. */
const timestamps = fc.date({
  min: new Date("0000-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
}).chain((date) => fc.constantFrom(date.toISOString(), `${date.toISOString().slice(0, 19)}Z`));

function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum: min = -1e308, maximum: max = 1e308, minItems: minLength = 0 } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueOf(choice)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type })));
  }
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      if (schema.pattern === TIMESTAMP_PATTERN.source) return timestamps;
      return schema.pattern === undefined
        ? fc.string({ unit: "binary" })
        : fc.stringMatching(new RegExp(schema.pattern, "u"));
    case "integer":
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min: Math.max(min, -(2 ** 31)) }));
    case "number":
      return fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));
    case "array": {
      const prefix = schema.prefixItems;
      if (prefix !== undefined) return fc.tuple(...prefix.map((item) => valueOf(item)));
      return fc.array(valueOf(schema.items ?? {}), { minLength, maxLength: minLength + 3 });
    }
    case "object": {
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, field]) => [key, valueOf(field)]),
      );
      return fc.record(fields, {
        requiredKeys: schema.required ?? [],
        noNullPrototype: true,
      });
    }
    default:
      throw new Error(`No values are made of the type ${schema.type} yet`);
  }
}
