/**
 * Fetches what the hooks load only now and then: hooks themselves never download anything. The
 * installers do this by the way; the script is for a person who registers the hooks without them.
 *
 *     deno task warm
 */

import { command } from "../../lib/cli/command.ts";
import { runChild } from "../../lib/cli/process.ts";
import { PACKAGES as MODEL_PACKAGES } from "../../lib/model/backends/packages.ts";
import { PACKAGES } from "../../lib/scrub/secretlint.ts";
import { ZOD } from "../../schema/zod_package.ts";
import { packagedScript, PLUGIN_FOLDER, type ScriptSource } from "../clients/command.ts";
import { FETCH_VARIABLES } from "../clients/permissions.ts";
import { HOOKS, type HookScript } from "../clients/table.ts";

/** A cold cache on a slow line takes a while; a dead line must not take for ever. */
const WARMING_MS = 60_000;

/**
 * Sees to it that hooks can start: with a deno on PATH, and with all that they import in its cache.
 *
 * @returns Warnings: the hooks are registered whether they can start now or not.
 */
export async function prepareDeno(
  hooks: readonly HookScript[],
  source: ScriptSource,
): Promise<string[]> {
  const warnings: string[] = [];
  if (lastingDeno(Deno.env.get("PATH") ?? "") === null) {
    warnings.push("No lasting deno is on PATH, so no hook will run: npm install -g deno@2.9.6");
  }
  // Scripts on this machine need no fetching; what they import only now and then does.
  const scripts = source.from === "jsr"
    ? new Set(hooks.flatMap(({ script, loads = script }) => [script, loads]).map(packagedScript))
    : [];
  const asking = hooks.some((hook) => hook.permissions.net !== undefined);
  const problem = await warmCache([
    ...scripts,
    ...Object.values(PACKAGES),
    ...asking ? [...Object.values(MODEL_PACKAGES), ZOD] : [],
  ]);
  if (problem !== null) warnings.push(`Cannot fetch what the hooks import: ${problem}`);
  return warnings;
}

/** A deno on PATH that will still be there tomorrow: npx takes its own away when it ends. */
function lastingDeno(path: string): string | null {
  return path.split(":")
    .filter((folder) =>
      folder.startsWith("/") && !/\/(node_modules\/\.bin|_npx)(\/|$)/.test(folder)
    )
    .map((folder) => `${folder.replace(/(?<!\/)\/+$/, "")}/deno`)
    .find(isProgram) ?? null;
}

/**
 * Fetches modules, because hooks run with the cache only.
 *
 * @returns What went wrong, or null.
 */
async function warmCache(modules: readonly string[]): Promise<string | null> {
  const env: Record<string, string> = { NO_COLOR: "1" };
  for (const name of FETCH_VARIABLES) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  try {
    const args = ["cache", "--quiet", "--no-config", "--no-lock", ...modules];
    const signal = AbortSignal.timeout(WARMING_MS);
    const { code, stderr } = await runChild("deno", args, { env, signal });
    return code === 0 ? null : stderr.trim().split("\n")[0] || "deno cache failed";
  } catch (error) {
    return (error as Error).message;
  }
}

function isProgram(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

async function run(): Promise<number> {
  const warnings = await prepareDeno(HOOKS, PLUGIN_FOLDER);
  for (const warning of warnings) console.error(warning);
  return warnings.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  await command({
    name: "warm",
    summary:
      "Fetches what the hooks need, once. The installer does this by itself; the plugin cannot.",
    flags: {},
    run,
  });
}
