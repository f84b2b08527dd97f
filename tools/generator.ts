/** Scripts that write files which are checked in, and can tell whether those are current. */

import { readFlags, refusePositionals, runScript } from "../lib/cli/flags.ts";

/** What such a script writes. */
interface Generator {
  /** Its task, for the person who has to run it. */
  readonly task: string;
  /** What it writes, in a few words. */
  readonly what: string;
  /** The folder that the paths are relative to. */
  readonly folder: URL;
  /** The text of every file, by its path. */
  render(): ReadonlyMap<string, string>;
}

/** Runs a generator: writes what is not current, or with `--check` names it and exits 1. */
export async function runGenerator(generator: Generator): Promise<void> {
  const help = `Writes ${generator.what}.

Usage: deno task ${generator.task} [options]

Options:
  --check  Write nothing; exit 1 if a checked-in file is not what would be written
  --help   Print this text`;
  await runScript(help, (args) => {
    const { values, positionals } = readFlags(args, { check: { type: "boolean" } });
    refusePositionals(positionals);
    let stale = 0;
    for (const [path, text] of generator.render()) {
      const file = new URL(path, generator.folder);
      if (readIfThere(file) === text) continue;
      stale++;
      if (!values.check) Deno.writeTextFileSync(file, text);
      else console.error(`"${path}" is not current: run deno task ${generator.task}`);
    }
    return values.check && stale > 0 ? 1 : 0;
  });
}

function readIfThere(file: URL): string | null {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
