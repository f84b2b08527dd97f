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
import { DEFAULT_FOLDER, isThere } from "../../lib/store/store.ts";
import type { ScriptSource } from "../clients/command.ts";
import { type HookRegistration, HOOKS } from "../clients/table.ts";
import { entriesFor, register, registeredIn, unregister, variablesFor } from "./claude_settings.ts";
import { PERSONAL, planExclude, planInclude } from "./exclude.ts";
import { applyChange, type FileChange, modeOf, readText, show, targetOf } from "./files.ts";
import { prepareDeno } from "./warm.ts";
import { UserError } from "../../lib/text/errors.ts";

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

/** Where to register. */
interface Target {
  /** The settings file, an absolute path. */
  readonly settings: string;
  /** The project's folder, where one is meant. */
  readonly project: string | null;
}

/** What to register. */
interface Installation {
  readonly hooks: readonly HookRegistration[];
  readonly source: ScriptSource;
  /** What `REFLECTION_MODE` is set to; null leaves it as it is. */
  readonly mode: string | null;
  readonly ask: boolean;
  /** Whether the judge only records its verdicts. */
  readonly observe: boolean;
  readonly dryRun: boolean;
}

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
      throw new UserError("Cannot tell where the user's settings are: HOME is not set");
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

/** Registers the hooks and tells what was done. */
async function install(target: Target, wanted: Installation): Promise<number> {
  const { path, text, backup, before } = openSettings(target);
  const entries = entriesFor(wanted.hooks, wanted.source);
  const there = registeredIn(text ?? "");
  const isFirst = there.entries.length === 0;
  const { mode, ask } = wanted;
  const has = (stage: HookRegistration["stage"]): boolean =>
    wanted.hooks.some((hook) => hook.stage === stage);
  const judge = has("judge") ? (wanted.observe ? "observe" : "on") : null;
  const env = mode === null
    ? {}
    : variablesFor({ mode, ask, review: has("review"), judge, unblock: has("unblock") }, there.env);
  const after = reading(
    path,
    () => register(text ?? "", { entries, env }, isFirst ? text : before),
  );
  const changes: FileChange[] = [{ path, before: text, after }];
  if (isFirst) changes.unshift({ path: backup, before, after: text, mode: modeOf(path) });
  const exclude = target.project === null ? null : await planExclude(target.project, {
    pattern: PERSONAL.claude,
    covers: [target.settings, `${target.settings}.before-reflection`],
  });
  if (exclude?.change) changes.push(exclude.change);
  if (wanted.dryRun) return show(changes);
  changes.forEach(applyChange);

  const events = [...new Set(entries.map((entry) => entry.event))].join(", ");
  say(
    after === text
      ? `Registered already in "${path}": ${events}`
      : `Registered in "${path}": ${events}`,
    isFirst && text !== null && `The file as it was: "${backup}"`,
    exclude?.change && `git ignores in this clone: ${exclude.patterns.join(", ")}`,
    exclude?.note && `${exclude.note}: told git to ignore nothing`,
    told(after),
  );
  for (const warning of await prepareDeno(wanted.hooks, wanted.source)) console.error(warning);
  return 0;
}

/** Takes the hooks out and tells what was done. */
async function uninstall(target: Target, dryRun: boolean): Promise<number> {
  const { path, text, backup, before } = openSettings(target);
  const changes: FileChange[] = [];
  if (text !== null && (before !== null || registeredIn(text).entries.length > 0)) {
    let after = reading(path, () => unregister(text, before));
    // A link that its owner put there must not come to lead nowhere.
    if (after === null && path !== target.settings) after = "{}\n";
    changes.push({ path, before: text, after });
  }
  if (before !== null) changes.push({ path: backup, before, after: null });
  const exclude = target.project === null
    ? null
    : await planInclude(target.project, PERSONAL.claude);
  if (exclude?.change) changes.push(exclude.change);
  if (changes.length === 0) {
    say(`Nothing of ours in "${path}"`);
    return 0;
  }
  if (dryRun) return show(changes);
  changes.forEach(applyChange);
  removeEmptyFolder(target, changes);
  say(
    ...changes.map(({ path, after }) =>
      after === null ? `Removed "${path}"` : `Restored "${path}"`
    ),
    "Sessions that are open keep their hooks until they end. Records stay: deno task prune removes them",
  );
  return 0;
}

function told(settings: string): string {
  const set = registeredIn(settings).env.REFLECTION_MODE;
  return set === '"solo"' || set === '"orchestrated"'
    ? `REFLECTION_MODE is ${set} there. Next: start a new session; its records will be in ${DEFAULT_FOLDER}`
    : "The hooks stay off until REFLECTION_MODE is set. Next: install again with --mode solo, or export it";
}

/** The folder that the first installation made, where nothing else came into it since. */
function removeEmptyFolder({ project, settings }: Target, changes: readonly FileChange[]): void {
  const removed = changes.some(({ path, after }) => path === settings && after === null);
  if (project === null || !removed) return;
  const folder = `${project}/.claude`;
  if (Deno.readDirSync(folder)[Symbol.iterator]().next().done) Deno.removeSync(folder);
}

function say(...lines: (string | false | null | undefined)[]): void {
  console.log(lines.filter(Boolean).join("\n"));
}

/** What stands at a target now. */
interface Opened {
  /** The settings file itself, behind any link. */
  path: string;
  text: string | null;
  backup: string;
  /** What the backup holds. */
  before: string | null;
}

/**
 * Reads what stands at a target.
 *
 * @throws {UserError} If it is not there to be worked on, or not JSON.
 */
function openSettings({ settings, project }: Target): Opened {
  if (project !== null && !(isThere(project) && Deno.statSync(project).isDirectory)) {
    throw new UserError(`Cannot find the folder "${project}"`);
  }
  const path = targetOf(settings);
  if (path !== settings) console.error(`"${settings}" is a link: working on "${path}"`);
  const backup = `${settings}.before-reflection`;
  const text = readText(path);
  const before = readText(backup);
  if (text !== null) reading(path, () => registeredIn(text));
  if (before !== null) reading(backup, () => registeredIn(before));
  return { path, text, backup, before };
}

/** Runs what reads a settings file, so that an error names the file. */
function reading<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`Cannot use "${path}", nothing was changed: ${error.message}`);
  }
}

if (import.meta.main) {
  await runScript(HELP, main);
}
