/**
 * Writes the JSON Schemas that stand beside this file, from the zod schemas.
 *
 *     deno run --allow-read=schema --allow-write=schema schema/generate.ts [--check] [--help]
 */

import { parseArgs } from "node:util";
import { z } from "zod";
import { reflectionSchema } from "./zod.ts";

const HELP = `Writes the JSON Schemas in schema/ from the zod schemas.

Usage: deno run --allow-read=schema --allow-write=schema schema/generate.ts [options]

Options:
  --check  Write nothing; exit 1 if a checked-in file is not what would be written
  --help   Print this text`;

/** Every record that has a JSON Schema, by name and version. */
const RECORDS: Readonly<Record<string, z.ZodType>> = {
  "reflection.v1": reflectionSchema,
};

/** The outside world of {@linkcode run}. */
export interface GenerateWorld {
  /** The text of a file beside this script, or null if there is none. */
  read(name: string): string | null;
  /** Replaces a file beside this script. */
  write(name: string, text: string): void;
  /** Prints a line of result. */
  out(line: string): void;
  /** Prints a message. */
  err(line: string): void;
}

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

/** Runs the script: 0 done, 1 stale under `--check`, 2 wrong usage. */
export function run(args: readonly string[], world: GenerateWorld): number {
  let flags: { check?: boolean; help?: boolean };
  try {
    flags = parseArgs({
      args: [...args],
      options: { check: { type: "boolean" }, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    world.err((error as Error).message);
    return 2;
  }
  if (flags.help) {
    world.out(HELP);
    return 0;
  }
  const stale = [...renderSchemas()].filter(([name, text]) => world.read(name) !== text);
  if (flags.check) {
    for (const [name] of stale) world.err(`Schema is not current: "${name}"`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const [name, text] of stale) {
    world.write(name, text);
    world.out(name);
  }
  return 0;
}

if (import.meta.main) {
  const beside = (name: string): URL => new URL(name, import.meta.url);
  Deno.exitCode = run(Deno.args, {
    read(name) {
      try {
        return Deno.readTextFileSync(beside(name));
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      }
    },
    write: (name, text) => Deno.writeTextFileSync(beside(name), text),
    out: (line) => console.log(line),
    err: (line) => console.error(line),
  });
}
