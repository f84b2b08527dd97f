/**
 * Writes the registrations that stand in the repository, from the one table.
 *
 *     deno run --allow-read=hook,hooks --allow-write=hook/settings.json,hooks hook/generate.ts
 */

import { readFlags, refusePositionals, runScript } from "../cli/flags.ts";
import { HOOKS, type ScriptSource } from "./registration.ts";
import { entriesFor } from "./installer/settings_entries.ts";
import { register } from "./installer/settings_file.ts";

const HELP = `Writes hook/settings.json and hooks/hooks.json from the table of hooks.

Usage: deno task hooks [options]

Options:
  --check  Write nothing; exit 1 if a checked-in file is not what would be written
  --help   Print this text`;

/** The text of every registration that is checked in, by its path. */
export function renderRegistrations(): Map<string, string> {
  const capture = HOOKS.filter((hook) => hook.stage === "capture");
  const render = (source: ScriptSource): string =>
    register("", { entries: entriesFor(capture, source), env: {} });
  return new Map([
    ["hook/settings.json", render({ from: "jsr" })],
    ["hooks/hooks.json", render({ from: "plugin" })],
  ]);
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
  const stale = [...renderRegistrations()].filter(([path, text]) => checkedIn(path) !== text);
  for (const [path, text] of stale) {
    if (values.check) console.error(`Registration is not current: "${path}"; run deno task hooks`);
    else Deno.writeTextFileSync(atTop(path), text);
  }
  return values.check && stale.length > 0 ? 1 : 0;
}

function checkedIn(path: string): string | null {
  try {
    return Deno.readTextFileSync(atTop(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function atTop(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

if (import.meta.main) await runScript(main);
