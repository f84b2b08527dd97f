/**
 * Fetches what the hooks load only now and then, for whoever registers them without the installer:
 * hooks themselves never download anything.
 *
 *     deno task warm
 */

import { readFlags, refusePositionals, runScript } from "../../lib/cli/flags.ts";
import { prepareDeno } from "./deno_on_path.ts";
import { HOOKS, PLUGIN_FOLDER } from "../clients/registration.ts";

const HELP =
  `Fetches what the hooks need, once. The installer does this by itself; the plugin cannot.

Usage: deno task warm`;

async function main(args: readonly string[]): Promise<number> {
  refusePositionals(readFlags(args, {}).positionals);
  const warnings = await prepareDeno(HOOKS, PLUGIN_FOLDER);
  for (const warning of warnings) console.error(warning);
  return warnings.length > 0 ? 1 : 0;
}

if (import.meta.main) await runScript(HELP, main);
