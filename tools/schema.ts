/**
 * Writes the JSON Schemas that stand beside this file, from the zod schemas.
 *
 *     deno run --allow-read=schema --allow-write=schema tools/schema.ts [--check] [--help]
 */

import { z } from "zod";
import { runGenerator } from "./generator.ts";
import { configFileSchema } from "../lib/config/_config_zod.ts";
import {
  escalationSchema,
  phase0Schema,
  reflectionSchema,
  reviewSchema,
  unblockSchema,
  verdictSchema,
} from "../schema/zod.ts";

/** Every record that has a JSON Schema, by name and version. */
const RECORDS: Readonly<Record<string, z.ZodType>> = {
  "config": configFileSchema,
  "escalation.v1": escalationSchema,
  "phase0.v1": phase0Schema,
  "reflection.v1": reflectionSchema,
  "review.v1": reviewSchema,
  "unblock.v1": unblockSchema,
  "verdict.v1": verdictSchema,
};

/** The text of every JSON Schema by file name, formatted as `deno fmt` would. */
export function renderSchemas(): Map<string, string> {
  return new Map(
    Object.entries(RECORDS).map(([name, schema]) => {
      const { $schema, title, description, ...rest } = z.toJSONSchema(schema, {
        target: "draft-2020-12",
      });
      const $id = `urn:reflection-kernel:${name}`;
      const text = JSON.stringify({ $schema, $id, title, description, ...rest }, null, 2);
      return [`${name}.schema.json`, `${text}\n`];
    }),
  );
}

if (import.meta.main) {
  await runGenerator({
    task: "schema",
    what: "the JSON Schemas in schema/ from the zod schemas",
    folder: new URL("../schema/", import.meta.url),
    render: renderSchemas,
  });
}
