/**
 * Writes the JSON Schemas that stand beside this file, from the zod schemas.
 *
 *     deno run --allow-read=schema --allow-write=schema schema/generate.ts [--check] [--help]
 */

import { z } from "zod";
import { readFlags, refusePositionals, runScript } from "../cli/flags.ts";
import { reflectionSchema } from "./zod.ts";

const HELP = `Writes the JSON Schemas in schema/ from the zod schemas.

Usage: deno task schema [options]

Options:
  --check  Write nothing; exit 1 if a checked-in file is not what would be written
  --help   Print this text`;

/** Every record that has a JSON Schema, by name and version. */
const RECORDS: Readonly<Record<string, z.ZodType>> = {
  "reflection.v1": reflectionSchema,
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

function main(args: readonly string[]): number {
  const { values, positionals } = readFlags(args, {
    check: { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  refusePositionals(positionals);
  const stale = [...renderSchemas()].filter(([name, text]) => checkedIn(name) !== text);
  for (const [name, text] of stale) {
    if (values.check) console.error(`Schema is not current: "${name}"; run deno task schema`);
    else Deno.writeTextFileSync(beside(name), text);
  }
  return values.check && stale.length > 0 ? 1 : 0;
}

function checkedIn(name: string): string | null {
  try {
    return Deno.readTextFileSync(beside(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function beside(name: string): URL {
  return new URL(name, import.meta.url);
}

if (import.meta.main) await runScript(main);
