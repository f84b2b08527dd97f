/**
 * Registers the hooks with Claude Code, and takes them out again.
 *
 *     deno task install-hook [options]
 */

import { command } from "../../lib/cli/command.ts";
import {
  callersFolder,
  flag,
  group,
  oneOf,
  path,
  UsageError,
  value,
  type Values,
} from "../../lib/cli/flags.ts";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_FOLDER, isThere } from "../../lib/store/store.ts";
import type { ScriptSource } from "../clients/command.ts";
import { type HookRegistration, HOOKS } from "../clients/table.ts";
import { entriesFor, register, registeredIn, unregister, variablesFor } from "./claude_settings.ts";
import { PERSONAL, planExclude, planInclude } from "./exclude.ts";
import {
  applyChange,
  type FileChange,
  modeOf,
  readText,
  show,
  targetOf,
} from "../../lib/cli/file_change.ts";
import { MODELS, priceInWords, voiceLines } from "./voice.ts";
import { prepareDeno } from "./warm.ts";
import { UserError } from "../../lib/text/errors.ts";

const STAGES: string[] = [...new Set(HOOKS.map((hook) => hook.stage))];
const MODES = ["solo", "orchestrated"] as const;

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
  /** Whether the client's own model is asked. */
  readonly ownModel: boolean;
  readonly dryRun: boolean;
}

/** What `--model own` costs. */
const COST = `one call of a quick model per stop (${priceInWords("haiku")}, or of your plan)`;

const FLAGS = {
  ...group("Where (one of)", {
    project: path("DIR", "DIR/.claude/settings.local.json (default: here)"),
    user: flag("settings.json in $CLAUDE_CONFIG_DIR, or in ~/.claude"),
    settings: path("FILE", "This file"),
  }),
  ...group("What", {
    mode: oneOf(
      "MODE",
      `Switch the hooks on: ${
        MODES.join(" or ")
      }. Without it they stay off until REFLECTION_MODE ` +
        "is set",
      MODES,
    ),
    noAsk: flag("With --mode: do not let a hook ask the agent for its doubts"),
    with: value(
      "NAME,…",
      `More stages than capture (known: ${
        STAGES.join(", ")
      }); with --mode they are switched on too`,
      "names of stages",
      hooksFrom,
    ),
    observe: flag(
      "With --with judge and --mode: the judge records its verdicts, and never sends the agent back",
    ),
    model: oneOf(
      "WHICH",
      `With --with judge and --mode: ask the client's own model whether tasks are done, ${COST}`,
      MODELS,
    ),
    from: oneOf(
      "SOURCE",
      "Run the scripts from this checkout (path) or from the registry (jsr)",
      ["path", "jsr"],
    ),
    uninstall: flag("Take everything out again"),
    dryRun: flag("Print what would change, and change nothing"),
  }),
};

async function run(given: Values<typeof FLAGS>): Promise<number> {
  const { mode = null, noAsk, observe, model, dryRun, with: hooks = hooksFrom("") } = given;
  const target = targetFrom(given);
  if (given.uninstall) return await uninstall(target, dryRun);
  const judges = mode !== null && hooks.some((hook) => hook.stage === "judge");
  if (observe && !judges) throw new UsageError("--observe goes with --with judge and --mode");
  const ownModel = model !== undefined;
  if (ownModel && !judges) throw new UsageError("--model goes with --with judge and --mode");
  const source = sourceFrom(given.from);
  return await install(target, { hooks, source, mode, ask: !noAsk, observe, ownModel, dryRun });
}

function targetFrom(
  { project, user, settings }: Pick<Values<typeof FLAGS>, "project" | "user" | "settings">,
): Target {
  if (settings !== undefined) return { settings, project: null };
  const here = callersFolder();
  if (user) {
    const home = Deno.env.get("HOME");
    const folder = Deno.env.get("CLAUDE_CONFIG_DIR") || (home && `${home}/.claude`);
    if (!folder) {
      throw new UserError("Cannot tell where the user's settings are: HOME is not set");
    }
    return { settings: resolve(here, folder, "settings.json"), project: null };
  }
  const folder = project ?? here;
  return { settings: `${folder.replace(/\/$/, "")}/.claude/settings.local.json`, project: folder };
}

/** The hooks of the stages that a person names, and those that are always installed. */
function hooksFrom(names: string): HookRegistration[] {
  const stages = names === "" ? [] : names.split(",").map((name) => name.trim());
  const unknown = stages.find((stage) => !STAGES.includes(stage));
  if (unknown !== undefined) {
    throw new UsageError(`Unknown stage "${unknown}" in --with, known: ${STAGES.join(", ")}`);
  }
  return HOOKS.filter((hook) => hook.stage === "capture" || stages.includes(hook.stage));
}

function sourceFrom(from: "path" | "jsr" | undefined): ScriptSource {
  const local = import.meta.url.startsWith("file:");
  if ((from ?? (local ? "path" : "jsr")) === "jsr") return { from: "jsr" };
  if (!local) throw new UsageError("--from path needs a checkout; this script is not in one");
  return { from: "path", folder: fileURLToPath(new URL("../..", import.meta.url)).slice(0, -1) };
}

/** Registers the hooks and tells what was done. */
async function install(target: Target, wanted: Installation): Promise<number> {
  const { path, text, backup, before } = openSettings(target);
  const entries = entriesFor(wanted.hooks, wanted.source);
  const there = registeredIn(text ?? "");
  const isFirst = there.entries.length === 0;
  const { mode, ask, ownModel } = wanted;
  const has = (stage: HookRegistration["stage"]): boolean =>
    wanted.hooks.some((hook) => hook.stage === stage);
  const judge = has("judge") ? (wanted.observe ? "observe" : "on") : null;
  const env = mode === null ? {} : variablesFor(
    { mode, ask, review: has("review"), judge, unblock: has("unblock"), ownModel },
    there.env,
  );
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
    nextStep(after),
    ...judge === "on" || ownModel
      ? await voiceLines(target.project, {
        own: ownModel,
        asked: `the \`claude\` program with your login: ${COST}`,
      })
      : [],
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

/** What the person does next, by the mode that the settings set. */
function nextStep(settings: string): string {
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
  await command({
    name: "install-hook",
    summary: "Registers the reflection hooks in a settings file of Claude Code.",
    about: [
      "Nothing else in the file changes. The file as it was is kept beside it, as " +
      "*.before-reflection.",
    ],
    flags: FLAGS,
    apart: [
      ["project", "user", "settings"],
      ...(["mode", "noAsk", "with", "observe", "model", "from"] as const).map((name) =>
        ["uninstall", name] as const
      ),
    ],
    needs: { noAsk: "mode" },
    run,
  });
}
