/**
 * Registers the hooks with Claude Code, and takes them out again.
 *
 *     deno task install-hook [options]
 */

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  callersFolder,
  readFlags,
  refusePositionals,
  runScript,
  UsageError,
} from "../../lib/cli/flags.ts";
import { FileError } from "./file_change.ts";
import { install, uninstall } from "./installation.ts";
import { type HookRegistration, HOOKS, type ScriptSource } from "../clients/registration.ts";
import { InstallError, type Target } from "./settings_place.ts";

const STAGES: string[] = [...new Set(HOOKS.map((hook) => hook.stage))];
const MODES = ["solo", "orchestrated"];

const HELP = `Registers the reflection hooks in a settings file of Claude Code.

Usage: deno task install-hook [options]

Nothing else in the file changes. The file as it was is kept beside it, as *.before-reflection.

Where (one of):
  --project DIR     DIR/.claude/settings.local.json (default: here)
  --user            settings.json in $CLAUDE_CONFIG_DIR, or in ~/.claude
  --settings FILE   This file

What:
  --mode MODE       Switch the hooks on: ${MODES.join(" or ")}. Without it they stay off until
                    REFLECTION_MODE is set
  --no-ask          With --mode: do not let a hook ask the agent for its doubts
  --with NAME,…     More stages than capture (known: ${STAGES.join(", ")}); with --mode they are
                    switched on too
  --observe         With --with judge and --mode: the judge records its verdicts, and never sends
                    the agent back
  --from SOURCE     Run the scripts from this checkout (path) or from the registry (jsr)
  --uninstall       Take everything out again
  --dry-run         Print what would change, and change nothing
  --help            Print this text

Exit: 0 done, 1 failed, 2 wrong usage`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, {
    project: { type: "string" },
    user: { type: "boolean" },
    settings: { type: "string" },
    mode: { type: "string" },
    "no-ask": { type: "boolean" },
    with: { type: "string" },
    observe: { type: "boolean" },
    from: { type: "string" },
    uninstall: { type: "boolean" },
    "dry-run": { type: "boolean" },
  });
  refusePositionals(positionals);
  const target = targetFrom(values.project, values.user, values.settings);
  const dryRun = values["dry-run"] ?? false;
  if (values.uninstall) {
    for (const name of ["mode", "no-ask", "with", "observe", "from"] as const) {
      if (values[name] !== undefined) throw new UsageError(`--uninstall goes without --${name}`);
    }
    return await uninstall(target, dryRun);
  }
  const { mode } = values;
  if (mode === undefined && values["no-ask"]) throw new UsageError("--no-ask goes with --mode");
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new UsageError(`--mode must be ${MODES.join(" or ")}, got "${mode}"`);
  }
  const hooks = hooksFrom(values.with);
  const judged = mode !== undefined && hooks.some((hook) => hook.stage === "judge");
  if (values.observe && !judged) {
    throw new UsageError("--observe goes with --with judge and --mode");
  }
  return await install(target, {
    hooks,
    source: sourceFrom(values.from),
    mode: mode ?? null,
    ask: !values["no-ask"],
    observe: values.observe ?? false,
    dryRun,
  });
}

function targetFrom(
  project: string | undefined,
  user: boolean | undefined,
  settings: string | undefined,
): Target {
  const named = [project, user, settings].filter((value) => value !== undefined);
  if (named.length > 1) throw new UsageError("--project, --user and --settings exclude each other");
  const here = callersFolder();
  if (settings !== undefined) {
    if (settings === "") throw new UsageError("--settings must name a file");
    return { settings: resolve(here, settings), project: null };
  }
  if (user) {
    const home = Deno.env.get("HOME");
    const folder = Deno.env.get("CLAUDE_CONFIG_DIR") || (home && `${home}/.claude`);
    if (!folder) {
      throw new InstallError("Cannot tell where the user's settings are: HOME is not set");
    }
    return { settings: resolve(here, folder, "settings.json"), project: null };
  }
  if (project === "") throw new UsageError("--project must name a folder");
  const folder = resolve(here, project ?? ".");
  return { settings: `${folder.replace(/\/$/, "")}/.claude/settings.local.json`, project: folder };
}

function hooksFrom(names: string | undefined): HookRegistration[] {
  const stages = names?.split(",").map((name) => name.trim()) ?? [];
  const unknown = stages.find((stage) => !STAGES.includes(stage));
  if (unknown !== undefined) {
    throw new UsageError(`Unknown stage "${unknown}" in --with, known: ${STAGES.join(", ")}`);
  }
  return HOOKS.filter((hook) => hook.stage === "capture" || stages.includes(hook.stage));
}

function sourceFrom(from: string | undefined): ScriptSource {
  const local = import.meta.url.startsWith("file:");
  switch (from ?? (local ? "path" : "jsr")) {
    case "jsr":
      return { from: "jsr" };
    case "path":
      if (!local) throw new UsageError("--from path needs a checkout; this script is not in one");
      return {
        from: "path",
        folder: fileURLToPath(new URL("../..", import.meta.url)).slice(0, -1),
      };
    default:
      throw new UsageError(`--from must be path or jsr, got "${from}"`);
  }
}

if (import.meta.main) {
  await runScript(HELP, main, [InstallError, FileError]);
}
