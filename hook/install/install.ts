/**
 * Registers the hooks with Claude Code, and takes them out again.
 *
 *     deno task install-hook [options]
 */

import { command } from "../../lib/cli/command.ts";
import { flag, group, oneOf, path, UsageError, type Values } from "../../lib/cli/flags.ts";
import { fileURLToPath } from "node:url";
import { DEFAULT_FOLDER } from "../../lib/store/store.ts";
import type { ScriptSource } from "../clients/command.ts";
import { hooksOf } from "../clients/table.ts";
import { entriesFor, register, registeredIn, unregister, variablesFor } from "./claude_settings.ts";
import { type FileChange, modeOf, readText, targetOf } from "../../lib/cli/file_change.ts";
import { priceInWords } from "./voice.ts";
import { UserError } from "../../lib/text/errors.ts";
import {
  install,
  installFlags,
  NOT_UNINSTALLED,
  type Place,
  projectFolder,
  type Stage,
  uninstall,
  userFolder,
  type Wanted,
  wantedFrom,
} from "./flow.ts";

const STAGES: readonly Stage[] = ["capture", "review", "judge", "unblock"];

/** What `--model own` costs. */
const COST = `one call of a quick model per stop (${priceInWords("haiku")}, or of your plan)`;

const FLAGS = {
  ...group("Where (one of)", {
    project: path("DIR", "DIR/.claude/settings.local.json (default: here)"),
    user: flag("settings.json in $CLAUDE_CONFIG_DIR, or in ~/.claude"),
    settings: path("FILE", "This file"),
  }),
  ...installFlags(
    STAGES,
    `More stages than capture (known: ${STAGES.join(", ")}); with --mode they are switched on too`,
    COST,
  ),
  ...group("What", {
    from: oneOf(
      "SOURCE",
      "Run the scripts from this checkout (path) or from the registry (jsr)",
      ["path", "jsr"],
    ),
  }),
};

/** The settings file of a person, an absolute path, or of a project. */
interface Target extends Place {
  readonly settings: string;
}

async function run(given: Values<typeof FLAGS>): Promise<number> {
  const wanted = wantedFrom(given);
  const target = targetFrom(given);
  if (given.uninstall) return await unregisterFrom(target);
  return await registerIn(target, wanted, sourceFrom(given.from));
}

function targetFrom({ project: named, user, settings, dryRun }: Values<typeof FLAGS>): Target {
  const to = { client: "claude", dryRun, project: null } as const;
  if (settings !== undefined) return { ...to, settings };
  if (user) {
    return { ...to, settings: `${userFolder("CLAUDE_CONFIG_DIR", ".claude")}/settings.json` };
  }
  const project = projectFolder(named);
  return { ...to, settings: `${project}/.claude/settings.local.json`, project };
}

function sourceFrom(from: "path" | "jsr" | undefined): ScriptSource {
  const local = import.meta.url.startsWith("file:");
  if ((from ?? (local ? "path" : "jsr")) === "jsr") return { from: "jsr" };
  if (!local) throw new UsageError("--from path needs a checkout; this script is not in one");
  return { from: "path", folder: fileURLToPath(new URL("../..", import.meta.url)).slice(0, -1) };
}

async function registerIn(target: Target, wanted: Wanted, source: ScriptSource): Promise<number> {
  const { path, text, backup, before } = openSettings(target);
  const { mode, stages } = wanted;
  const hooks = hooksOf(...stages);
  const entries = entriesFor(hooks, source);
  const there = registeredIn(text ?? "");
  const isFirst = there.entries.length === 0;
  const env = mode === null ? {} : variablesFor({
    ...{ ...wanted, mode },
    review: stages.includes("review"),
    unblock: stages.includes("unblock"),
  }, there.env);
  const after = reading(
    path,
    () => register(text ?? "", { entries, env }, isFirst ? text : before),
  );
  const changes: FileChange[] = [{ path, before: text, after }];
  if (isFirst) changes.unshift({ path: backup, before, after: text, mode: modeOf(path) });
  const events = [...new Set(entries.map((entry) => entry.event))].join(", ");
  return await install(target, wanted, {
    changes,
    personal: [target.settings, backup],
    done: [
      `Registered ${after === text ? "already " : ""}in "${path}": ${events}`,
      ...isFirst && text !== null ? [`The file as it was: "${backup}"`] : [],
    ],
    next: nextStep(after),
    asked: `the \`claude\` program with your login: ${COST}`,
    scripts: hooks,
    source,
  });
}

async function unregisterFrom(target: Target): Promise<number> {
  const { settings, project } = target;
  const { path, text, backup, before } = openSettings(target);
  const changes: FileChange[] = [];
  if (text !== null && (before !== null || registeredIn(text).entries.length > 0)) {
    let after = reading(path, () => unregister(text, before));
    // A link that its owner put there must not come to lead nowhere.
    if (after === null && path !== settings) after = "{}\n";
    changes.push({ path, before: text, after });
  }
  const isRemoved = changes.some(({ after }) => after === null);
  if (before !== null) changes.push({ path: backup, before, after: null });
  // The folder that the first installation made.
  const folders = project !== null && isRemoved ? [`${project}/.claude`] : [];
  return await uninstall(target, { where: path, changes, folders });
}

/** What the person does next, by the mode that the settings set. */
function nextStep(settings: string): string {
  const set = registeredIn(settings).env.REFLECTION_MODE;
  return set === '"solo"' || set === '"orchestrated"'
    ? `REFLECTION_MODE is ${set} there. Next: start a new session; its records will be in ${DEFAULT_FOLDER}`
    : "The hooks stay off until REFLECTION_MODE is set. Next: install again with --mode solo, or export it";
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
function openSettings({ settings }: Target): Opened {
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
      ...NOT_UNINSTALLED,
      ["uninstall", "from"],
    ],
    needs: { noAsk: "mode" },
    run,
  });
}
